// SPDX-License-Identifier: MIT OR Apache-2.0
#include <unistd.h>

#include "core/mem/load.h"
#include "harness/test.h"
#include "proof/circuits/inputs/c1_synth.h"
#include "proof/circuits/inputs/c1_write.h"
#include "proof/circuits/inputs/meta.h"

static sluice_error err;
static sl_pool *pool;

static sl_c1 *synth(uint64_t sector_bytes, sl_seal_variant variant, uint64_t seed) {
    if (pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    }
    const sl_c1_order order = {
        .sector_bytes = sector_bytes, .variant = variant, .miner = 1000, .sector = 77, .seed = seed};
    sl_c1 *c1;
    SL_CHECK_OK(sl_c1_synth(&c1, &order, pool, &err));
    return c1;
}

static sl_buf text_of(const sl_c1 *c1, sl_c1_form form) {
    char dir[] = "/tmp/sluice-synth-XXXXXX", path[64];
    SL_CHECK(mkdtemp(dir) != NULL);
    (void)snprintf(path, sizeof path, "%s/c1", dir);
    sl_outfile out;
    SL_CHECK_OK(sl_outfile_open(&out, path, &err));
    SL_CHECK_OK(sl_c1_write(c1, form, &out, &err));
    SL_CHECK_OK(sl_outfile_commit(&out, &err));
    sl_buf text;
    SL_CHECK_OK(sl_buf_load(&text, path, SL_C1_BYTES_MAX, "test", &err));
    SL_CHECK(unlink(path) == 0 && rmdir(dir) == 0);
    return text;
}

static sl_meta meta_of(const sl_c1 *c1) {
    char dir[] = "/tmp/sluice-synth-XXXXXX", path[64];
    SL_CHECK(mkdtemp(dir) != NULL);
    (void)snprintf(path, sizeof path, "%s/meta.json", dir);
    sl_outfile out;
    SL_CHECK_OK(sl_outfile_open(&out, path, &err));
    SL_CHECK_OK(sl_c1_write_meta(c1, "c1.json", &out, &err));
    SL_CHECK_OK(sl_outfile_commit(&out, &err));
    sl_meta meta;
    SL_CHECK_OK(sl_meta_open(&meta, path, &err));
    SL_CHECK(unlink(path) == 0 && rmdir(dir) == 0);
    return meta;
}

/* Made, written, read back, checked with and without its ids; the meta file leads to the same statement. */
static void round_trip(const char *name, sl_seal_variant variant) {
    char proof_name[64];
    (void)snprintf(proof_name, sizeof proof_name, "StackedDrg%s%s", name, variant == SL_SEAL_V1 ? "V1" : "V1_1");
    sl_seal_proof proof;
    SL_CHECK_OK(sl_seal_proof_by_name(&proof, proof_name, &err));
    sl_c1 *const made = synth(proof.sector_bytes, variant, 5);
    SL_CHECK_OK(sl_c1_check(made, &sl_kernels_portable, pool, &err));
    sl_buf text = text_of(made, SL_C1_JSON);
    sl_c1 *read;
    const sl_c1_options ids = {.has_miner = true, .miner = 1000, .has_sector = true, .sector = 77};
    SL_CHECK_OK(sl_c1_parse(&read, text.data, text.bytes, &ids, &err));
    SL_CHECK_OK(sl_c1_check(read, &sl_kernels_portable, pool, &err));
    SL_CHECK(strcmp(sl_c1_info_of(read)->proof.name, proof_name) == 0);
    sl_buf again = text_of(read, SL_C1_JSON);
    SL_CHECK(again.bytes == text.bytes && memcmp(again.data, text.data, text.bytes) == 0);

    sl_meta meta = meta_of(made);
    sl_seal_statement seal;
    sl_c1_statement(read, &seal);
    SL_CHECK_MEM(meta.seal.replica_id, seal.replica_id, 32);
    SL_CHECK_MEM(meta.seal.comm_r, seal.comm_r, 32);
    SL_CHECK_MEM(meta.seal.comm_d, seal.comm_d, 32);
    SL_CHECK_MEM(meta.seal.seed, seal.seed, 32);
    sl_meta_release(&meta);
    sl_buf_release(&text);
    sl_buf_release(&again);
    sl_c1_close(read);
    sl_c1_close(made);
}

SL_TEST(small_sizes) {
    static const char *const names[] = {"2KiB", "4KiB", "16KiB", "32KiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        round_trip(names[i], SL_SEAL_V1_1);
    }
    round_trip("2KiB", SL_SEAL_V1);
    round_trip("32KiB", SL_SEAL_V1);
}

SL_TEST(middle_sizes) {
    static const char *const names[] = {"8MiB", "16MiB", "512MiB", "1GiB"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        round_trip(names[i], i % 2 ? SL_SEAL_V1 : SL_SEAL_V1_1);
    }
}

SL_TEST_FULL(large_sizes) {
    round_trip("32GiB", SL_SEAL_V1_1);
    round_trip("64GiB", SL_SEAL_V1);
}

SL_TEST(seed_decides) {
    sl_c1 *const a = synth(2048, SL_SEAL_V1_1, 1), *const b = synth(2048, SL_SEAL_V1_1, 1),
                 *const c = synth(2048, SL_SEAL_V1_1, 2);
    SL_CHECK_MEM(sl_c1_info_of(a)->comm_r, sl_c1_info_of(b)->comm_r, 32);
    SL_CHECK(memcmp(sl_c1_info_of(a)->comm_r, sl_c1_info_of(c)->comm_r, 32) != 0);
    SL_CHECK(memcmp(sl_c1_info_of(a)->seed, sl_c1_info_of(c)->seed, 32) != 0);
    sl_c1_close(a);
    sl_c1_close(b);
    sl_c1_close(c);
}

SL_TEST(refused) {
    sl_c1 *c1;
    sl_c1_order order = {.sector_bytes = 2048, .variant = SL_SEAL_SYNTHETIC};
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    SL_CHECK_STATUS(sl_c1_synth(&c1, &order, pool, &err), SLUICE_E_USAGE);
    order.variant = SL_SEAL_NON_INTERACTIVE;
    SL_CHECK_STATUS(sl_c1_synth(&c1, &order, pool, &err), SLUICE_E_USAGE);
    order = (sl_c1_order){.sector_bytes = 3072};
    SL_CHECK_STATUS(sl_c1_synth(&c1, &order, pool, &err), SLUICE_E_UNKNOWN);
    order.sector_bytes = 32768;
    const size_t live = sl_mem_live();
    for (size_t n = 0;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = sl_c1_synth(&c1, &order, pool, &err);
        sl_mem_fail_after(SIZE_MAX);
        if (status == SLUICE_OK) {
            sl_c1_close(c1);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY && sl_mem_live() == live);
    }
}

static sluice_status try_text(const char *bytes, size_t n) {
    sl_c1 *c1;
    err.text[0] = 0;
    const sluice_status status = sl_c1_parse(&c1, (const uint8_t *)bytes, n, NULL, &err);
    if (status == SLUICE_OK) {
        sl_c1_close(c1);
    }
    return status;
}

// A 32 GiB file with one partition too few or too many, or 17 or 19 challenges in one.
SL_TEST_FULL(counts_of_large_sectors) {
    sl_c1 *const c1 = synth(UINT64_C(32) << 30, SL_SEAL_V1_1, 3);
    sl_buf text = text_of(c1, SL_C1_JSON);
    const char *const json = text.data;
    SL_CHECK_OK(try_text(json, text.bytes));
    const char *const first = strstr(json, "[[{") + 1, *const second = strstr(first, "],[{\"comm_d_proofs\"") + 1;
    const char *const end = strstr(first, "}]]}") + 2;
    const size_t head_n = (size_t)(first - json);
    char *const out = malloc(2 * text.bytes);
    SL_CHECK(second > first && out != NULL);
    // Nine: without the first and its comma.
    memcpy(out, json, head_n);
    memcpy(out + head_n, second + 1, text.bytes - (size_t)(second + 1 - json));
    SL_CHECK_STATUS(try_text(out, text.bytes - (size_t)(second + 1 - first)), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "partitions: expected 10 for StackedDrg32GiBV1_1, found 9") != NULL);
    // Eleven: the first twice.
    const size_t one_n = (size_t)(second - first);
    memcpy(out, json, head_n);
    memcpy(out + head_n, first, one_n);
    out[head_n + one_n] = ',';
    memcpy(out + head_n + one_n + 1, first, text.bytes - head_n);
    SL_CHECK_STATUS(try_text(out, text.bytes + one_n + 1), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "partitions: expected 10 for StackedDrg32GiBV1_1, found 11") != NULL);
    // Seventeen and nineteen challenges: a proof of the last partition left out, and twice.
    const char *const last = strstr(end - 600000, ",{\"comm_d_proofs\"");
    const char *const next = strstr(last + 1, ",{\"comm_d_proofs\"");
    SL_CHECK(last < end && next > last);
    const size_t to_last = (size_t)(last - json);
    memcpy(out, json, to_last);
    memcpy(out + to_last, json + (next - json), text.bytes - (size_t)(next - json));
    SL_CHECK_STATUS(try_text(out, text.bytes - (size_t)(next - last)), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "partition 9: expected 18 challenges for StackedDrg32GiBV1_1, found 17") != NULL);
    memcpy(out, json, (size_t)(next - json));
    memcpy(out + (next - json), last, text.bytes - to_last);
    SL_CHECK_STATUS(try_text(out, text.bytes + (size_t)(next - last)), SLUICE_E_INPUT);
    SL_CHECK(strstr(err.text, "[9]: expected at most 18 elements") != NULL);
    free(out);
    sl_buf_release(&text);
    sl_c1_close(c1);
}
