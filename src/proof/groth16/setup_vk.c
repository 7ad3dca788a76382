// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_vk.h"

void sl_setup_g1_times(sl_g1_affine *out, const sl_g1_affine *p, const sl_fr *k) {
    sl_g1 t;
    sl_g1_from_affine(&t, p);
    sl_g1_mul_vt(&t, &t, k);
    sl_g1_to_affine_vt(out, &t);
}

static void g2_times(sl_g2_affine *out, const sl_g2_affine *p, const sl_fr *k) {
    sl_g2 t;
    sl_g2_from_affine(&t, p);
    sl_g2_mul_vt(&t, &t, k);
    sl_g2_to_affine_vt(out, &t);
}

sluice_status sl_setup_vk_make(sl_buf *out, const sl_exponents *e, sluice_error *err) {
    const sl_setup_secrets *secrets = e->secrets;
    sl_vk vk = {.ic_n = (size_t)e->counts.inputs};
    SL_TRY(sl_buf_alloc_n(&vk.storage, vk.ic_n, sizeof *vk.ic, "vk", err));
    const sluice_status status = sl_buf_alloc(out, sl_vk_bytes(vk.ic_n), "vk", err);
    if (status == SLUICE_OK) {
        vk.ic = vk.storage.data;
        sl_setup_g1_times(&vk.alpha_g1, &secrets->g1, &secrets->alpha);
        sl_setup_g1_times(&vk.beta_g1, &secrets->g1, &secrets->beta);
        g2_times(&vk.beta_g2, &secrets->g2, &secrets->beta);
        g2_times(&vk.gamma_g2, &secrets->g2, &secrets->gamma);
        sl_setup_g1_times(&vk.delta_g1, &secrets->g1, &secrets->delta);
        g2_times(&vk.delta_g2, &secrets->g2, &secrets->delta);
        const sl_fr *exponents = sl_exponents_ic(e);
        for (size_t i = 0; i < vk.ic_n; i++) {
            if (sl_fr_is_zero(&exponents[i])) {
                sl_vk_release(&vk);
                sl_buf_release(out);
                return SL_FAIL(err, SLUICE_E_INPUT, "variable %zu: these secrets give it the identity; take others", i);
            }
            sl_setup_g1_times(&vk.ic[i], &secrets->g1, &exponents[i]);
        }
        sl_vk_write(out->data, &vk);
    }
    sl_vk_release(&vk);
    return status;
}
