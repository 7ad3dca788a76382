// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Verifying keys: the `.vk` file, which is also the head of a `.params` file (spec 1.7).
 *
 * Reading is strict: canonical coordinates, no flag bits, on the curve, in the subgroup, and no identity anywhere.
 */
#ifndef SL_PROOF_GROTH16_VK_H
#define SL_PROOF_GROTH16_VK_H

#include "core/mem/buf.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "proof/groth16/key_layout.h"

typedef struct sl_vk {
    sl_g1_affine alpha_g1, beta_g1, delta_g1;
    sl_g2_affine beta_g2, gamma_g2, delta_g2;
    sl_g1_affine *ic; /* ic[0] belongs to ONE */
    size_t ic_n;      /* inputs, ONE included; at least 1 */
    sl_buf storage;   /* owns ic */
} sl_vk;

/* Largest `.vk` that is read from a file of its own: two million inputs. */
#define SL_VK_MAX_BYTES ((size_t)192 << 20)

SL_INLINE size_t sl_vk_bytes(size_t ic_n) {
    return SL_VK_HEAD_BYTES + 96 * ic_n;
}

/*
 * Parses exactly `n` bytes; `name` (a path) starts every message. SLUICE_E_TRUNCATED for a length that contradicts the
 * count, SLUICE_E_CORRUPT for a bad point, named by section and index. Release with sl_vk_release.
 */
SL_NODISCARD sluice_status sl_vk_parse(sl_vk *out, const uint8_t *bytes, size_t n, const char *name, sluice_error *err);
/* The same for the layout->vk_bytes at layout->vk_offset of an open key file. */
SL_NODISCARD sluice_status sl_vk_read_at_head(sl_vk *out, const sl_file *file, const sl_key_layout *layout,
                                              sluice_error *err);
SL_NODISCARD sluice_status sl_vk_read(sl_vk *out, const char *path, sluice_error *err);
/* Only the six points before ic are checked: refuses a file that is no key before its counts are looked at. */
SL_NODISCARD sluice_status sl_vk_check_head(const uint8_t bytes[SL_VK_HEAD_BYTES], const char *name, sluice_error *err);
/* Writes sl_vk_bytes(vk->ic_n) bytes. */
void sl_vk_write(uint8_t *bytes, const sl_vk *vk);
void sl_vk_release(sl_vk *vk); /* accepts the zero state */

#endif
