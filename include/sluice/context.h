// SPDX-License-Identifier: MIT OR Apache-2.0
/* A context: threads, kernel set, memory budget, progress. */
#ifndef SLUICE_CONTEXT_H
#define SLUICE_CONTEXT_H

#include <sluice/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_context sluice_context;

/*
 * Told about long work: `what` is static text ("digest", "h"); done and total are in units of that work (rows, bytes,
 * points). Called from the thread that called into the library, at most some ten times a second. A return value
 * other than 0 stops the work, which then ends with SLUICE_E_INTERRUPTED and leaves nothing behind.
 */
typedef int (*sluice_progress)(void *data, const char *what, uint64_t done, uint64_t total);

typedef struct sluice_options {
    size_t struct_size; /* set by sluice_options_init */
    unsigned threads;   /* 0: as many CPUs as the process may use */
    /*
     * Ceiling for the anonymous and shared resident memory of the process; 0: as it is (none at first). 8 MiB and 1 MiB
     * a thread of it are set apart for what is not a large buffer; large buffers fail beyond the rest.
     */
    uint64_t budget_bytes;
    const char
        *kernel; /* "auto": the best that the processor has; "portable", "adx", "fma", "ifma"; NULL: SLUICE_KERNEL */
    sluice_progress progress; /* may be NULL */
    void *progress_data;
    /*
     * Where proofs are computed. "cuda": on the devices of the module, which have to be there. NULL or "auto": on them
     * if there are any, with the processor in reserve; else on the processor. "cpu": on the processor. The texts are
     * kept by the caller as long as the context is open.
     */
    const char *backend;
    const char *module;           /* absolute path of the module; NULL: where it is installed */
    const char *devices;          /* numbers of the module's devices, "0,2"; NULL: all that can be used */
    uint64_t budget_device_bytes; /* of the memory of each device; 0: what is free */
    /*
     * NULL, or told what a person should know of how work is done: that a device is not used, and why. Called from the
     * thread that called into the library.
     */
    void (*note)(void *data, const char *text);
    void *note_data;
} sluice_options;

SLUICE_API void sluice_options_init(sluice_options *options);

/* options may be NULL for the defaults. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_context_open(sluice_context **out, const sluice_options *options,
                                                              sluice_error *err);
SLUICE_API void sluice_context_close(sluice_context *context);
/* The name of the kernel set in use, and the number of threads. */
SLUICE_API const char *sluice_context_kernel(const sluice_context *context);
SLUICE_API unsigned sluice_context_threads(const sluice_context *context);

/* "0.1.0"; static. */
SLUICE_API const char *sluice_version(void);

#ifdef __cplusplus
}
#endif
#endif
