// SPDX-License-Identifier: MIT OR Apache-2.0
/* Made-up vanilla proofs through the public headers: every kind opens, and one partition can be opened by itself. */
#include "engine/engine_case.h"

static sluice_context *context;

static sluice_vanilla_order order_of(const char *kind, uint64_t sector_bytes, uint64_t sectors) {
    sluice_vanilla_order order;
    sluice_vanilla_order_init(&order);
    order.kind = kind;
    order.sector_bytes = sector_bytes;
    order.sectors = sectors;
    return order;
}

SL_TEST(every_kind_opens) {
    static const struct {
        const char *kind, *circuit;
        uint64_t sector_bytes;
        size_t files_n;
        unsigned partitions;
        uint64_t sectors;
    } cases[] = {{"winning", "winning-512MiB", UINT64_C(512) << 20, 1, 1, 1},
                 {"window", "window-8MiB", UINT64_C(8) << 20, 3, 2, 3},
                 {"update", "update-16KiB", UINT64_C(16) << 10, 2, 2, 1},
                 {"update-poseidon", "update-poseidon-8MiB", UINT64_C(8) << 20, 1, 1, 1}};
    static const char *const files[] = {"f/vanilla-0.bin", "f/vanilla-1.bin", "f/vanilla-2.bin"};
    engine_enter();
    SL_CHECK_OK(sluice_context_open(&context, NULL, &err));
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        const sluice_vanilla_order order = order_of(cases[i].kind, cases[i].sector_bytes, cases[i].sectors);
        sluice_input *input;
        SL_CHECK_OK(sluice_vanilla_synth(context, &order, "f", &err));
        SL_CHECK_OK(sluice_input_open_vanilla(context, &input, files, cases[i].files_n, "f/meta.json", NULL, &err));
        SL_CHECK(strcmp(sluice_input_circuit(input), cases[i].circuit) == 0);
        SL_CHECK_EQ_U64(sluice_input_partitions(input), cases[i].partitions);
        SL_CHECK_EQ_U64(sluice_input_left_out(input), 0);
        SL_CHECK(sluice_input_can_prove(input));
        sluice_input_close(input);
        for (size_t k = 0; k < cases[i].files_n; k++) {
            SL_CHECK(unlink(files[k]) == 0);
        }
        SL_CHECK(unlink("f/meta.json") == 0 && rmdir("f") == 0);
    }
    sluice_context_close(context);
}

/* What was read for one partition proves no other and not all; the public part is whole. */
SL_TEST(one_partition) {
    engine_enter();
    engine e = {0};
    sluice_vanilla_options options;
    sluice_prove_options prove;
    uint8_t digest[32], *proof = NULL;
    uint64_t values_n;
    size_t n = 0;
    engine_open(&e, &window_two_partitions, "w.params", NULL);
    sluice_input *const whole = e.input;
    sluice_vanilla_options_init(&options);
    sluice_prove_options_init(&prove);
    prove.rs = engine_rs;
    options.partition = 1;
    SL_CHECK_OK(sluice_input_open_vanilla(e.context, &e.input, &window_two_partitions.vanilla[2], 1,
                                          window_two_partitions.meta, &options, &err));
    SL_CHECK_EQ_U64(sluice_input_partitions(e.input), 2);
    for (int k = -1; k < 2; k++) {
        prove.partition = k;
        if (k < 1) {
            SL_CHECK_STATUS(sluice_prove(e.input, e.key, &prove, &proof, &n, NULL, &err), SLUICE_E_USAGE);
            SL_CHECK_MSG(strstr(err.text, "opened for partition 1") != NULL, "%s", err.text);
            continue;
        }
        SL_CHECK_OK(sluice_prove(e.input, e.key, &prove, &proof, &n, NULL, &err));
    }
    SL_CHECK_STATUS(sluice_witness_digest(e.input, 0, NULL, digest, &values_n, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sluice_witness_digest(e.input, 1, NULL, digest, &values_n, &err));
    size_t both_n;
    sluice_input *const own = e.input;
    e.input = whole;
    uint8_t *const both = engine_prove(&e, -1, engine_rs, &both_n);
    SL_CHECK(n == SLUICE_PROOF_BYTES && both_n == 2 * SLUICE_PROOF_BYTES);
    SL_CHECK_MEM(both + SLUICE_PROOF_BYTES, proof, SLUICE_PROOF_BYTES);
    sluice_vk *vk;
    SL_CHECK_OK(sluice_vk_open(e.context, &vk, "w.vk", &err));
    SL_CHECK_OK(sluice_verify(own, vk, -1, both, both_n, &err));
    sluice_vk_close(vk);
    free(both);
    free(proof);
    sluice_input_close(own);
    engine_close(&e);
}

SL_TEST(refused) {
    engine_enter();
    sluice_vanilla_order order = order_of("window", 2048, 1);
    sluice_vanilla_options options = {0};
    sluice_input *input;
    SL_CHECK_OK(sluice_context_open(&context, NULL, &err));
    order.struct_size--;
    SL_CHECK_STATUS(sluice_vanilla_synth(context, &order, "f", &err), SLUICE_E_USAGE);
    order = order_of(NULL, 2048, 1);
    SL_CHECK_STATUS(sluice_vanilla_synth(context, &order, "f", &err), SLUICE_E_USAGE);
    order = order_of("update", 2048, 2);
    SL_CHECK_STATUS(sluice_vanilla_synth(context, &order, "f", &err), SLUICE_E_USAGE);
    order = order_of("update", 2048, 1);
    SL_CHECK_STATUS(sluice_vanilla_synth(context, &order, "", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sluice_input_open_vanilla(context, &input, winning.vanilla, 1, winning.meta, &options, &err),
                    SLUICE_E_USAGE);
    SL_CHECK_EQ_U64(engine_files_n(), 0);
    sluice_context_close(context);
}
