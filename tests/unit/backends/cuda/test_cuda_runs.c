// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of runs on the processor, thread by thread, against the complete group law; and what decides for them. */
#include "runs_run.h"

#include "backends/cuda/runs_choice.h"
#include "point_values.h"

#define KEYS_MAX 4096
#define POOL_BEFORE (POOL_N + 3) /* points in the pool in front of the parts */

static point_values values;

/* A list with keys below keys_n, in order, and what is to become of it. */
typedef struct run_list {
    uint32_t n, keys_n, run_n;
    uint32_t *keys, *refs;
} run_list;

static run_list list_new(uint32_t n, uint32_t keys_n, uint32_t run_n) {
    run_list list = {n, keys_n, run_n, calloc(n + 1, sizeof(uint32_t)), calloc(n + 1, sizeof(uint32_t))};
    SL_CHECK(list.keys != NULL && list.refs != NULL && keys_n <= KEYS_MAX);
    return list;
}

static void list_free(run_list *list) {
    free(list->keys);
    free(list->refs);
}

static point point_of_ref(uint32_t ref) {
    const point a = values.points[ref & ~SL_CUDA_REF_NEGATIVE];
    return (ref & SL_CUDA_REF_NEGATIVE) != 0 ? point_neg(SL_CUDA_G1, &a) : a;
}

/* Part `part`: elements first to end of the list. */
static void check_part(const run_list *list, const sl_cuda_g1 *found, uint32_t first, uint32_t end) {
    static const point zero;
    point_sum sum = sum_identity(SL_CUDA_G1);
    for (uint32_t i = first; i < end; i++) {
        const point a = point_of_ref(list->refs[i]);
        sum_add(SL_CUDA_G1, &sum, &a);
    }
    const point want = sum_point(SL_CUDA_G1, &sum), got = point_from(SL_CUDA_G1, found);
    SL_CHECK_MSG(fp_is_below_2p(&found->x) && fp_is_below_2p(&found->y) && memcmp(&want, &got, sizeof want) == 0,
                 "elements %u to %u of %u by %u", first, end, list->n, list->run_n);
    SL_CHECK(memcmp(&want, &zero, sizeof zero) != 0 || memcmp(found, &zero, sizeof *found) == 0);
}

/* All that a list leaves: parts in order, each with its key, and where keys begin. */
static void check_results(const run_list *list, const sl_cuda_runs *work) {
    uint32_t parts_n = 0, end, key = 0;
    for (uint32_t first = 0; first < list->n; first = end) {
        const uint32_t run_end = (first / list->run_n + 1) * list->run_n;
        for (end = first + 1; end < list->n && end < run_end && list->keys[end] == list->keys[first];) {
            end++;
        }
        for (; key <= list->keys[first]; key++) {
            SL_CHECK_MSG(work->next_starts[key] == parts_n, "key %u", key);
        }
        SL_CHECK(work->next.keys[parts_n] == list->keys[first]);
        SL_CHECK(work->next.refs[parts_n] == BASES_N + POOL_BEFORE + parts_n);
        check_part(list, (const sl_cuda_g1 *)work->pool + POOL_BEFORE + parts_n, first, end);
        parts_n++;
    }
    for (; key <= list->keys_n; key++) {
        SL_CHECK(work->next_starts[key] == parts_n);
    }
    SL_CHECK(work->round[1].elements_n == parts_n && work->round[1].pool_used == POOL_BEFORE + parts_n);
    SL_CHECK(work->next.keys[parts_n] == 0xa5a5a5a5 && work->next.refs[parts_n] == 0xa5a5a5a5);
}

/* Memory for n things of so many bytes and one more, poisoned. */
static void *poisoned(size_t n, size_t bytes) {
    void *memory = malloc((n + 1) * bytes);
    SL_CHECK(memory != NULL);
    memset(memory, 0xa5, (n + 1) * bytes);
    return memory;
}

static void check_behind(const void *memory, size_t n, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        SL_CHECK(((const uint8_t *)memory)[n * bytes + i] == 0xa5);
    }
}

static void check(const run_list *list, uint32_t scratch_steps, uint32_t settle_blocks_n) {
    static uint32_t starts[KEYS_MAX + 1];
    static int stream;
    const size_t points_n = POOL_BEFORE + list->n, keys_n = list->keys_n + (size_t)1;
    const size_t scratch_bytes = sl_cuda_pairs_scratch_bytes(SL_CUDA_G1, settle_blocks_n, scratch_steps);
    sl_cuda_round round[2] = {{.elements_n = list->n, .pool_used = POOL_BEFORE}, {.elements_n = 0xa5a5a5a5}};
    for (uint32_t key = 0, i = 0; key <= list->keys_n; key++) {
        for (; i < list->n && list->keys[i] < key;) {
            i++;
        }
        starts[key] = i;
    }
    uint32_t *next_keys = poisoned(list->n, 4), *next_refs = poisoned(list->n, 4), *next_starts = poisoned(keys_n, 4);
    sl_cuda_g1 *pool = poisoned(points_n, sizeof *pool), *scales = poisoned(list->n, sizeof *scales);
    uint8_t *temp = poisoned(RUNTIME_COUNT_BYTES(list->keys_n), 1), *scratch = poisoned(scratch_bytes, 1);
    memcpy(pool, values.pool, POOL_N * sizeof *pool);
    const sl_cuda_runs work = {.list = {list->keys, list->refs},
                               .next = {next_keys, next_refs},
                               .starts = starts,
                               .next_starts = next_starts,
                               .keys_n = list->keys_n,
                               .run_n = list->run_n,
                               .bases = values.bases,
                               .pool = pool,
                               .bases_n = BASES_N,
                               .scales = scales,
                               .round = round,
                               .temp = temp,
                               .temp_bytes = RUNTIME_COUNT_BYTES(list->keys_n),
                               .scratch_steps = scratch_steps,
                               .scratch = scratch};
    SL_CHECK(runtime_runs_count(&work, &stream) == 0);
    SL_CHECK(runtime_runs_add(&work, list->n / list->run_n / SL_CUDA_RUNS_THREADS + 1, &stream) == 0);
    SL_CHECK(runtime_runs_settle(&work, settle_blocks_n, &stream) == 0);
    check_results(list, &work);
    SL_CHECK(memcmp(pool, values.pool, POOL_N * sizeof *pool) == 0);
    check_behind(pool, POOL_BEFORE - 1, sizeof *pool);
    check_behind(pool, POOL_BEFORE + round[1].elements_n, sizeof *pool);
    check_behind(scales, round[1].elements_n, sizeof *scales);
    check_behind(scratch, scratch_bytes, 1);
    check_behind(temp, RUNTIME_COUNT_BYTES(list->keys_n), 1);
    check_behind(next_starts, keys_n, 4);
    void *const blocks[] = {next_keys, next_refs, next_starts, pool, scales, temp, scratch};
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        free(blocks[i]);
    }
}

/* A reference with a sign at random: of few points, so that equal and opposite ones meet, or of all. */
static uint32_t ref_of(bool is_of_few) {
    static const uint32_t few[] = {0, 1, 1, 2, 4, 7, ZERO_X, ZERO_X_NEG};
    const uint64_t random = sl_test_u64();
    const uint32_t number = is_of_few ? few[random % SL_ARRAY_N(few)] : (uint32_t)(random % POINTS_N);
    return number | (uint32_t)(random >> 32 & SL_CUDA_REF_NEGATIVE);
}

/* Keys of up to keys_max elements each, some of none. */
static run_list list_make(uint32_t n, uint32_t key_max, uint32_t run_n, bool is_of_few) {
    run_list list = list_new(n, KEYS_MAX, run_n);
    uint32_t key = (uint32_t)(sl_test_u64() % 3), left = 1 + (uint32_t)(sl_test_u64() % key_max);
    for (uint32_t i = 0; i < n; i++, left--) {
        if (left == 0) {
            key += 1 + (uint32_t)(sl_test_u64() % 8 == 0);
            left = 1 + (uint32_t)(sl_test_u64() % key_max);
        }
        list.keys[i] = key;
        list.refs[i] = ref_of(is_of_few);
    }
    list.keys_n = key + 1 + (uint32_t)(sl_test_u64() % 2);
    SL_CHECK(list.keys_n <= KEYS_MAX);
    return list;
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(lists_of_all_sizes) {
    static const uint32_t sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 500, 2049};
    points_make(&values, SL_CUDA_G1);
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        run_list list = list_make(sizes[i], 1 + (uint32_t)i, 16, false);
        check(&list, 1 + (uint32_t)i % 2, 1 + (uint32_t)i % 3);
        list_free(&list);
    }
}

/* From keys of one element to one key alone, cut into runs of all lengths. */
SL_TEST(keys_and_runs_of_all_lengths) {
    static const uint32_t lengths[] = {1, 2, 3, 7, 16, 100, 5000};
    points_make(&values, SL_CUDA_G1);
    for (size_t i = 0; i < SL_ARRAY_N(lengths); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(lengths); k++) {
            run_list list = list_make(300, lengths[i], lengths[k], false);
            check(&list, 4, 1);
            list_free(&list);
        }
    }
}

/* Equal, opposite and identity operands, and sums that are the identity, at every step. */
SL_TEST(special_points) {
    points_make(&values, SL_CUDA_G1);
    for (unsigned turn = 0; turn < 8; turn++) {
        run_list list = list_make(700, 1 + 3 * turn, 5 + 4 * turn, true);
        check(&list, 2, 2);
        list_free(&list);
    }
}

/* Every sequence of four among identity, a point, its negative, twice it and that one's negative is a key. */
SL_TEST(all_short_sequences) {
    static const uint32_t refs[] = {0, 1, 1 | SL_CUDA_REF_NEGATIVE, 2, 2 | SL_CUDA_REF_NEGATIVE};
    points_make(&values, SL_CUDA_G1);
    run_list list = list_new(4 * 625, 625, 64);
    for (uint32_t i = 0; i < list.n; i++) {
        static const uint32_t places[] = {1, 5, 25, 125};
        list.keys[i] = i / 4;
        list.refs[i] = refs[i / 4 / places[i % 4] % 5];
    }
    check(&list, 2, 1);
    list.run_n = 6;
    check(&list, 1, 3);
    list_free(&list);
}

/* Runs share elements evenly, within their bounds; parts of a key are no more than is said. */
SL_TEST(lengths_of_runs) {
    static const uint32_t sizes[] = {0, 1, 511, 512, 8192, 8193, 65536, 65537, 1000000, UINT32_C(1) << 28};
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        for (uint32_t blocks_n = 1; blocks_n < 1000; blocks_n += 131) {
            const uint32_t length = sl_cuda_run_length(sizes[i], blocks_n);
            const uint64_t threads_n = (uint64_t)blocks_n * SL_CUDA_RUNS_THREADS;
            const uint64_t turns = (sizes[i] + threads_n * length - 1) / (threads_n * length);
            SL_CHECK(length >= SL_CUDA_RUN_LEAST && length <= SL_CUDA_RUN_MOST);
            SL_CHECK(length == SL_CUDA_RUN_LEAST || threads_n * turns * (length - 1) < sizes[i]);
        }
    }
    for (uint32_t run_n = 1; run_n < 6; run_n++) {
        for (uint32_t n = 0; n < 20; n++) {
            uint32_t most = 0;
            for (uint32_t start = 0; start < run_n; start++) {
                const uint32_t starts[2] = {start, start + n}, parts = sl_cuda_run_parts_of(starts, 1, run_n, 0);
                most = parts > most ? parts : most;
            }
            SL_CHECK_MSG(sl_cuda_run_parts_max(n, run_n) == most, "%u by %u", n, run_n);
        }
    }
}

SL_TEST(choice_by_card) {
    static const struct {
        uint32_t multiprocessors_n, clock_mhz;
        uint64_t gigabytes_a_second;
        bool are_faster;
    } cards[] = {
        {132, 1980, 4800, false}, /* H200 */
        {114, 1755, 2039, false}, /* H100 PCIe */
        {108, 1410, 1555, false}, /* A100 40 GB */
        {142, 2520, 864, true},   /* L40S */
        {128, 2520, 1008, true},  /* RTX 4090 */
        {58, 2040, 300, true},    /* L4 */
        {132, 1980, 0, false},    /* it does not say */
        {132, 0, 300, false},     {0, 1980, 300, false},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cards); i++) {
        const sl_module_device_info info = {.multiprocessors_n = cards[i].multiprocessors_n,
                                            .clock_khz = 1000 * cards[i].clock_mhz,
                                            .memory_bytes_a_second = 1000000000 * cards[i].gigabytes_a_second};
        SL_CHECK_MSG(sl_cuda_runs_are_faster(&info) == cards[i].are_faster, "card %zu", i);
    }
}
