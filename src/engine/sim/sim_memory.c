// SPDX-License-Identifier: MIT OR Apache-2.0
/* The memory of the model: what is live, class by class, and how much at most. */
#include "engine/sim/sim_model.h"

const sl_mem_class sl_sim_plot_order[SL_MEM_CLASSES_N] = {SL_MEM_OTHER, SL_MEM_SRS,     SL_MEM_CIRCUIT, SL_MEM_WITNESS,
                                                          SL_MEM_ABC,   SL_MEM_PENDING, SL_MEM_DEVICE,  SL_MEM_VANILLA};

static const sl_plan *plan_of(const sl_sim *m, const sl_sim_part *part) {
    return &m->profile->shapes[part->shape].plan;
}

static uint64_t device_bytes(const sl_sim *m, const sl_sim_part *part, uint32_t mem_class) {
    const bool is_there = part->on_device && (mem_class == SL_MEM_DEVICE || mem_class == SL_MEM_PENDING);
    return is_there ? plan_of(m, part)->device[mem_class] : 0;
}

static void device_add(sl_sim *m, const sl_sim_part *part, uint64_t bytes) {
    if (part->on_device) {
        m->live_device[part->device] += bytes;
    }
}

void sl_sim_live(sl_sim *m, sl_sim_part *part, uint32_t mem_class) {
    const uint16_t bit = (uint16_t)(1U << mem_class);
    if ((part->alive & bit) == 0) {
        const sl_plan *plan = plan_of(m, part);
        part->alive |= bit;
        m->live[mem_class] += plan->host[mem_class] + plan->pinned[mem_class];
        device_add(m, part, device_bytes(m, part, mem_class));
    }
}

void sl_sim_dead(sl_sim *m, sl_sim_part *part, uint32_t mem_class) {
    const uint16_t bit = (uint16_t)(1U << mem_class);
    if ((part->alive & bit) != 0) {
        const sl_plan *plan = plan_of(m, part);
        part->alive &= (uint16_t)~bit;
        m->live[mem_class] -= plan->host[mem_class] + plan->pinned[mem_class];
        device_add(m, part, 0 - device_bytes(m, part, mem_class));
    }
}

void sl_sim_all_dead(sl_sim *m, sl_sim_part *part) {
    for (uint32_t c = 0; part->alive != 0 && c < SL_MEM_CLASSES_N; c++) {
        sl_sim_dead(m, part, c);
    }
}

static const sl_mem_class growing[] = {SL_MEM_WITNESS, SL_MEM_ABC};

/* Adds (sign 1) or takes away (-1) a growth; the same sums both times, so that little is left. */
static void grow_add(sl_sim *m, const sl_sim_part *part, double sign) {
    const sl_sim_shape *shape = &m->profile->shapes[part->shape];
    const double from = shape->grows_from_percent / 100.0;
    const double span = part->ends_ns > part->began_ns ? (double)(part->ends_ns - part->began_ns) : 1;
    for (size_t i = 0; i < SL_ARRAY_N(growing); i++) {
        const sl_mem_class c = growing[i];
        const double full = (double)(shape->plan.host[c] + shape->plan.pinned[c]);
        const double slope = full * (1 - from) / span;
        m->base[c] += sign * (full * from - slope * (double)part->began_ns);
        m->slope[c] += sign * slope;
    }
}

void sl_sim_grow(sl_sim *m, sl_sim_part *part) {
    part->grows = true;
    m->growing_n++;
    grow_add(m, part, 1);
}

void sl_sim_grow_end(sl_sim *m, sl_sim_part *part) {
    if (!part->grows) {
        return;
    }
    part->grows = false;
    grow_add(m, part, -1);
    if (--m->growing_n == 0) {
        for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
            m->base[c] = m->slope[c] = 0;
        }
    }
}

static uint64_t class_live(const sl_sim *m, uint32_t mem_class) {
    const double grown = m->base[mem_class] + m->slope[mem_class] * (double)m->now_ns;
    return m->live[mem_class] + (m->growing_n > 0 && grown > 0 ? (uint64_t)grown : 0);
}

static uint64_t reserved_host(const sl_sim *m) {
    return m->reserves_nothing ? 0 : sl_sched_reserved(m->sched, SL_KIND_HOST);
}

/* Bytes of the classes in the order of the picture; returns their sum. */
static uint64_t classes_look(const sl_sim *m, uint64_t out[SL_MEM_CLASSES_N]) {
    uint64_t rss = 0;
    for (uint32_t i = 0; i < SL_MEM_CLASSES_N; i++) {
        out[i] = class_live(m, sl_sim_plot_order[i]);
        rss += out[i];
    }
    return rss;
}

void sl_sim_plot(const sl_sim *m) {
    uint64_t sample[SL_MEM_CLASSES_N + 3];
    sample[SL_MEM_CLASSES_N] = classes_look(m, sample);
    sample[SL_MEM_CLASSES_N + 1] = reserved_host(m);
    sample[SL_MEM_CLASSES_N + 2] = m->reserves_nothing ? 0 : m->budget.bytes[SL_KIND_HOST];
    sl_plot_sample(m->options->plot, m->now_ns, sample);
}

bool sl_sim_look(sl_sim *m) {
    sl_sim_result *r = m->result;
    uint64_t bytes[SL_MEM_CLASSES_N];
    const uint64_t rss = classes_look(m, bytes);
    for (uint32_t i = 0; i < SL_MEM_CLASSES_N; i++) {
        uint64_t *peak = &r->peak_class[sl_sim_plot_order[i]];
        *peak = SL_MAX(*peak, bytes[i]);
    }
    for (uint32_t d = 0; d < m->profile->config.devices_n; d++) {
        r->peak_device = SL_MAX(r->peak_device, m->live_device[d]);
    }
    r->peak_rss = SL_MAX(r->peak_rss, rss);
    r->peak_reserved = SL_MAX(r->peak_reserved, reserved_host(m));
    r->waiting_max = SL_MAX(r->waiting_max, sl_sched_waiting(m->sched));
    if (m->options->plot != NULL) {
        sl_sim_plot(m);
    }
    const uint64_t machine = m->profile->machine_bytes;
    if (machine == 0 || rss <= machine - m->profile->other_bytes) {
        m->short_since_ns = UINT64_MAX;
        return true;
    }
    m->short_since_ns = SL_MIN(m->short_since_ns, m->now_ns);
    r->killed = m->now_ns - m->short_since_ns >= m->profile->grace_ns;
    return !r->killed;
}

bool sl_sim_part_is_covered(const sl_sim *m, uint32_t part) {
    const sl_sim_part *p = &m->parts[part];
    if (p->alive == 0 && !p->grows) {
        return true;
    }
    const sl_plan *plan = plan_of(m, p);
    sl_mem_vector reserved;
    sl_sched_need(m->sched, part, &reserved);
    uint64_t host = 0;
    uint64_t pinned = 0;
    uint64_t device = 0;
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        const bool counts = (p->alive >> c & 1) != 0 || (p->grows && (c == SL_MEM_WITNESS || c == SL_MEM_ABC));
        host += counts ? plan->host[c] : 0;
        pinned += counts ? plan->pinned[c] : 0;
        device += counts ? device_bytes(m, p, c) : 0;
    }
    return host <= reserved.bytes[SL_KIND_HOST] && pinned <= reserved.bytes[SL_KIND_PINNED] &&
           (device == 0 || device <= reserved.bytes[SL_KIND_DEVICE + p->device]);
}
