// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys on a device of a module: read from their file by all threads, kept, closed where others need the room. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "engine/flow/device_module_state.h"

/* Of a key's file, read and uploaded by a thread at a time; down to SL_DEVICE_PIECE_BYTES where memory is short. */
#define PIECE_BYTES_MAX ((size_t)4 << 20)
/* Pieces a thread between two looks at the observer. */
#define PIECES_A_TURN 8
/* Between two looks of what waits. */
#define LOOK_S 0.05

sl_key_section sl_module_key_section(sl_module_section section) {
    static const sl_key_section sections[SL_MODULE_SECTIONS_N] = {
        [SL_MODULE_H] = SL_KEY_H,       [SL_MODULE_L] = SL_KEY_L,       [SL_MODULE_A] = SL_KEY_A,
        [SL_MODULE_B_G1] = SL_KEY_B_G1, [SL_MODULE_B_G2] = SL_KEY_B_G2,
    };
    return sections[section];
}

/* Upload */

typedef struct upload {
    const module_device *self;
    const sl_params *params;
    sl_module_key *key;
    uint8_t *space; /* a piece of each thread */
    size_t piece_bytes;
    size_t pieces_n[SL_MODULE_SECTIONS_N], first_piece;
    atomic_bool is_over;
    pthread_mutex_t lock;
    sluice_error error; /* the first, with the lock */
} upload;

static const sl_key_range *range_of(const upload *up, int section) {
    return &up->params->layout.section[sl_module_key_section((sl_module_section)section)];
}

static size_t points_a_piece(const upload *up, int section) {
    return up->piece_bytes / range_of(up, section)->element_bytes;
}

static sluice_status piece_put(const upload *up, int section, size_t piece, uint8_t *space, sluice_error *err) {
    const sl_key_range *range = range_of(up, section);
    const uint64_t first = (uint64_t)piece * points_a_piece(up, section);
    const size_t n = (size_t)SL_MIN(range->count - first, (uint64_t)points_a_piece(up, section));
    SL_TRY(sl_file_read_at(&up->params->file, space, n * range->element_bytes,
                           range->offset + first * range->element_bytes, err));
    return up->self->prove->key_put(up->key, (sl_module_section)section, first, space, n, err);
}

static void upload_task(void *data, size_t i, size_t worker) {
    upload *up = data;
    size_t piece = up->first_piece + i;
    int section = 0;
    while (piece >= up->pieces_n[section]) {
        piece -= up->pieces_n[section++];
    }
    if (atomic_load_explicit(&up->is_over, memory_order_relaxed)) {
        return;
    }
    sluice_error error = {0};
    if (piece_put(up, section, piece, up->space + worker * up->piece_bytes, &error) != SLUICE_OK) {
        (void)pthread_mutex_lock(&up->lock);
        if (up->error.status == SLUICE_OK) {
            up->error = error;
        }
        (void)pthread_mutex_unlock(&up->lock);
        atomic_store_explicit(&up->is_over, true, memory_order_relaxed);
    }
}

static sluice_status upload_run(upload *up, const sl_device_work *work, sluice_error *err) {
    sl_pool *pool = up->self->pools[work->is_urgent];
    const size_t turn = PIECES_A_TURN * sl_pool_threads(pool);
    size_t all = 0;
    for (int section = 0; section < SL_MODULE_SECTIONS_N; section++) {
        const size_t a_piece = points_a_piece(up, section);
        up->pieces_n[section] = (size_t)((range_of(up, section)->count + a_piece - 1) / a_piece);
        all += up->pieces_n[section];
    }
    for (; up->first_piece < all && !up->is_over; up->first_piece += turn) {
        sl_pool_for(pool, SL_MIN(turn, all - up->first_piece), upload_task, up);
        SL_TRY(sl_observe_progress(work->observer, "upload", SL_MIN(up->first_piece + turn, all), all, err));
    }
    if (up->error.status != SLUICE_OK && err != NULL) {
        *err = up->error;
    }
    SL_TRY(up->error.status);
    SL_TRY(up->self->prove->key_ready(up->key, err));
    return sl_params_check_unchanged(up->params, err);
}

/* What is left of the place's budget for the key, beside its circuit; 0: what is free. */
static sluice_status key_budget(uint64_t *out, const module_device *self, const stored_key *place, sluice_error *err) {
    sl_module_circuit_counts circuit = {0};
    if (place->circuit != NULL) {
        self->options.table->rows->circuit_counts(place->circuit, &circuit);
    }
    if (self->options.budget_bytes != 0 && place->budget_bytes <= circuit.circuit_bytes) {
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "device %u: a circuit of %" PRIu64 " bytes and its key, with %" PRIu64 " bytes left of %" PRIu64,
                       self->options.index, circuit.circuit_bytes, place->budget_bytes, self->options.budget_bytes);
    }
    *out = self->options.budget_bytes == 0 ? 0 : place->budget_bytes - circuit.circuit_bytes;
    return SLUICE_OK;
}

static void shape_make(sl_module_key_shape *out, const module_device *self, const stored_key *place,
                       uint64_t budget_bytes, const sl_prover *prover) {
    const sl_key_layout *layout = &sl_prover_params(prover)->layout;
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(sl_prover_r1cs(prover), &counts);
    *out = (sl_module_key_shape){
        .domain_log2 = counts.domain_log2,
        .is_folded = layout->is_folded,
        .budget_bytes = budget_bytes,
        .proofs_n = self->options.proofs_n,
    };
    if (place->circuit != NULL) {
        sl_module_circuit_counts circuit;
        self->options.table->rows->circuit_counts(place->circuit, &circuit);
        out->witness_bytes = circuit.witness_bytes;
    }
    for (int i = 0; i < SL_MODULE_SECTIONS_N; i++) {
        out->points_n[i] = layout->section[sl_module_key_section((sl_module_section)i)].count;
        out->full_max[i] = i == SL_MODULE_H ? 0 : SL_MIN(out->points_n[i], counts.inputs + counts.fields);
    }
}

/* Of the process, not of the partition that happens to be the first; the smallest pieces are the caller's promise. */
static sluice_status pieces_alloc(const module_device *self, const sl_device_work *work, sl_buf *out,
                                  size_t *piece_bytes, sluice_error *err) {
    const size_t threads_n = sl_pool_threads(self->pools[work->is_urgent]);
    sluice_status status = SLUICE_E_BUDGET;
    for (size_t bytes = PIECE_BYTES_MAX; status == SLUICE_E_BUDGET && bytes >= SL_DEVICE_PIECE_BYTES; bytes /= 2) {
        const bool is_least = bytes == SL_DEVICE_PIECE_BYTES;
        const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){is_least ? work->account : NULL, SL_MEM_SRS});
        status = sl_buf_alloc_n(out, threads_n, bytes, "pieces of a key", err);
        (void)sl_mem_scope_set(before);
        *piece_bytes = bytes;
    }
    return status;
}

/* Without the lock. */
static sluice_status key_fill(const module_device *self, const sl_device_work *work, sl_module_key *key,
                              sluice_error *err) {
    upload up = {.self = self, .params = sl_prover_params(work->prover), .key = key};
    sl_buf space;
    SL_TRY(pieces_alloc(self, work, &space, &up.piece_bytes, err));
    up.space = space.data;
    (void)pthread_mutex_init(&up.lock, NULL);
    const sluice_status status = upload_run(&up, work, err);
    (void)pthread_mutex_destroy(&up.lock);
    sl_buf_release(&space);
    return status == SLUICE_OK ? SLUICE_OK : sl_error_prefix(err, status, "%s", up.params->file.path);
}

static sl_mem_scope key_scope(void) {
    return (sl_mem_scope){NULL, SL_MEM_SRS};
}

static size_t device_kind(const module_device *self) {
    return SL_KIND_DEVICE + self->options.number % SL_MEM_DEVICES_MAX;
}

/* What the key takes, and its circuit, in the ledger. */
static sluice_status key_book(const module_device *self, stored_key *place, sl_module_key *key, sluice_error *err) {
    sl_module_memory memory;
    sl_module_circuit_counts circuit = {0};
    self->prove->key_memory(key, &memory);
    if (place->circuit != NULL) {
        self->options.table->rows->circuit_counts(place->circuit, &circuit);
    }
    const uint64_t device_bytes = memory.all + circuit.circuit_bytes;
    SL_TRY(sl_mem_book(key_scope(), device_kind(self), device_bytes, "key on a device", err));
    const sluice_status status = sl_mem_book(key_scope(), SL_KIND_PINNED, memory.pinned, "key on a device", err);
    if (status != SLUICE_OK) {
        sl_mem_unbook(key_scope(), device_kind(self), device_bytes);
        return status;
    }
    place->device_bytes = device_bytes;
    place->pinned_bytes = memory.pinned;
    return SLUICE_OK;
}

static void key_unbook(const module_device *self, const stored_key *place) {
    sl_mem_unbook(key_scope(), device_kind(self), place->device_bytes);
    sl_mem_unbook(key_scope(), SL_KIND_PINNED, place->pinned_bytes);
}

static bool is_of_room(sluice_status status) {
    return status == SLUICE_E_NO_MEMORY || status == SLUICE_E_BUDGET;
}

/* The circuit goes to the device first: the key takes what it needs of the rest. */
static sluice_status circuit_load(const module_device *self, const sl_prover *prover, stored_key *place,
                                  sluice_error *err) {
    sl_device_program program = {0};
    const sl_mem_scope before = sl_mem_scope_set(key_scope());
    sluice_status status = sl_device_program_make(&program, sl_prover_r1cs(prover), err);
    if (status == SLUICE_OK) {
        status = self->options.table->rows->circuit_open(self->device, &program.arrays, &place->circuit, err);
        place->lacks_room = is_of_room(status);
        sl_device_program_release(&program);
    }
    (void)sl_mem_scope_set(before);
    return status;
}

static sluice_status key_make(const module_device *self, const sl_device_work *work, stored_key *place,
                              sluice_error *err) {
    const sl_params *params = sl_prover_params(work->prover);
    sl_module_made made = {{NULL, NULL}};
    sl_module_key_shape shape;
    sl_module_key *key = NULL;
    uint64_t budget_bytes;
    bool is_booked = false;
    sluice_status status = params->made == NULL ? SLUICE_OK : sl_module_made_open(&made, self, params, err);
    if (status == SLUICE_OK) {
        status = key_budget(&budget_bytes, self, place, err);
    }
    if (status == SLUICE_OK) {
        shape_make(&shape, self, place, budget_bytes, work->prover);
        status = self->prove->key_open(self->device, &shape, &key, err);
    }
    place->lacks_room = is_of_room(status);
    if (status == SLUICE_OK) {
        status = key_book(self, place, key, err);
        is_booked = status == SLUICE_OK;
    }
    if (status == SLUICE_OK) {
        status =
            params->made == NULL ? key_fill(self, work, key, err) : sl_module_made_fill(&made, self, work, key, err);
    }
    sl_module_made_close(&made, self);
    if (status == SLUICE_OK) {
        place->key = key;
        return SLUICE_OK;
    }
    if (is_booked) {
        key_unbook(self, place);
    }
    if (key != NULL) {
        self->prove->key_close(key);
    }
    return status;
}

static void circuit_close(const module_device *self, const stored_key *place) {
    if (place->circuit != NULL) {
        self->options.table->rows->circuit_close(place->circuit);
    }
}

/* Without the lock; the place is this thread's until it is ready or free again. */
static sluice_status key_load(const module_device *self, const sl_device_work *work, stored_key *place,
                              sluice_error *err) {
    if (self->base.takes_witness) {
        SL_TRY(circuit_load(self, work->prover, place, err));
    }
    const sluice_status status = key_make(self, work, place, err);
    if (status != SLUICE_OK) {
        circuit_close(self, place);
    }
    return status;
}

/* From here on all with the lock. */

static void memory_note(module_device *self, const stored_key *place) {
    sl_module_memory memory;
    self->prove->key_memory(place->key, &memory);
    if (memory.peak >= self->stats.memory.peak) {
        self->stats.memory = memory;
    }
}

static void key_close(module_device *self, stored_key *place) {
    memory_note(self, place);
    self->prove->key_close(place->key);
    circuit_close(self, place);
    key_unbook(self, place);
    *place = (stored_key){0};
}

static bool is_idle(const stored_key *place) {
    return place->is_ready && place->users_n == 0;
}

/* Whether any start uses a key or loads one. */
static bool is_busy(const module_device *self) {
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        if (self->keys[i].is_used && !is_idle(&self->keys[i])) {
            return true;
        }
    }
    return false;
}

static bool is_loading(const module_device *self) {
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        if (self->keys[i].is_used && !self->keys[i].is_ready) {
            return true;
        }
    }
    return false;
}

/* Closes what nobody uses; false if there was nothing. */
static bool idle_close(module_device *self) {
    bool found = false;
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        if (is_idle(&self->keys[i])) {
            key_close(self, &self->keys[i]);
            found = true;
        }
    }
    return found;
}

/* Nobody uses it: its keys go, and it is opened anew. */
static sluice_status device_reopen(module_device *self, sluice_error *err) {
    sl_module_device_shut(self);
    SL_TRY(self->options.table->device_open(&self->device, self->options.index, err));
    self->is_lost = false;
    return SLUICE_OK;
}

static stored_key *key_find(module_device *self, const sl_file_identity *identity) {
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        stored_key *place = &self->keys[i];
        if (place->is_ready && memcmp(&place->identity, identity, sizeof *identity) == 0) {
            return place;
        }
    }
    return NULL;
}

/* A free place, or that of the idle key that was asked for longest ago; NULL: all are in use. */
static stored_key *place_find(module_device *self) {
    stored_key *oldest = NULL;
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        stored_key *place = &self->keys[i];
        if (!place->is_used) {
            return place;
        }
        if (is_idle(place) && (oldest == NULL || place->asked < oldest->asked)) {
            oldest = place;
        }
    }
    if (oldest != NULL) {
        key_close(self, oldest);
    }
    return oldest;
}

sluice_status sl_module_changed_wait(module_device *self, const sl_observer *observer, sluice_error *err) {
    const struct timespec until = sl_clock_after(LOOK_S);
    (void)pthread_cond_timedwait(&self->changed, &self->lock, &until);
    return sl_observe_progress(observer, "device", 0, 1, err);
}

/* Of the budget, what keys that are there leave; 0: there is none. */
static uint64_t budget_left(const module_device *self) {
    uint64_t left = self->options.budget_bytes;
    for (size_t i = 0; i < SL_MODULE_KEYS_MAX; i++) {
        left -= SL_MIN(left, self->keys[i].device_bytes);
    }
    return left;
}

/* Loads into a place; gives the lock back meanwhile. *lacks_room: whether it failed for lack of the device's memory. */
static sluice_status place_load(module_device *self, const sl_device_work *work, stored_key *place, bool *lacks_room,
                                sluice_error *err) {
    place->is_used = true;
    place->budget_bytes = budget_left(self);
    place->identity = sl_prover_params(work->prover)->identity;
    const double began_s = sl_clock_seconds();
    (void)pthread_mutex_unlock(&self->lock);
    const sluice_status status = key_load(self, work, place, err);
    (void)pthread_mutex_lock(&self->lock);
    if (status == SLUICE_OK) {
        place->is_ready = true;
        self->stats.uploads_n++;
        self->stats.upload_bytes += sl_prover_params(work->prover)->layout.bytes;
        self->stats.upload_s += sl_clock_seconds() - began_s;
        memory_note(self, place);
    } else {
        *lacks_room = place->lacks_room;
        *place = (stored_key){0};
        self->is_lost = self->is_lost || status == SLUICE_E_DEVICE;
    }
    (void)pthread_cond_broadcast(&self->changed);
    return status;
}

/* One step towards the key; *out is set when it is there. */
static sluice_status take_step(module_device *self, const sl_device_work *work, stored_key **out, sluice_error *err) {
    if (self->is_lost) {
        if (is_busy(self)) {
            return sl_module_changed_wait(self, work->observer, err);
        }
        return device_reopen(self, err);
    }
    *out = key_find(self, &sl_prover_params(work->prover)->identity);
    if (*out != NULL) {
        return SLUICE_OK;
    }
    stored_key *place = is_loading(self) ? NULL : place_find(self);
    if (place == NULL) {
        return sl_module_changed_wait(self, work->observer, err);
    }
    bool lacks_room;
    const sluice_status status = place_load(self, work, place, &lacks_room, err);
    if (!is_of_room(status)) {
        return status;
    }
    /* Room is made by those that nobody uses, or by those who will be done. */
    if (idle_close(self)) {
        return SLUICE_OK;
    }
    if (is_busy(self)) {
        return sl_module_changed_wait(self, work->observer, err);
    }
    if (!lacks_room || !self->options.gives_way) {
        return status;
    }
    if (err != NULL) {
        err->status = SLUICE_E_DEVICE;
    }
    return sl_error_prefix(err, SLUICE_E_DEVICE, "no room for the key");
}

sluice_status sl_module_key_take(module_device *self, const sl_device_work *work, stored_key **out, sluice_error *err) {
    stored_key *key = NULL;
    sluice_status status = SLUICE_OK;
    (void)pthread_mutex_lock(&self->lock);
    while (key == NULL && status == SLUICE_OK) {
        status = take_step(self, work, &key, err);
    }
    if (status == SLUICE_OK) {
        key->users_n++;
        key->asked = ++self->asked_n;
        *out = key;
    }
    (void)pthread_mutex_unlock(&self->lock);
    return status;
}

void sl_module_key_give(module_device *self, stored_key *key, bool is_lost) {
    (void)pthread_mutex_lock(&self->lock);
    memory_note(self, key);
    key->users_n--;
    self->is_lost = self->is_lost || is_lost;
    (void)pthread_cond_broadcast(&self->changed);
    (void)pthread_mutex_unlock(&self->lock);
}

void sl_module_proof_end(module_device *self, stored_key *key) {
    (void)pthread_mutex_lock(&self->lock);
    key->proofs_n--;
    (void)pthread_cond_broadcast(&self->changed);
    (void)pthread_mutex_unlock(&self->lock);
}

void sl_module_device_shut(module_device *self) {
    SL_ASSERT(!is_busy(self));
    (void)idle_close(self);
    self->options.table->device_close(self->device);
    self->device = NULL;
    self->is_lost = true;
}
