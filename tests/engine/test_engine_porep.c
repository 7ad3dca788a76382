// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A sealed sector of 2 KiB: structure, witness, key and proof against the reference, for the three forms of its C1
 * file. The key has 1.1 GB and lives in the temporary folder while it is needed.
 */
#include <sys/statvfs.h>

#include "core/mem/buf.h"
#include "engine/engine_case.h"

#define POREP FILECOIN "porep/2KiB-v1_1-seed1/"
#define DISK_BYTES ((uint64_t)3 << 30)

static const char *const forms[] = {POREP "c1.json", POREP "c1-wrapped.json", POREP "c1.bin"};
#define FORMS_N (sizeof forms / sizeof forms[0])

static void porep_open(engine *e, const char *c1) {
    SL_CHECK_OK(sluice_context_open(&e->context, NULL, &err));
    SL_CHECK_OK(sluice_input_open_c1(e->context, &e->input, c1, NULL, &err));
    SL_CHECK_OK(sluice_circuit_open(e->context, &e->circuit, sluice_input_circuit(e->input), &err));
}

SL_TEST(structure) {
    engine e = {0};
    sluice_circuit_info info;
    SL_CHECK_OK(sluice_context_open(&e.context, NULL, &err));
    SL_CHECK_OK(sluice_circuit_open(e.context, &e.circuit, "porep-2kib", &err));
    SL_CHECK_OK(sluice_circuit_info_get(e.circuit, &info, &err));
    SL_CHECK_EQ_U64(info.partitions, 1);
    SL_CHECK_EQ_U64(info.inputs, 40);
    SL_CHECK_EQ_U64(info.aux, 2685673);
    SL_CHECK_EQ_U64(info.rows, 2687921);
    SL_CHECK_EQ_U64(info.domain, 1 << 22);
    SL_CHECK_EQ_U64(info.key_bytes, 1114707768);
    engine_close(&e);
}

SL_TEST_FULL(witness_of_each_form) {
    uint8_t want[32];
    sl_test_unhex(want, sizeof want, "3f5c7997cbe25680410030147b94be9f5c0a5d4bba83aff9675ddd8e08aabb81");
    for (size_t i = 0; i < FORMS_N; i++) {
        engine e = {0};
        uint8_t digest[32];
        uint64_t values_n = 0;
        sluice_c1_info info;
        porep_open(&e, forms[i]);
        SL_CHECK_OK(sluice_c1_info_get(e.input, &info, &err));
        SL_CHECK(strcmp(info.registered_proof, "StackedDrg2KiBV1_1") == 0 && info.sector_bytes == 2048);
        SL_CHECK(info.partitions == 1 && info.challenges == 2 && !info.replica_id_checked);
        SL_CHECK_OK(sluice_witness_digest(e.input, 0, NULL, digest, &values_n, &err));
        SL_CHECK_MEM(digest, want, sizeof want);
        SL_CHECK_EQ_U64(values_n, 40 + 2685673);
        engine_close(&e);
    }
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

SL_TEST_FULL(witness_satisfies_every_row) {
    engine e = {0};
    porep_open(&e, POREP "c1.json");
    SL_CHECK_OK(sluice_witness_check(e.input, 0, &err));
    SL_CHECK_STATUS(sluice_witness_check(e.input, 1, &err), SLUICE_E_USAGE);
    engine_close(&e);
}

SL_TEST_FULL(digest_of_the_structure) {
    engine e = {0};
    uint8_t digest[32], want[32];
    size_t n;
    char *table = (char *)sl_test_vector_read("filecoin/r1cs-digests.tsv", &n);
    const char *line = strstr(table, "\nporep-2KiB\t");
    SL_CHECK(line != NULL);
    sl_test_unhex(want, sizeof want, strchr(line + 1, '\n') - 64);
    free(table);
    SL_CHECK_OK(sluice_context_open(&e.context, NULL, &err));
    SL_CHECK_OK(sluice_circuit_open(e.context, &e.circuit, "porep-2KiB", &err));
    SL_CHECK_OK(sluice_circuit_digest(e.circuit, digest, &err));
    SL_CHECK_MEM(digest, want, sizeof want);
    engine_close(&e);
}

/* Some 90 core-seconds with the best kernel set. */
SL_TEST_FULL(key_and_proofs) {
    engine_enter();
    struct statvfs disk;
    SL_CHECK(statvfs(".", &disk) == 0);
    if ((uint64_t)disk.f_bavail * disk.f_frsize < DISK_BYTES) {
        SL_SKIP("the temporary folder has less than 3 GiB free");
    }
    engine e = {0};
    sluice_key_result result;
    uint8_t want[32];
    porep_open(&e, POREP "c1.json");
    engine_key_make(&e, "p.params", &result);
    sl_test_unhex(want, sizeof want, "545d756b71141fd73174f1b775b7f897c5a69797ad5cbcfcbb40cdba5ed31644");
    SL_CHECK_MEM(result.sha256, want, sizeof want);
    SL_CHECK_EQ_U64(result.bytes, 1114707768);
    engine_close(&e);
    for (size_t i = 0; i < FORMS_N; i++) {
        size_t n;
        porep_open(&e, forms[i]);
        SL_CHECK_OK(sluice_key_open(e.context, &e.key, "p.params", e.circuit, &err));
        uint8_t *proof = engine_prove(&e, -1, engine_rs, &n);
        engine_check_proof("porep-2KiB-seed1.r2-s3", proof, n);
        SL_CHECK_OK(engine_verify(&e, POREP "meta.json", FILECOIN "keys/porep-2KiB-seed1.vk", -1, proof, n));
        SL_CHECK_STATUS(engine_verify(&e, FILECOIN "porep/2KiB-v1_1-seed2/meta.json", "p.vk", -1, proof, n),
                        SLUICE_E_PROOF_INVALID);
        free(proof);
        engine_close(&e);
    }
    /* the example program does the same with what is at hand */
    SL_CHECK(system("'" SL_TEST_EXAMPLES "/prove_and_verify' '" POREP "c1.json' p.params >out") == 0);
    size_t out_n;
    char *out = (char *)engine_file_read("out", &out_n);
    SL_CHECK_MSG(strcmp(out, "porep-2KiB: 192 bytes of proof, valid\n") == 0, "%s", out);
    free(out);
    SL_CHECK(unlink("p.params") == 0);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}
