// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * --budget as a hard ceiling: a proof of a sealed sector of 2 KiB in the least memory that the plan states, by the
 * process's own peak, and again in a control group that allows little more, where one can be made. The key has 1.1 GB
 * and takes some 20 core-seconds to make.
 */
#include <errno.h>
#include <sys/statvfs.h>
#include <time.h>

#include "cli/cli_run.h"
#include "core/sys/scratch.h"

#define MIB ((uint64_t)1 << 20)
#define DISK_BYTES ((uint64_t)3 << 30)
#define POREP_PROOF FILECOIN "proofs/porep-2KiB-seed1.r2-s3.proof"
#define PROVE "prove", "--c1", POREP "c1.json", "--params", "p.params", "--out", "p", "--rs", RS, "--threads", "2"
/*
 * The limit of the control group beyond the budget. Pages of files that are being written and the kernel's own tables
 * count there, too; and of a limit the program leaves an eighth.
 */
#define GROUP_MARGIN(budget) ((budget) / 7 + 8 * MIB)

static uint64_t json_number(const char *json, const char *name) {
    char key[64];
    (void)snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key);
    SL_CHECK_MSG(at != NULL, "no %s in %s", name, json);
    return strtoull(at + strlen(key), NULL, 10);
}

/* A control group below our own, for memory. */
typedef struct group {
    char path[512];
    bool is_v2;
} group;

static bool file_put(const char *folder, const char *name, const char *text) {
    char path[600];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return false;
    }
    const bool ok = fputs(text, f) >= 0;
    return (fclose(f) == 0) && ok;
}

/* Where our own group of the memory controller (v1) or of the one hierarchy (v2) is in the file system. */
static bool group_own(char *out, size_t out_n, bool *is_v2) {
    FILE *f = fopen("/proc/self/cgroup", "r");
    if (f == NULL) {
        return false;
    }
    char line[512];
    bool found = false;
    *is_v2 = true;
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = 0;
        const char *controllers = strchr(line, ':');
        const char *path = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (path == NULL) {
            continue;
        }
        if (strncmp(controllers, ":memory:", 8) == 0) {
            (void)snprintf(out, out_n, "/sys/fs/cgroup/memory%.400s", path + 1);
            *is_v2 = false;
            found = true;
        } else if (strncmp(controllers, "::", 2) == 0 && *is_v2) {
            (void)snprintf(out, out_n, "/sys/fs/cgroup%.400s", path + 1);
            found = true;
        }
    }
    (void)fclose(f);
    return found;
}

static const char *limit_file(const group *g) {
    return g->is_v2 ? "memory.max" : "memory.limit_in_bytes";
}

static group made; /* the one group of this process; path "" when there is none */

static void group_remove(void) {
    for (int i = 0; made.path[0] != 0 && i < 100 && rmdir(made.path) != 0 && errno == EBUSY; i++) {
        const struct timespec time = {0, 20000000};
        (void)nanosleep(&time, NULL);
    }
    made.path[0] = 0;
}

/* False, with the reason, where no group can be made. */
static bool group_make(const char **why) {
    char own[480];
    group *g = &made;
    if (geteuid() != 0) {
        *why = "only root can make a control group";
        return false;
    }
    if (!group_own(own, sizeof own, &g->is_v2)) {
        *why = "there is no control group for memory";
        return false;
    }
    (void)snprintf(g->path, sizeof g->path, "%s/sluice-test-%d", own, (int)getpid());
    if (mkdir(g->path, 0755) != 0) {
        g->path[0] = 0;
        *why = "no control group can be made here";
        return false;
    }
    SL_CHECK(atexit(group_remove) == 0); /* also after a failed check */
    char path[600];
    (void)snprintf(path, sizeof path, "%s/%s", g->path, limit_file(g));
    if (access(path, W_OK) != 0) {
        *why = "the control group has no limit for memory";
        return false;
    }
    return true;
}

/* Runs the program within the group; the texts are valid until the next run. */
static cli_result group_run(uint64_t limit, const char *const *args) {
    const group *g = &made;
    char text[32];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)limit);
    SL_CHECK(file_put(g->path, limit_file(g), text));
    /* The child joins the group before it becomes the program: a shell that writes its own id. */
    char script[700];
    (void)snprintf(script, sizeof script, "echo $$ > '%s/cgroup.procs' && exec \"$@\"", g->path);
    const char *argv[40] = {"/bin/sh", "-c", script, "sh", SL_TEST_PROGRAM};
    for (size_t i = 0; args[i] != NULL; i++) {
        SL_CHECK(i + 6 < sizeof argv / sizeof argv[0]);
        argv[i + 5] = args[i];
    }
    const pid_t child = fork();
    SL_CHECK(child >= 0);
    if (child == 0) {
        const int out = open(sl_test_temp_path("stdout"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int err = open(sl_test_temp_path("stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        char *words[40] = {0};
        memcpy(words, argv, sizeof words);
        if (dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0) {
            (void)execv(words[0], words);
        }
        _exit(127);
    }
    return cli_wait(child, (cli_streams){0});
}

/* The proof of a run, and that it kept within. */
static void check_proof(const cli_result *run, uint64_t budget) {
    CLI_CHECK_EXIT(*run, 0);
    SL_CHECK(cli_file_is("p", POREP_PROOF) && unlink("p") == 0);
    SL_CHECK(json_number(run->out, "planned_bytes") <= budget);
    /* VmHWM, in which the program's own pages count, too: some 3 MiB */
    SL_CHECK_MSG(json_number(run->out, "peak_rss_bytes") <= budget + 4 * MIB, "%s", run->out);
}

/* The key, and the least budget of a proof: what the refusal of a smaller one says. */
static uint64_t least_budget(void) {
    struct statvfs disk;
    cli_enter();
    SL_CHECK(statvfs(".", &disk) == 0);
    if ((uint64_t)disk.f_bavail * disk.f_frsize < DISK_BYTES) {
        SL_SKIP("the temporary folder has less than 3 GiB free");
    }
    if (sl_folder_is_memory(".")) {
        SL_SKIP("the temporary folder is memory: temporary files there would count");
    }
    CLI_OK("params", "generate", "porep-2KiB", "--toxic", TOXIC, "--out", "p.params", "-q");
    const cli_result run = CLI(PROVE, "--budget", "30MiB");
    CLI_CHECK_EXIT(run, 4);
    const char *figure = strstr(run.err, "needs at least ");
    SL_CHECK_MSG(figure != NULL, "%s", run.err);
    const uint64_t least = strtoull(figure + strlen("needs at least "), NULL, 10) * MIB;
    SL_CHECK_MSG(least > 30 * MIB && least <= 64 * MIB, "%s", run.err);
    return least;
}

/* 64 MiB less than the least, or next to nothing. */
static uint64_t far_below(uint64_t least) {
    return least > 65 * MIB ? least - 64 * MIB : MIB;
}

static const char *number(uint64_t n) {
    static char text[32];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    return text;
}

/* Needs nothing but the program: its own peak is held against the budget. */
SL_TEST_FULL(least_budget) {
    const uint64_t least = least_budget();
    cli_result run = CLI(PROVE, "--json", "--budget", number(least));
    check_proof(&run, least);
    SL_CHECK(json_number(run.out, "scratch_bytes") > 0);
    SL_CHECK(json_number(run.out, "least_bytes") <= least && json_number(run.out, "least_bytes") > least - MIB);
    /* less is refused at once, by 1 MiB and by all of 64 */
    run = CLI(PROVE, "--budget", number(least - MIB));
    CLI_CHECK_EXIT(run, 4);
    SL_CHECK_MSG(strstr(run.err, "needs at least") != NULL && !cli_file_exists("p"), "%s", run.err);
    run = CLI(PROVE, "-q", "--budget", number(far_below(least)));
    CLI_CHECK_EXIT(run, 4);
    SL_CHECK(!cli_file_exists("p"));
    /* the folder of the temporary file: looked at before the other one is made */
    CLI_FAILS(3, "none: no such folder", PROVE, "--budget", number(least), "--scratch", "none", "--resume", "state");
    SL_CHECK(!cli_file_exists("state"));
    if (sl_folder_is_memory("/dev/shm")) {
        CLI_FAILS(3, "files there are memory", PROVE, "--budget", number(least), "--scratch", "/dev/shm");
    }
    /* room for the vectors, but not for all that the sums would take then; another input of the same circuit */
    run = CLI("bench", "prove", "--circuit", "porep-2KiB", "--synthetic", "--params", "p.params", "--json", "--budget",
              "290MiB", "--threads", "2");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_number(run.out, "planned_bytes") <= 290 * MIB && json_number(run.out, "scratch_bytes") == 0 &&
             strstr(run.out, "\"verified\":true") != NULL);
    SL_CHECK(strstr(run.out, "\"key_wait_s\":") != NULL);
    /* nothing fits, not even the circuit */
    CLI_FAILS(4, "too little for circuit and input", PROVE, "-q", "--budget", "16MiB");
    SL_CHECK(unlink("p.params") == 0);
}

/* The kernel kills what takes more. Skipped, and listed as skipped, where no group can be made. */
SL_TEST_FULL(least_budget_in_a_control_group) {
    const char *why;
    if (!group_make(&why)) {
        SL_SKIP(why);
    }
    const uint64_t least = least_budget(), limit = least + GROUP_MARGIN(least);
    cli_result run = group_run(limit, CLI_ARGS(PROVE, "--json", "--budget", number(least)));
    check_proof(&run, least);
    /* less is refused at once: by a configured budget, and by the group itself */
    run = group_run(limit, CLI_ARGS(PROVE, "-q", "--budget", number(far_below(least))));
    CLI_CHECK_EXIT(run, 4);
    SL_CHECK(!cli_file_exists("p"));
    run = group_run(least, CLI_ARGS(PROVE, "-q"));
    CLI_CHECK_EXIT(run, 4);
    SL_CHECK_MSG(strstr(run.err, "control group") != NULL && !cli_file_exists("p"), "%s", run.err);
    group_remove();
    SL_CHECK(unlink("p.params") == 0);
}
