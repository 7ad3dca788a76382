// SPDX-License-Identifier: MIT OR Apache-2.0
/* Progress on stderr: a bar with rate and time left on a terminal, a line every ten seconds elsewhere. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "sluice/cli.h"

#define BAR_COLUMNS 30
#define TERMINAL_INTERVAL_S 0.1
#define LOG_INTERVAL_S 10.0

static void meter_draw(const cli_state *cli, uint64_t done, uint64_t total, double elapsed) {
    const double share = total == 0 ? 1 : (double)done / (double)total;
    const double rate = elapsed > 0 ? (double)(done - cli->meter.first) / elapsed : 0;
    const double left = rate > 0 && total > done ? (double)(total - done) / rate : 0;
    if (!cli->meter.on_terminal) {
        (void)fprintf(stderr, "%s: %.0f %% of %" PRIu64 ", %.3g/s, %.0f s left\n", cli->meter.what, 100 * share, total,
                      rate, left);
        return;
    }
    char bar[BAR_COLUMNS + 1];
    const int filled = (int)(share * BAR_COLUMNS);
    for (int i = 0; i < BAR_COLUMNS; i++) {
        bar[i] = i < filled ? '#' : '.';
    }
    bar[BAR_COLUMNS] = 0;
    (void)fprintf(stderr, "\r\033[K%-10s [%s] %3.0f %%  %.3g/s  %.0f s left", cli->meter.what, bar, 100 * share, rate,
                  left);
}

int cli_progress(void *data, const char *what, uint64_t done, uint64_t total) {
    cli_state *cli = data;
    const double now = sl_clock_seconds();
    if (cli->meter.what == NULL || strcmp(cli->meter.what, what) != 0) {
        cli_progress_end(cli);
        cli->meter.what = what;
        cli->meter.first = done;
        cli->meter.began = now;
        cli->meter.shown = now;
        cli->meter.on_terminal = isatty(STDERR_FILENO) == 1;
        return 0;
    }
    const double interval = cli->meter.on_terminal ? TERMINAL_INTERVAL_S : LOG_INTERVAL_S;
    if (now - cli->meter.shown >= interval) {
        cli->meter.shown = now;
        cli->meter.drawn = true;
        meter_draw(cli, done, total, now - cli->meter.began);
    }
    return 0;
}

void cli_progress_end(cli_state *cli) {
    if (cli->meter.drawn && cli->meter.on_terminal) {
        (void)fputs("\r\033[K", stderr);
    }
    cli->meter.what = NULL;
    cli->meter.drawn = false;
}
