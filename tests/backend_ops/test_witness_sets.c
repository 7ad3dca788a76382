// SPDX-License-Identifier: MIT OR Apache-2.0
/* The witness of a partition is the same, byte for byte, whichever kernel set makes its hashes. */
#include "backends/cpu/select.h"
#include "harness/test.h"
#include "proof/circuits/inputs/c1.h"
#include "proof/circuits/partition_input.h"
#include "proof/r1cs/r1cs.h"
#include "unit/proof/circuits/made_vanilla.h"
#include "unit/proof/circuits/post_case.h"

static sluice_error err;

static void check(const sl_circuit *circuit, sl_partition_input input) {
    sl_r1cs *shape;
    sl_witness want;
    SL_CHECK_OK(sl_circuit_shape(circuit, &shape, &err));
    SL_CHECK_OK(sl_circuit_witness(circuit, shape, input, &sl_kernels_portable, &want, &err));
    for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++) {
        sl_witness witness;
        SL_CHECK_OK(sl_circuit_witness(circuit, shape, input, *set, &witness, &err));
        SL_CHECK(witness.storage.bytes == want.storage.bytes);
        SL_CHECK_MSG(memcmp(witness.storage.data, want.storage.data, want.storage.bytes) == 0, "%s, %s", circuit->name,
                     (*set)->name);
        sl_witness_release(&witness);
    }
    sl_witness_release(&want);
    sl_r1cs_close(shape);
}

SL_TEST_FULL(porep) {
    sl_c1 *c1;
    SL_CHECK_OK(sl_c1_open(&c1, sl_test_vector_path("filecoin/porep/2KiB-v1_1-seed1/c1.json"), NULL, &err));
    check(&sl_c1_info_of(c1)->proof.circuit, (sl_partition_input){.porep = sl_c1_partition(c1, 0)});
    sl_c1_close(c1);
}

SL_TEST(post) {
    static const struct {
        const char *name;
        size_t files_n;
    } cases[] = {{"window-2KiB-2sectors-v1", 2}, {"winning-2KiB", 1}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        post_case c = post_case_open(cases[i].name, cases[i].files_n);
        sl_post *post;
        SL_CHECK_OK(sl_post_parse(&post, &c.meta.post, -1, c.blobs, c.n, &err));
        check(&c.meta.post.circuit, (sl_partition_input){.post = sl_post_partition_at(post, 0)});
        sl_post_close(post);
        post_case_close(&c);
    }
}

/* Paths of challenges a batch at a time, with a last batch that is not full. */
static void check_update(const char *name) {
    made_update t = {0};
    update_make(&t, name, 8);
    const unsigned last = t.statement.circuit.partitions - 1;
    check(&t.statement.circuit, (sl_partition_input){.update = sl_update_partition_at(t.update, last)});
    update_drop(&t);
}

SL_TEST(poseidon_update) {
    check_update("update-poseidon-2KiB");
    check_update("update-poseidon-16KiB");
}

SL_TEST_FULL(update) {
    check_update("update-2KiB");
    check_update("update-16KiB");
}
