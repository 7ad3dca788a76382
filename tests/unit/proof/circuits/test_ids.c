// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/ids.h"

#include "proof/circuits/inputs/seal_proof.h"
#include "unit/proof/circuits/case_files.h"

static void check_prover(uint64_t miner, const char *want_hex) {
    uint8_t got[32], want[32] = {0};
    memset(got, 0xa5, sizeof got);
    sl_prover_id(got, miner);
    sl_test_unhex(want, strlen(want_hex) / 2, want_hex);
    SL_CHECK_MSG(memcmp(got, want, 32) == 0, "prover_id of miner %llu", (unsigned long long)miner);
}

SL_TEST(prover_ids) {
    check_prover(0, "00");
    check_prover(1, "01");
    check_prover(127, "7f");
    check_prover(128, "8001");
    check_prover(1000, "e807");
    check_prover(16383, "ff7f");
    check_prover(16384, "808001");
    check_prover(UINT64_C(1) << 63, "80808080808080808001");
    check_prover(UINT64_MAX, "ffffffffffffffffff01");
}

/* Section A.2 of the specification: miner 1000, sector 1, ticket of ones, zero data. */
SL_TEST(replica_ids_of_zero_data) {
    static const struct {
        uint8_t registered;
        const char *comm_d, *replica_id;
    } given[] = {
        {5, "fc7e928296e516faade986b28f92d44a4f24b935485223376a799027bc18f833",
         "3e75e87332cd5d60132c1f9f9a8362e2e4cf190b46f4fd636fd8864b842d170b"},
        {8, "077e5fde35c50a9303a55009e3498a4ebedff39c42b710b730d8ec7ac7afa63e",
         "811d73e7ee9eafa5bc99ab8fe59db4df58732314297c036a8b4f8a571b48a119"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(given); i++) {
        const uint8_t porep_id[32] = {given[i].registered};
        uint8_t prover_id[32], ticket[32], comm_d[32], want[32], got[32];
        sl_prover_id(prover_id, 1000);
        memset(ticket, 1, sizeof ticket);
        sl_test_unhex(comm_d, 32, given[i].comm_d);
        sl_test_unhex(want, 32, given[i].replica_id);
        sl_replica_id(got, prover_id, 1, ticket, comm_d, porep_id);
        SL_CHECK_MEM(got, want, 32);
    }
}

/* Every part counts, and the sectors of the reference come out. */
SL_TEST(replica_ids_of_sectors) {
    for (size_t i = 0; i < SL_ARRAY_N(porep_cases); i++) {
        sluice_error err;
        case_files files = case_open(porep_cases[i]);
        char name[64];
        sl_seal_proof proof;
        case_text(&files, "registered_proof", name);
        SL_CHECK_OK(sl_seal_proof_by_name(&proof, name, &err));
        const uint64_t sector = case_u64(&files, "sector_id");
        uint8_t parts[4][32], want[32], got[32];
        sl_prover_id(parts[0], case_u64(&files, "miner_id"));
        case_bytes32(&files, "prover_id", want);
        SL_CHECK_MEM(parts[0], want, 32);
        case_bytes32(&files, "ticket", parts[1]);
        case_bytes32(&files, "comm_d", parts[2]);
        memcpy(parts[3], proof.porep_id, 32);
        case_bytes32(&files, "replica_id", want);
        sl_replica_id(got, parts[0], sector, parts[1], parts[2], parts[3]);
        SL_CHECK_MSG(memcmp(got, want, 32) == 0, "%s", porep_cases[i]);
        for (int part = 0; part < 4; part++) {
            parts[part][31] ^= 1;
            sl_replica_id(got, parts[0], sector, parts[1], parts[2], parts[3]);
            SL_CHECK(memcmp(got, want, 32) != 0 && got[31] <= 0x3f);
            parts[part][31] ^= 1;
        }
        sl_replica_id(got, parts[0], sector + 1, parts[1], parts[2], parts[3]);
        SL_CHECK(memcmp(got, want, 32) != 0);
        case_close(&files);
    }
}
