// SPDX-License-Identifier: MIT OR Apache-2.0
/* Profiles as JSON: one table for each kind of object says what its members are, for reading and for writing. */
#include <string.h>

#include "core/base/json_scan.h"
#include "engine/sim/sim.h"

#define MIB UINT64_C(1048576)
#define MS UINT64_C(1000000)
#define MIB_MAX (UINT64_C(1) << 34)
#define MS_MAX UINT64_C(10000000)
#define COUNT_MAX UINT64_C(1048576)
#define FIELDS_MAX 32

typedef enum member_kind {
    COUNT,    /* uint32_t */
    SIZE,     /* uint64_t bytes, in MiB */
    TIME,     /* uint64_t nanoseconds, in milliseconds */
    NAME,     /* char[SL_SIM_NAME_MAX] */
    WORD,     /* uint32_t or enum: place in `words` */
    RESIDENT, /* uint32_t: place of the resident of this name, or NONE if left out */
    SHAPE,    /* uint32_t: place of the shape of this name */
    POINTS,   /* of a shape: [workers, milliseconds] */
} member_kind;

typedef struct member {
    const char *key;
    member_kind kind;
    size_t offset;
    const char *const *words; /* of WORD, NULL behind the last */
    bool is_optional;
} member;

static const char *const permit_words[] = {"reservation", "delivery", "synthesis", NULL};
static const char *const priority_words[] = {"critical", "high", "normal", "low", NULL};
static const char *const turn_words[] = {"budget", "device_lost", "device_back", NULL};
static const char *const class_words[] = {"other",   "vanilla", "witness", "abc", "device",
                                          "pending", "srs",     "circuit", NULL};

#define AT(type, field) offsetof(type, field)
#define P sl_sim_profile
static const member machine_members[] = {
    {"memory_mib", SIZE, AT(P, machine_bytes), NULL, false},
    {"other_mib", SIZE, AT(P, other_bytes), NULL, false},
    {"grace_ms", TIME, AT(P, grace_ns), NULL, true},
    {"program_mib", SIZE, AT(P, config.baseline.bytes[SL_KIND_HOST]), NULL, false},
    {"devices", COUNT, AT(P, config.devices_n), NULL, false},
    {NULL, COUNT, 0, NULL, false},
};
static const member engine_members[] = {
    {"permit", WORD, AT(P, config.permit), permit_words, false},
    {"workers", COUNT, AT(P, config.workers_n), NULL, false},
    {"workers_critical", COUNT, AT(P, config.workers_critical), NULL, true},
    {"jobs_in_flight", COUNT, AT(P, config.jobs_in_flight), NULL, true},
    {"jobs_max", COUNT, AT(P, config.jobs_max), NULL, true},
    {"partitions_max", COUNT, AT(P, config.partitions_max), NULL, true},
    {"handover", COUNT, AT(P, config.handover_n), NULL, false},
    {"slots", COUNT, AT(P, config.slots_n), NULL, false},
    {"slots_critical", COUNT, AT(P, config.slots_critical), NULL, true},
    {"finishers", COUNT, AT(P, config.finishers_n), NULL, true},
    {"finishers_critical", COUNT, AT(P, config.finishers_critical), NULL, true},
    {"ageing", COUNT, AT(P, config.ageing), NULL, true},
    {"retries", COUNT, AT(P, config.retries_max), NULL, true},
    {"quarantine_after", COUNT, AT(P, config.quarantine_after), NULL, true},
    {"budget_mib", SIZE, AT(P, config.budget.bytes[SL_KIND_HOST]), NULL, true},
    {"budget_pinned_mib", SIZE, AT(P, config.budget.bytes[SL_KIND_PINNED]), NULL, true},
    {"budget_device_mib", SIZE, AT(P, config.budget.bytes[SL_KIND_DEVICE]), NULL, true},
    {"reserve_mib", SIZE, AT(P, config.reserve.bytes[SL_KIND_HOST]), NULL, true},
    {"reserve_pinned_mib", SIZE, AT(P, config.reserve.bytes[SL_KIND_PINNED]), NULL, true},
    {"reserve_device_mib", SIZE, AT(P, config.reserve.bytes[SL_KIND_DEVICE]), NULL, true},
    {"reaper_percent", COUNT, AT(P, reaper_percent), NULL, true},
    {NULL, COUNT, 0, NULL, false},
};
#undef P
#define R sl_sim_resident
static const member resident_members[] = {
    {"name", NAME, AT(R, name), NULL, false},        {"class", WORD, AT(R, mem_class), class_words, false},
    {"host_mib", SIZE, AT(R, host), NULL, true},     {"pinned_mib", SIZE, AT(R, pinned), NULL, true},
    {"mapped_mib", SIZE, AT(R, mapped), NULL, true}, {"device_mib", SIZE, AT(R, device), NULL, true},
    {"load_ms", TIME, AT(R, load_ns), NULL, false},  {NULL, COUNT, 0, NULL, false},
};
#undef R
#define S sl_sim_shape
static const member shape_members[] = {
    {"name", NAME, AT(S, name), NULL, false},
    {"partitions", COUNT, AT(S, partitions_n), NULL, false},
    {"circuit", RESIDENT, AT(S, circuit), NULL, true},
    {"srs", RESIDENT, AT(S, srs), NULL, true},
    {"vanilla_mib", SIZE, AT(S, plan.host[SL_MEM_VANILLA]), NULL, false},
    {"witness_mib", SIZE, AT(S, plan.host[SL_MEM_WITNESS]), NULL, false},
    {"abc_mib", SIZE, AT(S, plan.host[SL_MEM_ABC]), NULL, false},
    {"work_mib", SIZE, AT(S, plan.host[SL_MEM_DEVICE]), NULL, true},
    {"pending_mib", SIZE, AT(S, plan.host[SL_MEM_PENDING]), NULL, false},
    {"pinned_mib", SIZE, AT(S, plan.pinned[SL_MEM_PENDING]), NULL, true},
    {"device_mib", SIZE, AT(S, plan.device[SL_MEM_DEVICE]), NULL, false},
    {"grows_from_percent", COUNT, AT(S, grows_from_percent), NULL, false},
    {"synthesis_ms", POINTS, 0, NULL, false},
    {"synthesis_jitter_percent", COUNT, AT(S, synthesis_jitter_percent), NULL, false},
    {"device_ms", TIME, AT(S, device_ns), NULL, false},
    {"device_jitter_percent", COUNT, AT(S, device_jitter_percent), NULL, false},
    {"finish_ms", TIME, AT(S, finish_ns), NULL, false},
    {"check_ms", TIME, AT(S, check_ns), NULL, false},
    {NULL, COUNT, 0, NULL, false},
};
#undef S
#define L sl_sim_load
static const member load_members[] = {
    {"shape", SHAPE, AT(L, shape), NULL, false},
    {"jobs", COUNT, AT(L, jobs_n), NULL, false},
    {"priority", WORD, AT(L, priority), priority_words, false},
    {"at_ms", TIME, AT(L, at_ns), NULL, true},
    {"every_ms", TIME, AT(L, every_ns), NULL, true},
    {"deadline_ms", TIME, AT(L, deadline_ns), NULL, true},
    {NULL, COUNT, 0, NULL, false},
};
#undef L
#define R sl_sim_run
static const member run_members[] = {
    {"workers", COUNT, AT(R, workers_n), NULL, false},
    {"permit", WORD, AT(R, permit), permit_words, false},
    {"jobs", COUNT, AT(R, jobs_n), NULL, true},
    {"budget_mib", SIZE, AT(R, budget), NULL, true},
    {"published_peak_mib", SIZE, AT(R, published_peak), NULL, true},
    {"published_ms", TIME, AT(R, published_ns), NULL, true},
    {NULL, COUNT, 0, NULL, false},
};
#undef R
#define T sl_sim_turn
static const member turn_members[] = {
    {"at_ms", TIME, AT(T, at_ns), NULL, false},
    {"what", WORD, AT(T, what), turn_words, false},
    {"where", COUNT, AT(T, where), NULL, false},
    {"size_mib", SIZE, AT(T, bytes), NULL, true},
    {NULL, COUNT, 0, NULL, false},
};
#undef T
#define F sl_sim_faults
static const member fault_members[] = {
    {"synthesis", COUNT, AT(F, synthesis), NULL, true}, {"start", COUNT, AT(F, start), NULL, true},
    {"finish", COUNT, AT(F, finish), NULL, true},       {"load", COUNT, AT(F, load), NULL, true},
    {"wrong", COUNT, AT(F, wrong), NULL, true},         {"permanent", COUNT, AT(F, permanent), NULL, true},
    {"cancel", COUNT, AT(F, cancel), NULL, true},       {NULL, COUNT, 0, NULL, false},
};
#undef F

_Static_assert(sizeof(sl_permit) == sizeof(uint32_t) && sizeof(sl_priority) == sizeof(uint32_t) &&
                   sizeof(sl_mem_class) == sizeof(uint32_t),
               "WORD writes enumerations as uint32_t");

/* Which object is being read. */
typedef struct reader {
    sl_sim_profile *profile;
    const member *members;
    char *object;
} reader;

static sluice_status text_read(sl_scan *j, char out[SL_SIM_NAME_MAX], sluice_error *err) {
    sl_scan_text text;
    SL_TRY(sl_scan_text_next(j, &text, err));
    return sl_scan_text_copy(j, text, out, SL_SIM_NAME_MAX, err);
}

static sluice_status word_read(sl_scan *j, const char *const *words, uint32_t *out, sluice_error *err) {
    char text[SL_SIM_NAME_MAX];
    SL_TRY(text_read(j, text, err));
    for (uint32_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return SLUICE_OK;
        }
    }
    return sl_scan_fail(j, err, SLUICE_E_INPUT, "unknown word \"%s\"", text);
}

/* The place of the object of this name among those read before. */
static sluice_status name_find(const reader *r, sl_scan *j, bool is_shape, uint32_t *out, sluice_error *err) {
    char text[SL_SIM_NAME_MAX];
    SL_TRY(text_read(j, text, err));
    const uint32_t n = is_shape ? r->profile->shapes_n : r->profile->residents_n;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(is_shape ? r->profile->shapes[i].name : r->profile->residents[i].name, text) == 0) {
            *out = i;
            return SLUICE_OK;
        }
    }
    return sl_scan_fail(j, err, SLUICE_E_INPUT, "nothing is called \"%s\" before this", text);
}

static sluice_status coordinate_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    uint64_t *pair = ctx;
    return sl_scan_u64(j, i == 0 ? COUNT_MAX : MS_MAX, &pair[i], err);
}

static sluice_status point_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_shape *shape = ctx;
    uint64_t pair[2];
    size_t n;
    SL_TRY(sl_scan_array(j, 2, 2, coordinate_read, pair, &n, err));
    if (i > 0 && pair[0] <= shape->synthesis[i - 1].workers) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "numbers of workers have to rise");
    }
    shape->synthesis[i].workers = (uint32_t)pair[0];
    shape->synthesis[i].ns = pair[1] * MS;
    return SLUICE_OK;
}

static sluice_status number_read(sl_scan *j, uint64_t max, uint64_t unit, void *out, bool is_wide, sluice_error *err) {
    uint64_t value;
    SL_TRY(sl_scan_u64(j, max, &value, err));
    if (is_wide) {
        *(uint64_t *)out = value * unit;
    } else {
        *(uint32_t *)out = (uint32_t)value;
    }
    return SLUICE_OK;
}

static sluice_status member_read(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    reader *r = ctx;
    const member *m = &r->members[key];
    void *out = r->object + m->offset;
    size_t n;
    switch (m->kind) {
    case COUNT:
        return number_read(j, COUNT_MAX, 1, out, false, err);
    case SIZE:
        return number_read(j, MIB_MAX, MIB, out, true, err);
    case TIME:
        return number_read(j, MS_MAX, MS, out, true, err);
    case NAME:
        return text_read(j, out, err);
    case WORD:
        return word_read(j, m->words, out, err);
    case RESIDENT:
    case SHAPE:
        return name_find(r, j, m->kind == SHAPE, out, err);
    case POINTS:
        SL_TRY(sl_scan_array(j, 1, SL_SIM_POINTS_MAX, point_read, r->object, &n, err));
        ((sl_sim_shape *)(void *)r->object)->synthesis_n = (uint32_t)n;
        return SLUICE_OK;
    }
    return SLUICE_OK;
}

static sluice_status object_read(sl_sim_profile *profile, sl_scan *j, const member *members, void *object,
                                 sluice_error *err) {
    const char *keys[FIELDS_MAX];
    uint32_t optional = 0;
    unsigned n = 0;
    for (; members[n].key != NULL; n++) {
        keys[n] = members[n].key;
        optional |= (members[n].is_optional ? UINT32_C(1) : 0) << n;
    }
    reader r = {profile, members, object};
    return sl_scan_object(j, keys, n, optional, member_read, &r, err);
}

static sluice_status resident_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_profile *p = ctx;
    SL_TRY(object_read(p, j, resident_members, &p->residents[i], err));
    if (p->residents[i].mem_class != SL_MEM_SRS && p->residents[i].mem_class != SL_MEM_CIRCUIT) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "a resident is of class srs or circuit");
    }
    p->residents_n = (uint32_t)i + 1;
    return SLUICE_OK;
}

static sluice_status shape_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_profile *p = ctx;
    sl_sim_shape *shape = &p->shapes[i];
    shape->circuit = shape->srs = SL_SCHED_NONE;
    SL_TRY(object_read(p, j, shape_members, shape, err));
    if (shape->partitions_n == 0 || shape->partitions_n > 65536) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "1 to 65536 partitions, found %u", shape->partitions_n);
    }
    if (shape->grows_from_percent > 100 || shape->synthesis_jitter_percent > 100 ||
        shape->device_jitter_percent > 100) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "more than 100 percent");
    }
    p->shapes_n = (uint32_t)i + 1;
    return SLUICE_OK;
}

static sluice_status load_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_profile *p = ctx;
    p->loads_n = (uint32_t)i + 1;
    return object_read(p, j, load_members, &p->loads[i], err);
}

static sluice_status run_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_profile *p = ctx;
    p->runs_n = (uint32_t)i + 1;
    return object_read(p, j, run_members, &p->runs[i], err);
}

static sluice_status turn_read(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    sl_sim_profile *p = ctx;
    sl_sim_turn *turn = &p->turns[i];
    SL_TRY(object_read(p, j, turn_members, turn, err));
    const uint32_t limit = turn->what == SL_SIM_BUDGET ? SL_MEM_KINDS_N : p->config.devices_n;
    if (turn->where >= limit) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "where is below %u, found %u", limit, turn->where);
    }
    p->turns_n = (uint32_t)i + 1;
    return SLUICE_OK;
}

/* In the order in which they refer to each other, which is the order that the file has to have. */
static const char *const parts[] = {"name",   "about", "seed", "machine", "engine", "residents",
                                    "shapes", "loads", "runs", "turns",   "faults"};
enum {
    HAS_NAME,
    HAS_ABOUT,
    HAS_SEED,
    HAS_MACHINE,
    HAS_ENGINE,
    HAS_RESIDENTS,
    HAS_SHAPES,
    HAS_LOADS,
    HAS_RUNS,
    HAS_TURNS,
    HAS_FAULTS
};
#define OPTIONAL_PARTS \
    (1U << HAS_ABOUT | 1U << HAS_SEED | 1U << HAS_RESIDENTS | 1U << HAS_RUNS | 1U << HAS_TURNS | 1U << HAS_FAULTS)

static sluice_status part_read(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    sl_sim_profile *p = ctx;
    size_t n;
    switch (key) {
    case HAS_NAME:
        return text_read(j, p->name, err);
    case HAS_SEED:
        return sl_scan_u64(j, UINT64_MAX, &p->seed, err);
    case HAS_MACHINE:
        return object_read(p, j, machine_members, p, err);
    case HAS_ENGINE:
        return object_read(p, j, engine_members, p, err);
    case HAS_RESIDENTS:
        return sl_scan_array(j, 0, SL_SIM_RESIDENTS_MAX, resident_read, p, &n, err);
    case HAS_SHAPES:
        return sl_scan_array(j, 1, SL_SIM_SHAPES_MAX, shape_read, p, &n, err);
    case HAS_LOADS:
        return sl_scan_array(j, 1, SL_SIM_LOADS_MAX, load_read, p, &n, err);
    case HAS_RUNS:
        return sl_scan_array(j, 0, SL_SIM_RUNS_MAX, run_read, p, &n, err);
    case HAS_TURNS:
        return sl_scan_array(j, 0, SL_SIM_TURNS_MAX, turn_read, p, &n, err);
    case HAS_FAULTS:
        return object_read(p, j, fault_members, &p->faults, err);
    default:
        return sl_scan_skip(j, err);
    }
}

sluice_status sl_sim_profile_read(sl_sim_profile *out, const uint8_t *bytes, size_t n, sluice_error *err) {
    *out = (sl_sim_profile){0};
    out->config.retries_max = 2;
    sl_scan j;
    sl_scan_start(&j, bytes, n);
    SL_TRY(sl_scan_object(&j, parts, SL_ARRAY_N(parts), OPTIONAL_PARTS, part_read, out, err));
    SL_TRY(sl_scan_finish(&j, err));
    if (out->machine_bytes != 0 && out->machine_bytes <= out->other_bytes) {
        return SL_FAIL(err, SLUICE_E_INPUT, "machine: others use all of the memory");
    }
    for (uint32_t d = 1; d < SL_MEM_DEVICES_MAX; d++) {
        out->config.budget.bytes[SL_KIND_DEVICE + d] = out->config.budget.bytes[SL_KIND_DEVICE];
        out->config.reserve.bytes[SL_KIND_DEVICE + d] = out->config.reserve.bytes[SL_KIND_DEVICE];
    }
    return SLUICE_OK;
}

static void points_write(sl_json *json, const char *key, const sl_sim_shape *shape) {
    sl_json_array_begin(json, key);
    for (uint32_t i = 0; i < shape->synthesis_n; i++) {
        sl_json_array_begin(json, NULL);
        sl_json_u64(json, NULL, shape->synthesis[i].workers);
        sl_json_u64(json, NULL, shape->synthesis[i].ns / MS);
        sl_json_array_end(json);
    }
    sl_json_array_end(json);
}

static void object_write(sl_json *json, const sl_sim_profile *profile, const char *key, const member *members,
                         const void *object) {
    sl_json_object_begin(json, key);
    for (const member *m = members; m->key != NULL; m++) {
        const void *at = (const char *)object + m->offset;
        const uint32_t count = m->kind == COUNT || m->kind >= WORD ? *(const uint32_t *)at : 0;
        switch (m->kind) {
        case COUNT:
            sl_json_u64(json, m->key, count);
            break;
        case SIZE:
            sl_json_u64(json, m->key, *(const uint64_t *)at / MIB);
            break;
        case TIME:
            sl_json_u64(json, m->key, *(const uint64_t *)at / MS);
            break;
        case NAME:
            sl_json_string(json, m->key, at);
            break;
        case WORD:
            sl_json_string(json, m->key, m->words[count]);
            break;
        case RESIDENT:
            if (count != SL_SCHED_NONE) {
                sl_json_string(json, m->key, profile->residents[count].name);
            }
            break;
        case SHAPE:
            sl_json_string(json, m->key, profile->shapes[count].name);
            break;
        case POINTS:
            points_write(json, m->key, object);
            break;
        }
    }
    sl_json_object_end(json);
}

/* An array of objects that stand `bytes` apart. */
static void array_write(sl_json *json, const sl_sim_profile *profile, const char *key, const member *members,
                        const void *first, size_t n, size_t bytes) {
    sl_json_array_begin(json, key);
    for (size_t i = 0; i < n; i++) {
        object_write(json, profile, NULL, members, (const char *)first + i * bytes);
    }
    sl_json_array_end(json);
}

void sl_sim_profile_write(sl_json *json, const sl_sim_profile *p) {
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "name", p->name);
    sl_json_u64(json, "seed", p->seed);
    object_write(json, p, "machine", machine_members, p);
    object_write(json, p, "engine", engine_members, p);
    array_write(json, p, "residents", resident_members, p->residents, p->residents_n, sizeof p->residents[0]);
    array_write(json, p, "shapes", shape_members, p->shapes, p->shapes_n, sizeof p->shapes[0]);
    array_write(json, p, "loads", load_members, p->loads, p->loads_n, sizeof p->loads[0]);
    array_write(json, p, "turns", turn_members, p->turns, p->turns_n, sizeof p->turns[0]);
    object_write(json, p, "faults", fault_members, &p->faults);
    sl_json_object_end(json);
}
