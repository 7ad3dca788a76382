// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/failpoint.h"

static sl_failpoint fail_random = SL_FAILPOINT_INIT;

void sl_random_fail_after(size_t n) {
    sl_failpoint_arm(&fail_random, n);
}

sluice_status sl_random_bytes(void *out, size_t n, sluice_error *err) {
    if (sl_failpoint_hit(&fail_random)) {
        return SL_FAIL(err, SLUICE_E_RANDOM, "getrandom: made to fail by a test");
    }
    uint8_t *bytes = out;
    for (size_t done = 0; done < n;) {
        const ssize_t got = getrandom(bytes + done, n - done, 0);
        if (got <= 0) {
            if (got < 0 && errno == EINTR) {
                continue;
            }
            const int code = errno;
            sl_wipe(out, done); /* no half-filled result that somebody might use */
            return SL_FAIL(err, SLUICE_E_RANDOM, "getrandom: %s", got == 0 ? "no bytes" : strerror(code));
        }
        done += (size_t)got;
    }
    return SLUICE_OK;
}

void sl_wipe(void *data, size_t n) {
    if (n > 0) {
        explicit_bzero(data, n);
    }
}
