// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Status codes and error details, shared by every function of the library.
 *
 * A function that can fail returns `sluice_status` (SLUICE_OK is 0, everything else negative) and takes an
 * optional `sluice_error *` as its last argument, which it fills on failure only. Output parameters are written on
 * success only.
 */
#ifndef SLUICE_STATUS_H
#define SLUICE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, value, exit status of the command line, text) */
#define SLUICE_STATUS_MAP(X)                                                       \
    X(OK, 0, 0, "done")                                                            \
    X(E_PROOF_INVALID, -1, 1, "the proof does not verify")                         \
    X(E_UNSATISFIED, -2, 1, "the witness does not satisfy the circuit")            \
    X(E_DIFFERS, -3, 1, "the result differs from the expected one")                \
    X(E_USAGE, -10, 2, "wrong use of the command or function")                     \
    X(E_INPUT, -20, 3, "bad input")                                                \
    X(E_TRUNCATED, -21, 3, "the input is shorter or longer than its contents say") \
    X(E_CORRUPT, -22, 3, "the input is damaged")                                   \
    X(E_MISMATCH, -23, 3, "the inputs do not belong together")                     \
    X(E_UNKNOWN, -24, 3, "the name or file is not known")                          \
    X(E_NO_MEMORY, -30, 4, "out of memory")                                        \
    X(E_BUDGET, -31, 4, "the memory budget is too small")                          \
    X(E_BUSY, -33, 4, "the queue is full, try again later")                        \
    X(E_NO_SPACE, -32, 4, "the disk is too small")                                 \
    X(E_OS, -40, 5, "the operating system refused")                                \
    X(E_RANDOM, -41, 5, "the random generator of the operating system failed")     \
    X(E_SELF_CHECK, -42, 5, "a proof failed its own check")                        \
    X(E_DEVICE, -43, 5, "a device failed")                                         \
    X(E_INTERNAL, -50, 6, "internal error, please report")                         \
    X(E_INTERRUPTED, -60, 130, "interrupted")

typedef enum sluice_status {
#define SLUICE_STATUS_ENUM(name, value, exit_status, text) SLUICE_##name = (value),
    SLUICE_STATUS_MAP(SLUICE_STATUS_ENUM)
#undef SLUICE_STATUS_ENUM
} sluice_status;

/* What went wrong, in one line: file or section, index, expected and found. */
typedef struct sluice_error {
    sluice_status status;
    int line;         /* of the source file below */
    const char *file; /* source file that noticed; static storage */
    char text[512];   /* always terminated */
} sluice_error;

/* The short name ("E_INPUT") and the general text of a status; never NULL. */
const char *sluice_status_name(sluice_status status);
const char *sluice_status_text(sluice_status status);
/* The exit status of the command line for `status` (docs/cli: 0 to 6, 130). */
int sluice_status_exit(sluice_status status);

#ifdef __cplusplus
}
#endif
#endif
