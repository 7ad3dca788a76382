// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/device_fault.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/mem/small.h"

#define NAME_OF(name, text) text,
static const char *const site_names[] = {SL_FAULT_MAP(NAME_OF)};

const char *sl_fault_site_name(sl_fault_site site) {
    return site_names[site];
}

/* Faults that wait inside the arithmetic. */
enum { ARMED_MAX = 32 };

typedef struct armed_fault {
    _Atomic(const sl_account *) account; /* whose work suffers; NULL: a free place */
    sl_fault_site site;
    atomic_int left; /* calls of the kernel until then */
    atomic_bool has_hit;
    uint64_t random;
} armed_fault;

static armed_fault armed[ARMED_MAX];
static atomic_int armed_n;

/* The fault that strikes in this call, if any. */
static armed_fault *fault_due(sl_fault_site site) {
    if (atomic_load_explicit(&armed_n, memory_order_acquire) == 0) {
        return NULL;
    }
    const sl_account *mine = sl_mem_scope_get().account;
    for (size_t i = 0; mine != NULL && i < ARMED_MAX; i++) {
        armed_fault *at = &armed[i];
        if (atomic_load(&at->account) == mine && at->site == site && atomic_fetch_sub(&at->left, 1) == 0) {
            atomic_store(&at->has_hit, true);
            return at;
        }
    }
    return NULL;
}

static armed_fault *fault_arm(sl_fault_site site, int calls, uint64_t random) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    armed_fault *found = NULL;
    (void)pthread_mutex_lock(&lock);
    for (size_t i = 0; i < ARMED_MAX && found == NULL; i++) {
        if (atomic_load(&armed[i].account) == NULL) {
            found = &armed[i];
            found->site = site;
            found->random = random;
            atomic_store(&found->left, calls);
            atomic_store(&found->has_hit, false);
            atomic_store(&found->account, sl_mem_scope_get().account);
            (void)atomic_fetch_add(&armed_n, 1);
        }
    }
    (void)pthread_mutex_unlock(&lock);
    return found;
}

/* True if it has struck. */
static bool fault_disarm(armed_fault *fault) {
    if (fault == NULL) {
        return false;
    }
    const bool has_hit = atomic_load(&fault->has_hit);
    (void)atomic_fetch_sub(&armed_n, 1);
    atomic_store(&fault->account, NULL);
    return has_hit;
}

/* Kernels */

static const sl_kernels *real;
static sl_kernels broken;
static sl_curve_kernels broken_g1, broken_g2;

/* Low bits alone, so that every form of a field element stays within its bounds. */
static void flip(void *at, uint64_t random) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    word ^= UINT64_C(1) << (random % 20 + 1);
    memcpy(at, &word, sizeof word);
}

static void broken_ntt_pass(sl_fr *a, const sl_ntt_pass *pass, void *scratch) {
    const size_t mine_n = pass->stride == 1 ? (size_t)1 << pass->log2_n : pass->lanes_n;
    const armed_fault *before = fault_due(SL_FAULT_ABC);
    if (before != NULL) {
        flip(&a[(before->random >> 8) % mine_n], before->random);
    }
    real->ntt_pass(a, pass, scratch);
    const armed_fault *after = fault_due(SL_FAULT_NTT);
    if (after != NULL) {
        flip(&a[(after->random >> 8) % mine_n], after->random);
    }
}

static size_t decode_broken(const sl_curve_kernels *kernels, void *slots, const uint8_t *keys, const uint32_t *at,
                            size_t n, bool check_curve) {
    const size_t done = kernels->decode(slots, keys, at, n, check_curve);
    const armed_fault *fault = done == 0 ? NULL : fault_due(SL_FAULT_KEY_POINT);
    if (fault != NULL) {
        flip((char *)slots + (fault->random >> 8) % done * kernels->slot_bytes, fault->random);
    }
    return done;
}

static void pairs_broken(const sl_curve_kernels *kernels, const sl_point_pair *pairs, size_t n, void *scratch) {
    kernels->add_pairs(pairs, n, scratch);
    const armed_fault *fault = n == 0 ? NULL : fault_due(SL_FAULT_BUCKET);
    if (fault != NULL) {
        flip(pairs[(fault->random >> 8) % n].out, fault->random);
    }
}

static size_t decode_g1(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    return decode_broken(real->g1, slots, keys, at, n, check_curve);
}

static size_t decode_g2(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve) {
    return decode_broken(real->g2, slots, keys, at, n, check_curve);
}

static void pairs_g1(const sl_point_pair *pairs, size_t n, void *scratch) {
    pairs_broken(real->g1, pairs, n, scratch);
}

static void pairs_g2(const sl_point_pair *pairs, size_t n, void *scratch) {
    pairs_broken(real->g2, pairs, n, scratch);
}

const sl_kernels *sl_fault_kernels(const sl_kernels *kernels) {
    if (kernels == &broken) {
        return kernels;
    }
    real = kernels;
    broken = *kernels;
    broken_g1 = *kernels->g1;
    broken_g2 = *kernels->g2;
    broken_g1.decode = decode_g1;
    broken_g2.decode = decode_g2;
    broken_g1.add_pairs = pairs_g1;
    broken_g2.add_pairs = pairs_g2;
    broken_g1.add_pairs_ahead = NULL; /* then add_pairs is called */
    broken_g2.add_pairs_ahead = NULL;
    broken.g1 = &broken_g1;
    broken.g2 = &broken_g2;
    broken.ntt_pass = broken_ntt_pass;
    return &broken;
}

/* The device */

typedef struct fault_device {
    sl_device base;
    sl_device *inner;
    pthread_mutex_t lock; /* guards what follows */
    sl_fault_plan plan;
    uint64_t random;
    uint64_t counts[SL_FAULT_SITES_N];
    bool is_lost;
} fault_device;

/* What a pending proof carries from start to finish. */
typedef struct fault_pending {
    void *inner;
    bool is_armed; /* for finish */
    sl_fault_site site;
    uint64_t random;
} fault_pending;

static uint64_t random_next(fault_device *self) {
    uint64_t z = self->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* What this run is to suffer; false: nothing. */
static bool fault_draw(fault_device *self, fault_pending *out) {
    (void)pthread_mutex_lock(&self->lock);
    const bool is_hit = self->plan.sites != 0 && random_next(self) % 1000 < self->plan.per_thousand;
    if (is_hit) {
        unsigned site;
        do {
            site = (unsigned)(random_next(self) % SL_FAULT_SITES_N);
        } while ((self->plan.sites >> site & 1) == 0);
        *out = (fault_pending){.is_armed = true, .site = (sl_fault_site)site, .random = random_next(self)};
    }
    (void)pthread_mutex_unlock(&self->lock);
    return is_hit;
}

static void fault_count(fault_device *self, sl_fault_site site) {
    (void)pthread_mutex_lock(&self->lock);
    self->counts[site]++;
    (void)pthread_mutex_unlock(&self->lock);
}

static sluice_status lost_check(fault_device *self, sluice_error *err) {
    (void)pthread_mutex_lock(&self->lock);
    const bool is_lost = self->is_lost;
    (void)pthread_mutex_unlock(&self->lock);
    return is_lost ? SL_FAIL(err, SLUICE_E_DEVICE, "%s: lost", self->base.name) : SLUICE_OK;
}

static void sleep_us(unsigned us) {
    const struct timespec t = {.tv_sec = us / 1000000, .tv_nsec = (long)(us % 1000000) * 1000};
    (void)nanosleep(&t, NULL);
}

/* A bit of the plane or of a value; false if the witness has neither. */
static bool witness_flip(sl_witness *witness, uint64_t random) {
    if (witness->fields_n > 0 && (random & 1) != 0) {
        flip(&witness->fields[(random >> 8) % witness->fields_n], random);
        return true;
    }
    if (witness->aux_n == 0) {
        return false;
    }
    const size_t wire = (size_t)((random >> 8) % witness->aux_n);
    witness->bits[wire / 64] ^= UINT64_C(1) << wire % 64;
    return true;
}

/* Faults before and during start. The rest stays armed for finish. */
static sluice_status start_run(fault_device *self, const sl_device_work *work, sl_witness *witness,
                               fault_pending *pending, sluice_error *err) {
    armed_fault *fault = NULL;
    if (pending->is_armed) {
        switch (pending->site) {
        case SL_FAULT_WITNESS:
            if (witness_flip(witness, pending->random)) {
                fault_count(self, pending->site);
            }
            pending->is_armed = false;
            break;
        case SL_FAULT_ABC:
            fault = fault_arm(SL_FAULT_ABC, (int)(pending->random >> 40) % 2, pending->random);
            break;
        case SL_FAULT_NTT:
            fault = fault_arm(SL_FAULT_NTT, (int)(pending->random >> 40) % 4, pending->random);
            break;
        case SL_FAULT_START_ERROR:
            fault_count(self, pending->site);
            return SL_FAIL(err, SLUICE_E_DEVICE, "%s: injected error", self->base.name);
        case SL_FAULT_DELAY:
            fault_count(self, pending->site);
            sleep_us(self->plan.delay_us);
            pending->is_armed = false;
            break;
        case SL_FAULT_KEY_POINT:
        case SL_FAULT_BUCKET:
            /* Half of them in the sum over h. */
            if ((pending->random >> 32 & 1) != 0) {
                fault = fault_arm(pending->site, (int)(pending->random >> 40) % 4, pending->random);
            }
            break;
        case SL_FAULT_RESULT:
        case SL_FAULT_FINISH_ERROR:
        case SL_FAULT_SITES_N:
            break;
        }
    }
    const sluice_status status = sl_device_start(self->inner, work, witness, &pending->inner, err);
    if (fault != NULL && fault_disarm(fault)) {
        fault_count(self, pending->site);
        pending->is_armed = false;
    }
    return status;
}

static sluice_status fault_start(sl_device *device, const sl_device_work *work, sl_witness *witness, void **pending,
                                 sluice_error *err) {
    fault_device *self = (fault_device *)device;
    SL_TRY(lost_check(self, err));
    fault_pending *made = sl_small_alloc(1, sizeof *made);
    if (made == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a pending proof");
    }
    (void)fault_draw(self, made);
    const sluice_status status = start_run(self, work, witness, made, err);
    if (status != SLUICE_OK) {
        free(made);
        return status;
    }
    *pending = made;
    return SLUICE_OK;
}

static sluice_status fault_finish(sl_device *device, const sl_device_work *work, void *data, sl_proof *out,
                                  sl_prove_sums *sums, sluice_error *err) {
    fault_device *self = (fault_device *)device;
    fault_pending *pending = data;
    SL_TRY(lost_check(self, err));
    const sl_fault_site site = pending->site;
    armed_fault *fault = NULL;
    if (pending->is_armed && site == SL_FAULT_FINISH_ERROR) {
        fault_count(self, site);
        return SL_FAIL(err, SLUICE_E_DEVICE, "%s: injected error", self->base.name);
    }
    if (pending->is_armed && (site == SL_FAULT_KEY_POINT || site == SL_FAULT_BUCKET)) {
        fault = fault_arm(site, (int)(pending->random >> 40) % 8, pending->random);
    }
    const sluice_status status = sl_device_finish(self->inner, work, pending->inner, out, sums, err);
    if (fault != NULL && fault_disarm(fault)) {
        fault_count(self, site);
    }
    if (status == SLUICE_OK && pending->is_armed && site == SL_FAULT_RESULT) {
        flip((pending->random >> 32 & 1) != 0 ? &out->a : &out->c, pending->random);
        fault_count(self, site);
    }
    return status;
}

static void fault_release(sl_device *device, void *data) {
    const fault_device *self = (const fault_device *)device;
    fault_pending *pending = data;
    sl_device_release(self->inner, pending->inner);
    free(pending);
}

static void fault_close(sl_device *device) {
    fault_device *self = (fault_device *)device;
    sl_device_close(self->inner);
    (void)pthread_mutex_destroy(&self->lock);
    free(self);
}

static const sl_device_ops fault_ops = {fault_start, fault_finish, fault_release, fault_close};

sluice_status sl_device_fault_open(sl_device **out, sl_device *inner, const sl_fault_plan *plan, sluice_error *err) {
    fault_device *self = sl_small_alloc(1, sizeof *self);
    if (self == NULL) {
        sl_device_close(inner);
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a device");
    }
    self->base.ops = &fault_ops;
    memcpy(self->base.name, inner->name, sizeof self->base.name);
    self->base.is_elsewhere = inner->is_elsewhere;
    self->base.takes_witness = inner->takes_witness;
    self->inner = inner;
    self->plan = *plan;
    self->random = plan->seed;
    (void)pthread_mutex_init(&self->lock, NULL);
    *out = &self->base;
    return SLUICE_OK;
}

void sl_device_fault_plan(sl_device *device, const sl_fault_plan *plan) {
    fault_device *self = (fault_device *)device;
    (void)pthread_mutex_lock(&self->lock);
    self->plan = *plan;
    self->random ^= plan->seed;
    (void)pthread_mutex_unlock(&self->lock);
}

void sl_device_fault_lose(sl_device *device, bool is_lost) {
    fault_device *self = (fault_device *)device;
    (void)pthread_mutex_lock(&self->lock);
    self->is_lost = is_lost;
    (void)pthread_mutex_unlock(&self->lock);
}

void sl_device_fault_counts(sl_device *device, uint64_t out[SL_FAULT_SITES_N]) {
    fault_device *self = (fault_device *)device;
    (void)pthread_mutex_lock(&self->lock);
    memcpy(out, self->counts, sizeof self->counts);
    (void)pthread_mutex_unlock(&self->lock);
}
