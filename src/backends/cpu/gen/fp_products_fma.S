// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products of four elements side by side, made by tools/gen-fp-fma: see fp_fma.h for the contract.
 *
 * Coefficients of a product by Karatsuba: c_0 = F - G and c_1 = S - F of F = a_0 b_0, G = a_1 b_1 and
 * S = (a_0 + a_1) (b_0 + b_1), since X^2 = X - 1; of a square, (a_0 - a_1) (a_0 + a_1) and a_1 (2 a_0 + a_1). Each
 * has seven columns of sums of limb products, in two parts: h begins at 1.5 2^101 and takes products rounded to
 * multiples of 2^49, exact while |sum| < 2^100; l takes what rounding left away, at most 2^48 for each product. A
 * column is closed by t = l + (h of the column before) 2^-48.
 *
 * The low four columns are then removed by folding: two limbs of both coefficients at once are replaced by a product
 * with 2^-96 mod m, two limbs higher; then one with 2^-48 mod m; the last by a row of Montgomery's reduction. These
 * products join F, G and S. What is folded need not be carried in full: one parallel carry makes the limbs small, and
 * that is enough. Montgomery's q is t v mod 2^48 with v = 1 / m mod 2^48 = 2^16 + 2 - (2^17 + 1) X, and what a row
 * leaves in the column that it clears is known without its products: with t v = q + e and v (lowest limbs of m) = 1 -
 * 2^48, it is t + e (lowest limbs of m) 2^-48.
 *
 * Values, in units of p^(1/2) as fp_fma.h measures them: R is 3.137, 2^-96 mod m is 0.383 and 2^-48 mod m is 2^-31. A
 * pair of balanced digits is at most 0.867 of its unit, so a product is within k1 k2 / 3.137 + 0.867 (0.383 + 1) < 1.2
 * more than its share.
 *
 * Limbs, in units of 2^48 for l and t and of 2^96 for sums; highest limbs follow from values. S has the largest sums:
 * of a balanced and a wide factor within 4, 8.5 in column 3, folds 1.5; of two products of factors within 0.867 and
 * wide within 1.8, or of one of wide factors within 1.8, 12.2 in column 2; 2^100 is 16. A limb t is l and the h of the
 * column before, most in c_1, whose h is of three products of coefficients: of those two 9.7 in column 2 and 11.5 in
 * column 3, else less. l is 14 at most, 8 of rows and 6 of folds, and 22 of two products. Before a multiple of m goes
 * off, column 4 has 14 + 11.5 and c, 1; the multiple is at most 5.3 of a balanced factor, 4.6 of wide ones. Of two
 * products it has 20 + 11.5 in c_1, which is carried, and 20 + 7.6 in c_0; e has 0.5 and the multiple 3.6. All are
 * below 2^53 = 32.
 *
 * A reduced result loses the multiple of m that is nearest to it, by its highest limbs. Every result ends with one
 * carry of every limb, all at once.
 */
#if defined(__x86_64__)

// new and low: the column after x y was added; old, the h before, is free then.
.macro product new, old, low, x, y
    vmovapd \y, \new
    vfmadd213pd \old, \x, \new
    vsubpd \old, \new, \old
    vfmsub231pd \y, \x, \old
    vaddpd \old, \low, \low
.endm

// The same of -x y.
.macro minus_product new, old, low, x, y
    vmovapd \y, \new
    vfnmadd213pd \old, \x, \new
    vsubpd \old, \new, \old
    vfnmsub231pd \y, \x, \old
    vaddpd \old, \low, \low
.endm

// The first product of a column.
.macro first high, low, x, y
    vmovapd \y, \high
    vfmadd213pd start(%rip), \x, \high
    vsubpd start(%rip), \high, \low
    vfmsub231pd \y, \x, \low
.endm

// limb: l before; high: the h of the column before, free then.
.macro close limb, high
    vsubpd start(%rip), \high, \high
    vfmadd231pd down(%rip), \high, \limb
.endm

// The multiple of 2^48 that is nearest to a limb.
.macro carry_of carry, limb
    vaddpd round(%rip), \limb, \carry
    vsubpd round(%rip), \carry, \carry
.endm

.macro carry_into limb, carry
    vfmadd231pd down(%rip), \carry, \limb
.endm

// limb plus 2 x.
.macro twice_into limb, x
    vfmadd231pd two(%rip), \x, \limb
.endm

// Coefficient of the multiple of the modulus in a value with these top limbs, as its factor.
.macro multiple factor, zero, one, per_zero, per_one
    vmulpd \per_zero, \zero, \factor
    vfmadd231pd \per_one, \one, \factor
    vaddpd nearest(%rip), \factor, \factor
    vsubpd nearest(%rip), \factor, \factor
.endm

// q = x shift + y mod 2^48, balanced, and the multiple of 2^48 that was left out.
.macro quotient q, left_out, spare, x, y, shift
    vmovapd round(%rip), \left_out
    vfmadd231pd \shift, \x, \left_out
    vsubpd round(%rip), \left_out, \left_out
    vmovapd \left_out, \q
    vfmsub231pd \shift, \x, \q
    vaddpd \y, \q, \q
    carry_of \spare, \q
    vsubpd \spare, \q, \q
    vaddpd \spare, \left_out, \left_out
.endm

.macro four value
    .quad \value, \value, \value, \value
.endm

.section .rodata
.balign 64
fold2:
    four 0x42db3672d720ae40
    four 0xc2af7c50caaed800
    four 0xc2d9f4e80fefaf40
    four 0xc2b2098ac4f0c200
    four 0x42d9b77fd818ab00
    four 0xc2c4788e5135ad80
    four 0x42cec6bab4ddf200
    four 0x42c20a18184c2200
    four 0xc2c6241aa18d4d80
    four 0xc2cc57a283e16300
    four 0xc2c523156b016c80
    four 0x42b20aa56ba78200
fold1:
    four 0xc2d6ff7fff8b7f80
    four 0xc2d9edd6ff227ec0
    four 0xc2c998c4fe7d9700
    four 0x40e1aa4000000000
    four 0x42dd80f4800b8000
    four 0x4293466122900c00
    four 0xc2dcab8ccc627f40
    four 0x3ff0000000000000
    four 0x42ba05d202000200
    four 0xc2d8b970ecf97e00
    four 0x42d68810b45eb540
    four 0x40e1aa4000000000
modulus:
    four 0xc1d5552aaac00000
    four 0xc2df2b0daab25540
    four 0xc279b32c2e156000
    four 0xc2c78da222690080
    four 0x41e5554aaaa00000
    four 0xc29a9e4aa66d5400
    four 0x4289b32c2e156800
    four 0x42d78da222690080
    four 0x41d5556aaa800000
    four 0x42df2b0daae6d580
    four 0x4279b32c2e156000
    four 0x42c78da222690080
start:
    four 0x4648000000000000
round:
    four 0x4638000000000000
down:
    four 0x3cf0000000000000
two:
    four 0x4000000000000000
shift:
    four 0x40f0000000000000
minus_shift:
    four 0xc0f0000000000000
low_first:
    four 0x3ed5552aaac00000
low_second:
    four 0xbee5554aaaa00000
minus_low_second:
    four 0x3ee5554aaaa00000
low_sum:
    four 0xbed5556aaa800000
per_0:
    four 0xbcfcfbe4f7bd0028
    four 0xbd0cfbe4f7bd0028
per_1:
    four 0x3d0cfbe4f7bd0028
    four 0x3cfcfbe4f7bd0028
nearest:
    four 0x4338000000000000

.text

// a b / R, carried
.balign 64
.globl sl_fp4_mul_fma
.hidden sl_fp4_mul_fma
.type sl_fp4_mul_fma, @function
sl_fp4_mul_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $672, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -128(%rsi), %ymm0
    vaddpd 0(%rsi), %ymm0, %ymm1
    vmovapd -128(%rdx), %ymm2
    vaddpd 0(%rdx), %ymm2, %ymm3
    first %ymm4, %ymm5, %ymm0, %ymm2
    vmovapd 0(%rsi), %ymm6
    first %ymm7, %ymm8, %ymm6, 0(%rdx)
    vmovapd -96(%rdx), %ymm9
    vaddpd 32(%rdx), %ymm9, %ymm10
    vmovapd -64(%rdx), %ymm11
    vaddpd 64(%rdx), %ymm11, %ymm12
    vmovapd -96(%rsi), %ymm13
    vaddpd 32(%rsi), %ymm13, %ymm14
    first %ymm15, %ymm11, %ymm0, %ymm9
    first %ymm9, %ymm0, %ymm6, 32(%rdx)
    vsubpd %ymm7, %ymm4, %ymm6
    product %ymm7, %ymm15, %ymm11, %ymm13, %ymm2
    vmovapd 32(%rsi), %ymm15
    product %ymm2, %ymm9, %ymm0, %ymm15, 0(%rdx)
    vsubpd %ymm8, %ymm5, %ymm9
    vsubpd %ymm2, %ymm7, %ymm8
    vsubpd %ymm0, %ymm11, %ymm2
    carry_into %ymm2, %ymm6
    first %ymm0, %ymm6, %ymm1, %ymm3
    vsubpd %ymm4, %ymm0, %ymm15
    vsubpd %ymm5, %ymm6, %ymm0
    first %ymm4, %ymm5, %ymm1, %ymm10
    product %ymm6, %ymm4, %ymm5, %ymm14, %ymm3
    vsubpd %ymm7, %ymm6, %ymm4
    vsubpd %ymm11, %ymm5, %ymm6
    carry_of %ymm5, %ymm9
    carry_into %ymm6, %ymm15
    carry_of %ymm7, %ymm0
    vsubpd %ymm5, %ymm9, %ymm11
    vmovapd -128(%rsi), %ymm9
    vmovapd %ymm4, 0(%rsp)
    first %ymm15, %ymm4, %ymm9, -64(%rdx)
    carry_into %ymm2, %ymm5
    vsubpd %ymm7, %ymm0, %ymm5
    vmovapd %ymm2, 32(%rsp)
    first %ymm0, %ymm2, %ymm1, %ymm12
    carry_into %ymm6, %ymm7
    product %ymm7, %ymm15, %ymm4, %ymm13, -96(%rdx)
    product %ymm15, %ymm0, %ymm2, %ymm14, %ymm10
    vmovapd -64(%rsi), %ymm0
    vmovapd %ymm6, 64(%rsp)
    product %ymm6, %ymm7, %ymm4, %ymm0, -128(%rdx)
    product %ymm7, %ymm6, %ymm4, %ymm11, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm6
    first %ymm13, %ymm9, %ymm6, 64(%rdx)
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm10, 96(%rsp)
    product %ymm10, %ymm13, %ymm9, %ymm6, 32(%rdx)
    vmovapd 64(%rsi), %ymm13
    product %ymm6, %ymm10, %ymm9, %ymm13, 0(%rdx)
    product %ymm10, %ymm6, %ymm9, %ymm5, fold2+128(%rip)
    vsubpd %ymm10, %ymm7, %ymm6
    vsubpd %ymm9, %ymm4, %ymm10
    carry_into %ymm10, %ymm8
    vaddpd 64(%rsi), %ymm0, %ymm8
    product %ymm9, %ymm15, %ymm2, %ymm8, %ymm3
    vaddpd %ymm5, %ymm11, %ymm15
    vmovapd %ymm6, 128(%rsp)
    product %ymm6, %ymm9, %ymm2, %ymm15, fold2+256(%rip)
    vsubpd %ymm7, %ymm6, %ymm9
    vsubpd %ymm4, %ymm2, %ymm6
    vmovapd -32(%rdx), %ymm2
    vaddpd 96(%rdx), %ymm2, %ymm4
    vmovapd -128(%rsi), %ymm7
    vmovapd %ymm9, 160(%rsp)
    vmovapd %ymm15, 192(%rsp)
    first %ymm9, %ymm15, %ymm7, %ymm2
    vmovapd 0(%rsp), %ymm7
    carry_into %ymm6, %ymm7
    vmovapd -96(%rsi), %ymm7
    product %ymm2, %ymm9, %ymm15, %ymm7, -64(%rdx)
    product %ymm9, %ymm2, %ymm15, %ymm0, -96(%rdx)
    vmovapd -32(%rsi), %ymm2
    product %ymm0, %ymm9, %ymm15, %ymm2, -128(%rdx)
    product %ymm9, %ymm0, %ymm15, %ymm11, fold2+32(%rip)
    first %ymm0, %ymm7, %ymm1, %ymm4
    product %ymm1, %ymm0, %ymm7, %ymm14, %ymm12
    product %ymm0, %ymm1, %ymm7, %ymm8, 96(%rsp)
    vmovapd 0(%rsi), %ymm1
    vmovapd %ymm11, 0(%rsp)
    vmovapd %ymm8, 224(%rsp)
    first %ymm11, %ymm8, %ymm1, 96(%rdx)
    vmovapd 32(%rsi), %ymm1
    vmovapd %ymm12, 256(%rsp)
    product %ymm12, %ymm11, %ymm8, %ymm1, 64(%rdx)
    product %ymm11, %ymm12, %ymm8, %ymm13, 32(%rdx)
    vmovapd 96(%rsi), %ymm12
    product %ymm13, %ymm11, %ymm8, %ymm12, 0(%rdx)
    product %ymm11, %ymm13, %ymm8, %ymm5, fold2+160(%rip)
    vmovapd 32(%rsp), %ymm13
    carry_of %ymm12, %ymm13
    carry_into %ymm10, %ymm12
    vsubpd %ymm12, %ymm13, %ymm1
    product %ymm12, %ymm9, %ymm15, %ymm1, fold2+0(%rip)
    vmovapd 64(%rsp), %ymm9
    carry_of %ymm13, %ymm9
    carry_into %ymm6, %ymm13
    vmovapd %ymm5, 32(%rsp)
    vsubpd %ymm13, %ymm9, %ymm5
    product %ymm9, %ymm11, %ymm8, %ymm5, fold2+128(%rip)
    vaddpd 96(%rsi), %ymm2, %ymm11
    product %ymm13, %ymm0, %ymm7, %ymm11, %ymm3
    vmovapd 192(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, fold2+288(%rip)
    carry_of %ymm13, %ymm10
    vsubpd %ymm13, %ymm10, %ymm0
    product %ymm10, %ymm12, %ymm15, %ymm0, fold1+0(%rip)
    carry_of %ymm12, %ymm6
    vsubpd %ymm12, %ymm6, %ymm2
    product %ymm6, %ymm9, %ymm8, %ymm2, fold1+128(%rip)
    vsubpd %ymm6, %ymm10, %ymm9
    vsubpd %ymm8, %ymm15, %ymm6
    vmovapd 128(%rsp), %ymm8
    carry_into %ymm6, %ymm8
    carry_into %ymm6, %ymm13
    vaddpd %ymm5, %ymm1, %ymm8
    product %ymm13, %ymm3, %ymm7, %ymm8, fold2+256(%rip)
    vaddpd %ymm2, %ymm0, %ymm3
    vmovapd %ymm9, 64(%rsp)
    product %ymm9, %ymm13, %ymm7, %ymm3, fold1+256(%rip)
    vsubpd %ymm10, %ymm9, %ymm13
    carry_of %ymm9, %ymm6
    vsubpd %ymm9, %ymm6, %ymm10
    vmovapd -96(%rsi), %ymm6
    vmovapd %ymm9, 128(%rsp)
    vmovapd %ymm13, 288(%rsp)
    first %ymm9, %ymm13, %ymm6, -32(%rdx)
    vsubpd %ymm15, %ymm7, %ymm6
    vmovapd -64(%rsi), %ymm7
    product %ymm15, %ymm9, %ymm13, %ymm7, -64(%rdx)
    vmovapd 160(%rsp), %ymm9
    carry_into %ymm6, %ymm9
    first %ymm9, %ymm7, %ymm14, %ymm4
    vmovapd -32(%rsi), %ymm14
    vmovapd %ymm4, 160(%rsp)
    product %ymm4, %ymm15, %ymm13, %ymm14, -96(%rdx)
    carry_into %ymm6, %ymm12
    vmovapd 224(%rsp), %ymm12
    product %ymm15, %ymm9, %ymm7, %ymm12, 256(%rsp)
    vmovapd 0(%rsp), %ymm9
    product %ymm12, %ymm4, %ymm13, %ymm9, fold2+64(%rip)
    product %ymm4, %ymm15, %ymm7, %ymm11, 96(%rsp)
    product %ymm15, %ymm12, %ymm13, %ymm1, fold2+32(%rip)
    vmovapd 192(%rsp), %ymm12
    vmovapd %ymm11, 96(%rsp)
    product %ymm11, %ymm4, %ymm7, %ymm12, fold2+320(%rip)
    product %ymm4, %ymm15, %ymm13, %ymm0, fold1+32(%rip)
    product %ymm15, %ymm11, %ymm7, %ymm8, fold2+288(%rip)
    product %ymm11, %ymm15, %ymm7, %ymm3, fold1+288(%rip)
    carry_of %ymm15, %ymm6
    vmovapd %ymm7, 320(%rsp)
    vsubpd %ymm15, %ymm6, %ymm7
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm15, 352(%rsp)
    vmovapd %ymm11, 384(%rsp)
    first %ymm15, %ymm11, %ymm6, 96(%rdx)
    vmovapd 64(%rsi), %ymm6
    product %ymm12, %ymm15, %ymm11, %ymm6, 64(%rdx)
    vmovapd 96(%rsi), %ymm15
    product %ymm6, %ymm12, %ymm11, %ymm15, 32(%rdx)
    vmovapd 32(%rsp), %ymm12
    product %ymm15, %ymm6, %ymm11, %ymm12, fold2+192(%rip)
    product %ymm6, %ymm15, %ymm11, %ymm5, fold2+160(%rip)
    product %ymm15, %ymm6, %ymm11, %ymm2, fold1+160(%rip)
    vmovapd %ymm10, %ymm6
    twice_into %ymm10, %ymm7
    vmovapd %ymm7, %ymm12
    twice_into %ymm7, %ymm6
    vmovapd %ymm2, 416(%rsp)
    vsubpd %ymm6, %ymm12, %ymm2
    vmovapd %ymm12, 448(%rsp)
    vmovapd -64(%rsi), %ymm12
    vmovapd %ymm6, 480(%rsp)
    vmovapd %ymm5, 512(%rsp)
    first %ymm6, %ymm5, %ymm12, -32(%rdx)
    product %ymm12, %ymm6, %ymm5, %ymm14, -64(%rdx)
    product %ymm6, %ymm12, %ymm5, %ymm9, fold2+96(%rip)
    product %ymm9, %ymm6, %ymm5, %ymm1, fold2+64(%rip)
    product %ymm6, %ymm9, %ymm5, %ymm0, fold1+64(%rip)
    quotient %ymm9, %ymm12, %ymm14, %ymm10, %ymm7, shift+0(%rip)
    product %ymm10, %ymm4, %ymm13, %ymm9, modulus+32(%rip)
    product %ymm4, %ymm6, %ymm5, %ymm9, modulus+64(%rip)
    vmovapd %ymm14, 0(%rsp)
    vmovapd %ymm12, 544(%rsp)
    quotient %ymm6, %ymm14, %ymm12, %ymm7, %ymm2, minus_shift+0(%rip)
    product %ymm2, %ymm15, %ymm11, %ymm6, modulus+160(%rip)
    vsubpd %ymm2, %ymm10, %ymm7
    vsubpd %ymm11, %ymm13, %ymm2
    vmovapd 64(%rsp), %ymm11
    carry_into %ymm2, %ymm11
    vmovapd 224(%rsp), %ymm11
    vmovapd %ymm12, 64(%rsp)
    first %ymm15, %ymm12, %ymm11, 160(%rsp)
    vmovapd 96(%rsp), %ymm11
    vmovapd %ymm2, 224(%rsp)
    product %ymm2, %ymm15, %ymm12, %ymm11, 256(%rsp)
    vmovapd 192(%rsp), %ymm15
    vmovapd %ymm14, 256(%rsp)
    product %ymm14, %ymm2, %ymm12, %ymm15, fold2+352(%rip)
    product %ymm2, %ymm14, %ymm12, %ymm8, fold2+320(%rip)
    product %ymm14, %ymm2, %ymm12, %ymm3, fold1+320(%rip)
    vmovapd 64(%rsi), %ymm2
    vmovapd %ymm13, 192(%rsp)
    first %ymm15, %ymm13, %ymm2, 96(%rdx)
    vmovapd 96(%rsi), %ymm2
    vmovapd %ymm10, 576(%rsp)
    product %ymm10, %ymm15, %ymm13, %ymm2, 64(%rdx)
    vmovapd 32(%rsp), %ymm15
    vmovapd %ymm12, 608(%rsp)
    product %ymm12, %ymm10, %ymm13, %ymm15, fold2+224(%rip)
    vmovapd 512(%rsp), %ymm10
    product %ymm15, %ymm12, %ymm13, %ymm10, fold2+192(%rip)
    vmovapd 416(%rsp), %ymm12
    vmovapd %ymm14, 32(%rsp)
    product %ymm14, %ymm15, %ymm13, %ymm12, fold1+192(%rip)
    product %ymm15, %ymm14, %ymm13, %ymm6, modulus+192(%rip)
    vsubpd %ymm15, %ymm4, %ymm14
    vsubpd %ymm13, %ymm5, %ymm15
    carry_into %ymm15, %ymm7
    vmovapd -32(%rsi), %ymm7
    vmovapd %ymm15, 640(%rsp)
    first %ymm13, %ymm15, %ymm7, -32(%rdx)
    product %ymm7, %ymm13, %ymm15, %ymm1, fold2+96(%rip)
    product %ymm1, %ymm7, %ymm15, %ymm0, fold1+96(%rip)
    product %ymm0, %ymm1, %ymm15, %ymm9, modulus+96(%rip)
    first %ymm1, %ymm7, %ymm11, 160(%rsp)
    product %ymm11, %ymm1, %ymm7, %ymm8, fold2+352(%rip)
    product %ymm1, %ymm11, %ymm7, %ymm3, fold1+352(%rip)
    first %ymm3, %ymm8, %ymm2, 96(%rdx)
    product %ymm2, %ymm3, %ymm8, %ymm10, fold2+224(%rip)
    product %ymm3, %ymm2, %ymm8, %ymm12, fold1+224(%rip)
    product %ymm2, %ymm3, %ymm8, %ymm6, modulus+224(%rip)
    vsubpd %ymm2, %ymm0, %ymm3
    vmulpd down(%rip), %ymm3, %ymm3
    vsubpd %ymm8, %ymm15, %ymm2
    carry_into %ymm2, %ymm14
    vaddpd %ymm6, %ymm9, %ymm8
    vmovapd 384(%rsp), %ymm6
    vmovapd 320(%rsp), %ymm9
    product %ymm10, %ymm6, %ymm9, %ymm8, modulus+288(%rip)
    vmovapd 32(%rsp), %ymm6
    vmovapd 608(%rsp), %ymm11
    product %ymm12, %ymm6, %ymm11, %ymm8, modulus+320(%rip)
    product %ymm6, %ymm1, %ymm7, %ymm8, modulus+352(%rip)
    vmovapd 576(%rsp), %ymm1
    vsubpd %ymm1, %ymm10, %ymm8
    vsubpd %ymm4, %ymm12, %ymm1
    vsubpd %ymm0, %ymm6, %ymm4
    vmulpd down(%rip), %ymm4, %ymm4
    vmovapd 192(%rsp), %ymm0
    vsubpd %ymm0, %ymm9, %ymm6
    vsubpd %ymm5, %ymm11, %ymm0
    vsubpd %ymm15, %ymm7, %ymm5
    vmovapd 288(%rsp), %ymm7
    carry_into %ymm6, %ymm7
    carry_into %ymm0, %ymm8
    carry_into %ymm5, %ymm1
    vmovapd 480(%rsp), %ymm1
    vmovapd 544(%rsp), %ymm7
    vfmadd231pd low_first+0(%rip), %ymm7, %ymm1
    vmovapd 448(%rsp), %ymm8
    vfmadd231pd low_second+0(%rip), %ymm7, %ymm8
    vmovapd 256(%rsp), %ymm7
    vfmadd231pd minus_low_second+0(%rip), %ymm7, %ymm1
    vfmadd231pd low_sum+0(%rip), %ymm7, %ymm8
    vmovapd 128(%rsp), %ymm7
    carry_into %ymm1, %ymm7
    vmovapd 352(%rsp), %ymm7
    carry_into %ymm8, %ymm7
    vmovapd 224(%rsp), %ymm7
    vaddpd %ymm1, %ymm7, %ymm9
    vaddpd %ymm8, %ymm6, %ymm1
    vmovapd 640(%rsp), %ymm6
    carry_of %ymm7, %ymm6
    vsubpd %ymm7, %ymm6, %ymm8
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm10
    carry_into %ymm3, %ymm6
    carry_into %ymm10, %ymm7
    vmovapd %ymm3, 96(%rdi)
    vmovapd %ymm10, 64(%rdi)
    carry_of %ymm2, %ymm0
    vsubpd %ymm2, %ymm0, %ymm3
    carry_of %ymm0, %ymm5
    vsubpd %ymm0, %ymm5, %ymm6
    carry_into %ymm4, %ymm0
    carry_into %ymm6, %ymm2
    vmovapd %ymm4, 224(%rdi)
    carry_of %ymm0, %ymm9
    vmovapd %ymm6, 192(%rdi)
    carry_of %ymm2, %ymm1
    carry_into %ymm8, %ymm0
    vsubpd %ymm0, %ymm9, %ymm4
    carry_into %ymm3, %ymm2
    vsubpd %ymm2, %ymm1, %ymm0
    vmovapd %ymm4, 0(%rdi)
    vmovapd %ymm8, 32(%rdi)
    vmovapd %ymm0, 128(%rdi)
    vmovapd %ymm3, 160(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_fma, . - sl_fp4_mul_fma

// (a b + c d) / R, reduced
.balign 64
.globl sl_fp4_mul_two_fma
.hidden sl_fp4_mul_two_fma
.type sl_fp4_mul_two_fma, @function
sl_fp4_mul_two_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $768, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    sub $-128, %r8
    vmovapd -128(%rsi), %ymm0
    vaddpd 0(%rsi), %ymm0, %ymm1
    vmovapd -128(%rdx), %ymm2
    vaddpd 0(%rdx), %ymm2, %ymm3
    vmovapd -128(%rcx), %ymm4
    vaddpd 0(%rcx), %ymm4, %ymm5
    vmovapd -128(%r8), %ymm6
    vaddpd 0(%r8), %ymm6, %ymm7
    first %ymm8, %ymm9, %ymm0, %ymm2
    vmovapd 0(%rsi), %ymm10
    first %ymm11, %ymm12, %ymm10, 0(%rdx)
    vmovapd -64(%rdx), %ymm13
    vaddpd 64(%rdx), %ymm13, %ymm14
    vmovapd -96(%rdx), %ymm15
    vaddpd 32(%rdx), %ymm15, %ymm10
    vmovapd %ymm10, 0(%rsp)
    vmovapd -64(%r8), %ymm10
    vaddpd 64(%r8), %ymm10, %ymm2
    vmovapd -96(%r8), %ymm15
    vaddpd 32(%r8), %ymm15, %ymm10
    vmovapd %ymm10, 32(%rsp)
    first %ymm10, %ymm15, %ymm0, %ymm13
    product %ymm13, %ymm8, %ymm9, %ymm4, %ymm6
    vmovapd 0(%rcx), %ymm8
    product %ymm0, %ymm11, %ymm12, %ymm8, 0(%r8)
    first %ymm11, %ymm8, %ymm1, %ymm3
    vmovapd %ymm3, 64(%rsp)
    product %ymm3, %ymm10, %ymm15, %ymm4, -64(%r8)
    vsubpd %ymm0, %ymm13, %ymm10
    product %ymm0, %ymm11, %ymm8, %ymm5, %ymm7
    vmovapd -96(%rsi), %ymm11
    vmovapd %ymm7, 96(%rsp)
    product %ymm7, %ymm3, %ymm15, %ymm11, -96(%rdx)
    vsubpd %ymm13, %ymm0, %ymm3
    first %ymm0, %ymm13, %ymm1, %ymm14
    vmovapd %ymm14, 128(%rsp)
    vmovapd -96(%rcx), %ymm14
    vmovapd %ymm3, 160(%rsp)
    product %ymm3, %ymm7, %ymm15, %ymm14, -96(%r8)
    product %ymm7, %ymm0, %ymm13, %ymm5, %ymm2
    vsubpd %ymm12, %ymm9, %ymm0
    vmovapd -64(%rsi), %ymm12
    vmovapd %ymm2, 192(%rsp)
    product %ymm2, %ymm3, %ymm15, %ymm12, -128(%rdx)
    vmovapd -64(%rcx), %ymm3
    product %ymm12, %ymm2, %ymm15, %ymm3, %ymm6
    vsubpd %ymm9, %ymm8, %ymm2
    vmovapd 0(%rsi), %ymm8
    first %ymm9, %ymm3, %ymm8, 64(%rdx)
    vmovapd %ymm2, 224(%rsp)
    vmovapd 0(%rcx), %ymm2
    vmovapd %ymm12, 256(%rsp)
    product %ymm12, %ymm9, %ymm3, %ymm2, 64(%r8)
    vmovapd 32(%rsi), %ymm9
    vmovapd %ymm15, 288(%rsp)
    product %ymm15, %ymm12, %ymm3, %ymm9, 32(%rdx)
    vmovapd 32(%rcx), %ymm12
    vmovapd %ymm0, 320(%rsp)
    product %ymm0, %ymm15, %ymm3, %ymm12, 32(%r8)
    vmovapd 64(%rsi), %ymm15
    product %ymm12, %ymm0, %ymm3, %ymm15, 0(%rdx)
    vmovapd 64(%rcx), %ymm0
    product %ymm15, %ymm12, %ymm3, %ymm0, 0(%r8)
    vaddpd 32(%rsi), %ymm11, %ymm12
    product %ymm0, %ymm7, %ymm13, %ymm12, 0(%rsp)
    vmovapd -128(%rsi), %ymm7
    vmovapd %ymm3, 352(%rsp)
    vmovapd %ymm15, 384(%rsp)
    first %ymm3, %ymm15, %ymm7, -96(%rdx)
    product %ymm7, %ymm3, %ymm15, %ymm4, -96(%r8)
    product %ymm3, %ymm7, %ymm15, %ymm11, -128(%rdx)
    product %ymm7, %ymm3, %ymm15, %ymm14, %ymm6
    first %ymm3, %ymm6, %ymm1, 0(%rsp)
    product %ymm11, %ymm3, %ymm6, %ymm5, 32(%rsp)
    product %ymm3, %ymm11, %ymm6, %ymm12, 64(%rsp)
    vmovapd %ymm12, 416(%rsp)
    first %ymm11, %ymm12, %ymm8, 32(%rdx)
    product %ymm8, %ymm11, %ymm12, %ymm2, 32(%r8)
    product %ymm11, %ymm8, %ymm12, %ymm9, 0(%rdx)
    vmovapd 32(%rcx), %ymm8
    product %ymm9, %ymm11, %ymm12, %ymm8, 0(%r8)
    vsubpd %ymm9, %ymm7, %ymm11
    vsubpd %ymm12, %ymm15, %ymm9
    carry_into %ymm9, %ymm10
    vaddpd 32(%rcx), %ymm14, %ymm10
    product %ymm12, %ymm0, %ymm13, %ymm10, 32(%rsp)
    product %ymm0, %ymm3, %ymm6, %ymm10, 96(%rsp)
    vsubpd %ymm7, %ymm0, %ymm3
    vsubpd %ymm15, %ymm6, %ymm0
    vmovapd 160(%rsp), %ymm6
    carry_into %ymm0, %ymm6
    vmovapd -64(%rsi), %ymm6
    vaddpd 64(%rsi), %ymm6, %ymm7
    product %ymm15, %ymm12, %ymm13, %ymm7, 64(%rsp)
    vmovapd 320(%rsp), %ymm12
    carry_of %ymm8, %ymm12
    vsubpd %ymm8, %ymm12, %ymm2
    carry_into %ymm9, %ymm8
    vmovapd 256(%rsp), %ymm8
    vmovapd 288(%rsp), %ymm12
    vmovapd %ymm9, 160(%rsp)
    product %ymm9, %ymm8, %ymm12, %ymm2, fold2+0(%rip)
    vmovapd 224(%rsp), %ymm8
    vmovapd %ymm7, 256(%rsp)
    carry_of %ymm7, %ymm8
    vsubpd %ymm7, %ymm8, %ymm6
    carry_into %ymm0, %ymm7
    vmovapd 384(%rsp), %ymm7
    vmovapd 352(%rsp), %ymm8
    vmovapd %ymm0, 224(%rsp)
    product %ymm0, %ymm7, %ymm8, %ymm6, fold2+128(%rip)
    vsubpd %ymm0, %ymm9, %ymm7
    vsubpd %ymm8, %ymm12, %ymm0
    carry_into %ymm0, %ymm11
    vmovapd -64(%rcx), %ymm8
    vaddpd 64(%rcx), %ymm8, %ymm11
    vmovapd %ymm7, 288(%rsp)
    product %ymm7, %ymm15, %ymm13, %ymm11, 96(%rsp)
    vmovapd -32(%rdx), %ymm15
    vmovapd %ymm0, 320(%rsp)
    vaddpd 96(%rdx), %ymm15, %ymm0
    vmovapd %ymm11, 352(%rsp)
    vmovapd -32(%r8), %ymm11
    vaddpd 96(%r8), %ymm11, %ymm8
    vmovapd %ymm10, 384(%rsp)
    vaddpd %ymm6, %ymm2, %ymm10
    vmovapd %ymm6, 448(%rsp)
    product %ymm6, %ymm7, %ymm13, %ymm10, fold2+256(%rip)
    vsubpd %ymm9, %ymm6, %ymm7
    vsubpd %ymm12, %ymm13, %ymm6
    vmovapd -128(%rsi), %ymm9
    first %ymm12, %ymm13, %ymm9, %ymm15
    carry_into %ymm6, %ymm3
    product %ymm3, %ymm12, %ymm13, %ymm4, %ymm11
    vmovapd -96(%rsi), %ymm4
    product %ymm9, %ymm3, %ymm13, %ymm4, -64(%rdx)
    product %ymm3, %ymm9, %ymm13, %ymm14, -64(%r8)
    vmovapd -64(%rsi), %ymm9
    product %ymm12, %ymm3, %ymm13, %ymm9, -96(%rdx)
    vmovapd -64(%rcx), %ymm3
    product %ymm9, %ymm12, %ymm13, %ymm3, -96(%r8)
    vmovapd -32(%rsi), %ymm12
    product %ymm3, %ymm9, %ymm13, %ymm12, -128(%rdx)
    vmovapd -32(%rcx), %ymm9
    product %ymm11, %ymm3, %ymm13, %ymm9, -128(%r8)
    product %ymm3, %ymm11, %ymm13, %ymm2, fold2+32(%rip)
    vmovapd %ymm2, 480(%rsp)
    first %ymm11, %ymm2, %ymm1, %ymm0
    product %ymm1, %ymm11, %ymm2, %ymm5, %ymm8
    vmovapd 416(%rsp), %ymm5
    product %ymm11, %ymm1, %ymm2, %ymm5, 128(%rsp)
    vmovapd 384(%rsp), %ymm1
    product %ymm5, %ymm11, %ymm2, %ymm1, 192(%rsp)
    vmovapd 256(%rsp), %ymm11
    product %ymm1, %ymm5, %ymm2, %ymm11, 0(%rsp)
    vmovapd 352(%rsp), %ymm5
    product %ymm11, %ymm1, %ymm2, %ymm5, 32(%rsp)
    vmovapd 0(%rsi), %ymm1
    first %ymm5, %ymm14, %ymm1, 96(%rdx)
    vmovapd 0(%rcx), %ymm1
    product %ymm4, %ymm5, %ymm14, %ymm1, 96(%r8)
    vmovapd 32(%rsi), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, 64(%rdx)
    vmovapd 32(%rcx), %ymm4
    product %ymm1, %ymm5, %ymm14, %ymm4, 64(%r8)
    vmovapd 64(%rsi), %ymm5
    product %ymm4, %ymm1, %ymm14, %ymm5, 32(%rdx)
    vmovapd 64(%rcx), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, 32(%r8)
    vmovapd 96(%rsi), %ymm4
    product %ymm1, %ymm5, %ymm14, %ymm4, 0(%rdx)
    vmovapd 96(%rcx), %ymm5
    product %ymm4, %ymm1, %ymm14, %ymm5, 0(%r8)
    vmovapd 448(%rsp), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, fold2+160(%rip)
    vaddpd 96(%rsi), %ymm12, %ymm4
    product %ymm1, %ymm11, %ymm2, %ymm4, 64(%rsp)
    vmovapd 160(%rsp), %ymm11
    carry_of %ymm12, %ymm11
    vmovapd %ymm4, 64(%rsp)
    vmovapd 320(%rsp), %ymm4
    carry_into %ymm4, %ymm12
    vsubpd %ymm12, %ymm11, %ymm15
    product %ymm11, %ymm3, %ymm13, %ymm15, fold2+0(%rip)
    vmovapd 224(%rsp), %ymm3
    carry_of %ymm12, %ymm3
    carry_into %ymm6, %ymm12
    vmovapd %ymm8, 160(%rsp)
    vsubpd %ymm12, %ymm3, %ymm8
    product %ymm3, %ymm5, %ymm14, %ymm8, fold2+128(%rip)
    vaddpd 96(%rcx), %ymm9, %ymm5
    product %ymm12, %ymm1, %ymm2, %ymm5, 96(%rsp)
    product %ymm1, %ymm12, %ymm2, %ymm10, fold2+288(%rip)
    carry_of %ymm12, %ymm4
    vsubpd %ymm12, %ymm4, %ymm9
    product %ymm4, %ymm11, %ymm13, %ymm9, fold1+0(%rip)
    carry_of %ymm11, %ymm6
    vmovapd %ymm10, 96(%rsp)
    vsubpd %ymm11, %ymm6, %ymm10
    product %ymm6, %ymm3, %ymm14, %ymm10, fold1+128(%rip)
    vsubpd %ymm6, %ymm4, %ymm3
    vsubpd %ymm14, %ymm13, %ymm6
    vmovapd 288(%rsp), %ymm14
    carry_into %ymm6, %ymm14
    carry_into %ymm6, %ymm12
    vaddpd %ymm8, %ymm15, %ymm12
    product %ymm14, %ymm1, %ymm2, %ymm12, fold2+256(%rip)
    vaddpd %ymm10, %ymm9, %ymm1
    vmovapd %ymm3, 224(%rsp)
    product %ymm3, %ymm14, %ymm2, %ymm1, fold1+256(%rip)
    vsubpd %ymm4, %ymm3, %ymm14
    carry_of %ymm3, %ymm6
    vsubpd %ymm3, %ymm6, %ymm4
    vmovapd -96(%rsi), %ymm6
    vmovapd %ymm3, 288(%rsp)
    vmovapd %ymm14, 320(%rsp)
    first %ymm3, %ymm14, %ymm6, -32(%rdx)
    vsubpd %ymm13, %ymm2, %ymm6
    vmovapd -96(%rcx), %ymm2
    product %ymm13, %ymm3, %ymm14, %ymm2, -32(%r8)
    carry_into %ymm6, %ymm7
    vmovapd 416(%rsp), %ymm2
    first %ymm3, %ymm7, %ymm2, %ymm0
    vmovapd -64(%rsi), %ymm2
    vmovapd %ymm0, 416(%rsp)
    product %ymm0, %ymm13, %ymm14, %ymm2, -64(%rdx)
    carry_into %ymm6, %ymm11
    vmovapd 384(%rsp), %ymm11
    product %ymm13, %ymm3, %ymm7, %ymm11, 160(%rsp)
    vmovapd -64(%rcx), %ymm3
    product %ymm11, %ymm0, %ymm14, %ymm3, -64(%r8)
    vmovapd 256(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, 128(%rsp)
    vmovapd -32(%rsi), %ymm13
    product %ymm0, %ymm11, %ymm14, %ymm13, -96(%rdx)
    vmovapd 352(%rsp), %ymm11
    product %ymm13, %ymm3, %ymm7, %ymm11, 192(%rsp)
    vmovapd -32(%rcx), %ymm3
    product %ymm11, %ymm0, %ymm14, %ymm3, -96(%r8)
    vmovapd 64(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, 0(%rsp)
    vmovapd 480(%rsp), %ymm13
    product %ymm0, %ymm11, %ymm14, %ymm13, fold2+64(%rip)
    product %ymm11, %ymm3, %ymm7, %ymm5, 32(%rsp)
    product %ymm3, %ymm0, %ymm14, %ymm15, fold2+32(%rip)
    vmovapd 96(%rsp), %ymm0
    vmovapd %ymm5, 0(%rsp)
    product %ymm5, %ymm11, %ymm7, %ymm0, fold2+320(%rip)
    product %ymm11, %ymm3, %ymm14, %ymm9, fold1+32(%rip)
    product %ymm3, %ymm5, %ymm7, %ymm12, fold2+288(%rip)
    product %ymm5, %ymm3, %ymm7, %ymm1, fold1+288(%rip)
    carry_of %ymm3, %ymm6
    vmovapd %ymm5, 32(%rsp)
    vsubpd %ymm3, %ymm6, %ymm5
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm3, 384(%rsp)
    vmovapd %ymm7, 512(%rsp)
    first %ymm3, %ymm7, %ymm6, 96(%rdx)
    vmovapd 32(%rcx), %ymm6
    product %ymm0, %ymm3, %ymm7, %ymm6, 96(%r8)
    vmovapd 64(%rsi), %ymm3
    product %ymm6, %ymm0, %ymm7, %ymm3, 64(%rdx)
    vmovapd 64(%rcx), %ymm0
    product %ymm3, %ymm6, %ymm7, %ymm0, 64(%r8)
    vmovapd 96(%rsi), %ymm6
    product %ymm0, %ymm3, %ymm7, %ymm6, 32(%rdx)
    vmovapd 96(%rcx), %ymm3
    product %ymm6, %ymm0, %ymm7, %ymm3, 32(%r8)
    vmovapd 448(%rsp), %ymm0
    product %ymm3, %ymm6, %ymm7, %ymm0, fold2+192(%rip)
    product %ymm6, %ymm3, %ymm7, %ymm8, fold2+160(%rip)
    product %ymm3, %ymm6, %ymm7, %ymm10, fold1+160(%rip)
    vmovapd %ymm4, %ymm6
    twice_into %ymm4, %ymm5
    vmovapd %ymm5, %ymm0
    twice_into %ymm5, %ymm6
    vmovapd %ymm10, 544(%rsp)
    vsubpd %ymm6, %ymm0, %ymm10
    vmovapd %ymm6, 576(%rsp)
    vmovapd %ymm0, 608(%rsp)
    first %ymm6, %ymm0, %ymm2, -32(%rdx)
    vmovapd -64(%rcx), %ymm2
    vmovapd %ymm8, 640(%rsp)
    product %ymm8, %ymm6, %ymm0, %ymm2, -32(%r8)
    vmovapd -32(%rsi), %ymm2
    product %ymm6, %ymm8, %ymm0, %ymm2, -64(%rdx)
    vmovapd -32(%rcx), %ymm8
    product %ymm2, %ymm6, %ymm0, %ymm8, -64(%r8)
    product %ymm6, %ymm2, %ymm0, %ymm13, fold2+96(%rip)
    product %ymm2, %ymm6, %ymm0, %ymm15, fold2+64(%rip)
    product %ymm6, %ymm2, %ymm0, %ymm9, fold1+64(%rip)
    quotient %ymm2, %ymm13, %ymm8, %ymm4, %ymm5, shift+0(%rip)
    product %ymm4, %ymm11, %ymm14, %ymm2, modulus+32(%rip)
    product %ymm11, %ymm6, %ymm0, %ymm2, modulus+64(%rip)
    vmovapd %ymm8, 480(%rsp)
    vmovapd %ymm13, 672(%rsp)
    quotient %ymm6, %ymm8, %ymm13, %ymm5, %ymm10, minus_shift+0(%rip)
    product %ymm5, %ymm3, %ymm7, %ymm6, modulus+160(%rip)
    vsubpd %ymm5, %ymm4, %ymm3
    vsubpd %ymm7, %ymm14, %ymm5
    vmovapd 224(%rsp), %ymm7
    carry_into %ymm5, %ymm7
    vmovapd 256(%rsp), %ymm7
    vmovapd %ymm13, 224(%rsp)
    first %ymm10, %ymm13, %ymm7, 416(%rsp)
    vmovapd 352(%rsp), %ymm7
    vmovapd %ymm5, 256(%rsp)
    product %ymm5, %ymm10, %ymm13, %ymm7, 160(%rsp)
    vmovapd 64(%rsp), %ymm7
    product %ymm10, %ymm5, %ymm13, %ymm7, 128(%rsp)
    vmovapd 0(%rsp), %ymm5
    vmovapd %ymm8, 128(%rsp)
    product %ymm8, %ymm10, %ymm13, %ymm5, 192(%rsp)
    vmovapd 96(%rsp), %ymm10
    vmovapd %ymm14, 192(%rsp)
    product %ymm14, %ymm8, %ymm13, %ymm10, fold2+352(%rip)
    product %ymm8, %ymm14, %ymm13, %ymm12, fold2+320(%rip)
    product %ymm10, %ymm8, %ymm13, %ymm1, fold1+320(%rip)
    vmovapd 64(%rsi), %ymm8
    vmovapd %ymm4, 96(%rsp)
    first %ymm14, %ymm4, %ymm8, 96(%rdx)
    vmovapd 64(%rcx), %ymm8
    vmovapd %ymm10, 352(%rsp)
    product %ymm10, %ymm14, %ymm4, %ymm8, 96(%r8)
    vmovapd 96(%rsi), %ymm8
    product %ymm14, %ymm10, %ymm4, %ymm8, 64(%rdx)
    vmovapd 96(%rcx), %ymm10
    vmovapd %ymm13, 704(%rsp)
    product %ymm13, %ymm14, %ymm4, %ymm10, 64(%r8)
    vmovapd 448(%rsp), %ymm14
    product %ymm10, %ymm13, %ymm4, %ymm14, fold2+224(%rip)
    vmovapd 640(%rsp), %ymm13
    product %ymm14, %ymm10, %ymm4, %ymm13, fold2+192(%rip)
    vmovapd 544(%rsp), %ymm10
    product %ymm13, %ymm14, %ymm4, %ymm10, fold1+192(%rip)
    product %ymm14, %ymm13, %ymm4, %ymm6, modulus+192(%rip)
    vsubpd %ymm14, %ymm11, %ymm13
    vsubpd %ymm4, %ymm0, %ymm14
    carry_into %ymm14, %ymm3
    vmovapd -32(%rsi), %ymm3
    vmovapd %ymm14, 448(%rsp)
    first %ymm4, %ymm14, %ymm3, -32(%rdx)
    vmovapd -32(%rcx), %ymm3
    vmovapd %ymm0, 736(%rsp)
    product %ymm0, %ymm4, %ymm14, %ymm3, -32(%r8)
    product %ymm3, %ymm0, %ymm14, %ymm15, fold2+96(%rip)
    product %ymm0, %ymm3, %ymm14, %ymm9, fold1+96(%rip)
    product %ymm3, %ymm0, %ymm14, %ymm2, modulus+96(%rip)
    first %ymm0, %ymm4, %ymm7, 416(%rsp)
    product %ymm7, %ymm0, %ymm4, %ymm5, 160(%rsp)
    product %ymm0, %ymm7, %ymm4, %ymm12, fold2+352(%rip)
    product %ymm5, %ymm0, %ymm4, %ymm1, fold1+352(%rip)
    first %ymm0, %ymm1, %ymm8, 96(%rdx)
    vmovapd 96(%rcx), %ymm7
    product %ymm8, %ymm0, %ymm1, %ymm7, 96(%r8)
    vmovapd 640(%rsp), %ymm0
    product %ymm7, %ymm8, %ymm1, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm7, %ymm1, %ymm10, fold1+224(%rip)
    product %ymm7, %ymm0, %ymm1, %ymm6, modulus+224(%rip)
    vsubpd %ymm7, %ymm3, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    vsubpd %ymm1, %ymm14, %ymm7
    carry_into %ymm7, %ymm13
    vaddpd %ymm6, %ymm2, %ymm1
    vmovapd 32(%rsp), %ymm2
    vmovapd 512(%rsp), %ymm6
    product %ymm8, %ymm2, %ymm6, %ymm1, modulus+288(%rip)
    vmovapd 352(%rsp), %ymm2
    vmovapd 704(%rsp), %ymm9
    product %ymm10, %ymm2, %ymm9, %ymm1, modulus+320(%rip)
    product %ymm2, %ymm5, %ymm4, %ymm1, modulus+352(%rip)
    vmovapd 96(%rsp), %ymm1
    vsubpd %ymm1, %ymm8, %ymm5
    vsubpd %ymm11, %ymm10, %ymm1
    vsubpd %ymm3, %ymm2, %ymm8
    vmulpd down(%rip), %ymm8, %ymm8
    vmovapd 192(%rsp), %ymm2
    vsubpd %ymm2, %ymm6, %ymm3
    vmovapd 736(%rsp), %ymm2
    vsubpd %ymm2, %ymm9, %ymm6
    vsubpd %ymm14, %ymm4, %ymm2
    vmovapd 320(%rsp), %ymm4
    carry_into %ymm3, %ymm4
    carry_into %ymm6, %ymm5
    carry_into %ymm2, %ymm1
    vmovapd 608(%rsp), %ymm1
    vmovapd 672(%rsp), %ymm4
    vfmadd231pd low_second+0(%rip), %ymm4, %ymm1
    vmovapd 576(%rsp), %ymm5
    vfmadd231pd low_first+0(%rip), %ymm4, %ymm5
    vmovapd 128(%rsp), %ymm4
    vfmadd231pd low_sum+0(%rip), %ymm4, %ymm1
    vfmadd231pd minus_low_second+0(%rip), %ymm4, %ymm5
    vmovapd 384(%rsp), %ymm4
    carry_into %ymm1, %ymm4
    vmovapd 288(%rsp), %ymm4
    carry_into %ymm5, %ymm4
    vaddpd %ymm1, %ymm3, %ymm4
    vmovapd 256(%rsp), %ymm1
    vaddpd %ymm5, %ymm1, %ymm3
    multiple %ymm1, %ymm0, %ymm8, per_0+0(%rip), per_0+32(%rip)
    vmovapd 448(%rsp), %ymm5
    vfmadd231pd modulus+32(%rip), %ymm1, %ymm5
    vfmadd231pd modulus+64(%rip), %ymm1, %ymm7
    vfmadd231pd modulus+192(%rip), %ymm1, %ymm2
    vfmadd231pd modulus+0(%rip), %ymm1, %ymm3
    carry_of %ymm9, %ymm4
    carry_into %ymm6, %ymm9
    vsubpd %ymm9, %ymm4, %ymm10
    vfmadd231pd modulus+128(%rip), %ymm1, %ymm10
    vfmadd231pd modulus+160(%rip), %ymm1, %ymm6
    multiple %ymm4, %ymm0, %ymm8, per_1+0(%rip), per_1+32(%rip)
    vfnmadd231pd modulus+160(%rip), %ymm4, %ymm5
    vfnmadd231pd modulus+192(%rip), %ymm4, %ymm7
    vfmadd231pd modulus+288(%rip), %ymm4, %ymm6
    vfmadd231pd modulus+320(%rip), %ymm4, %ymm2
    vfnmadd231pd modulus+128(%rip), %ymm4, %ymm3
    vfmadd231pd modulus+256(%rip), %ymm4, %ymm10
    vfmadd231pd modulus+96(%rip), %ymm1, %ymm0
    vfnmadd231pd modulus+224(%rip), %ymm4, %ymm0
    carry_of %ymm9, %ymm5
    vsubpd %ymm9, %ymm5, %ymm11
    carry_of %ymm5, %ymm7
    vsubpd %ymm5, %ymm7, %ymm12
    carry_into %ymm0, %ymm5
    carry_into %ymm12, %ymm9
    vmovapd %ymm0, 96(%rdi)
    vmovapd %ymm12, 64(%rdi)
    carry_of %ymm0, %ymm6
    vsubpd %ymm0, %ymm6, %ymm5
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm7
    carry_into %ymm7, %ymm0
    vmovapd %ymm7, 192(%rdi)
    vfmadd231pd modulus+224(%rip), %ymm1, %ymm8
    vfmadd231pd modulus+352(%rip), %ymm4, %ymm8
    carry_into %ymm8, %ymm6
    carry_of %ymm0, %ymm3
    vmovapd %ymm8, 224(%rdi)
    carry_of %ymm1, %ymm10
    carry_into %ymm11, %ymm0
    vsubpd %ymm0, %ymm3, %ymm2
    vmovapd %ymm2, 0(%rdi)
    carry_into %ymm5, %ymm1
    vsubpd %ymm1, %ymm10, %ymm0
    vmovapd %ymm11, 32(%rdi)
    vmovapd %ymm0, 128(%rdi)
    vmovapd %ymm5, 160(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_two_fma, . - sl_fp4_mul_two_fma

// (a b + c d) / R - e, reduced
.balign 64
.globl sl_fp4_mul_two_sub_fma
.hidden sl_fp4_mul_two_sub_fma
.type sl_fp4_mul_two_sub_fma, @function
sl_fp4_mul_two_sub_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $768, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    sub $-128, %r8
    sub $-128, %r9
    vmovapd -128(%rsi), %ymm0
    vaddpd 0(%rsi), %ymm0, %ymm1
    vmovapd -128(%rdx), %ymm2
    vaddpd 0(%rdx), %ymm2, %ymm3
    vmovapd -128(%rcx), %ymm4
    vaddpd 0(%rcx), %ymm4, %ymm5
    vmovapd -128(%r8), %ymm6
    vaddpd 0(%r8), %ymm6, %ymm7
    first %ymm8, %ymm9, %ymm0, %ymm2
    vmovapd 0(%rsi), %ymm10
    first %ymm11, %ymm12, %ymm10, 0(%rdx)
    vmovapd -64(%rdx), %ymm13
    vaddpd 64(%rdx), %ymm13, %ymm14
    vmovapd -96(%rdx), %ymm15
    vaddpd 32(%rdx), %ymm15, %ymm10
    vmovapd %ymm10, 0(%rsp)
    vmovapd -64(%r8), %ymm10
    vaddpd 64(%r8), %ymm10, %ymm2
    vmovapd -96(%r8), %ymm15
    vaddpd 32(%r8), %ymm15, %ymm10
    vmovapd %ymm10, 32(%rsp)
    first %ymm10, %ymm15, %ymm0, %ymm13
    product %ymm13, %ymm8, %ymm9, %ymm4, %ymm6
    vmovapd 0(%rcx), %ymm8
    product %ymm0, %ymm11, %ymm12, %ymm8, 0(%r8)
    first %ymm11, %ymm8, %ymm1, %ymm3
    vmovapd %ymm3, 64(%rsp)
    product %ymm3, %ymm10, %ymm15, %ymm4, -64(%r8)
    vsubpd %ymm0, %ymm13, %ymm10
    product %ymm0, %ymm11, %ymm8, %ymm5, %ymm7
    vmovapd -96(%rsi), %ymm11
    vmovapd %ymm7, 96(%rsp)
    product %ymm7, %ymm3, %ymm15, %ymm11, -96(%rdx)
    vsubpd %ymm13, %ymm0, %ymm3
    first %ymm0, %ymm13, %ymm1, %ymm14
    vmovapd %ymm14, 128(%rsp)
    vmovapd -96(%rcx), %ymm14
    vmovapd %ymm3, 160(%rsp)
    product %ymm3, %ymm7, %ymm15, %ymm14, -96(%r8)
    product %ymm7, %ymm0, %ymm13, %ymm5, %ymm2
    vsubpd %ymm12, %ymm9, %ymm0
    vmovapd -64(%rsi), %ymm12
    vmovapd %ymm2, 192(%rsp)
    product %ymm2, %ymm3, %ymm15, %ymm12, -128(%rdx)
    vmovapd -64(%rcx), %ymm3
    product %ymm12, %ymm2, %ymm15, %ymm3, %ymm6
    vsubpd %ymm9, %ymm8, %ymm2
    vmovapd 0(%rsi), %ymm8
    first %ymm9, %ymm3, %ymm8, 64(%rdx)
    vmovapd %ymm2, 224(%rsp)
    vmovapd 0(%rcx), %ymm2
    vmovapd %ymm12, 256(%rsp)
    product %ymm12, %ymm9, %ymm3, %ymm2, 64(%r8)
    vmovapd 32(%rsi), %ymm9
    vmovapd %ymm15, 288(%rsp)
    product %ymm15, %ymm12, %ymm3, %ymm9, 32(%rdx)
    vmovapd 32(%rcx), %ymm12
    vmovapd %ymm0, 320(%rsp)
    product %ymm0, %ymm15, %ymm3, %ymm12, 32(%r8)
    vmovapd 64(%rsi), %ymm15
    product %ymm12, %ymm0, %ymm3, %ymm15, 0(%rdx)
    vmovapd 64(%rcx), %ymm0
    product %ymm15, %ymm12, %ymm3, %ymm0, 0(%r8)
    vaddpd 32(%rsi), %ymm11, %ymm12
    product %ymm0, %ymm7, %ymm13, %ymm12, 0(%rsp)
    vmovapd -128(%rsi), %ymm7
    vmovapd %ymm3, 352(%rsp)
    vmovapd %ymm15, 384(%rsp)
    first %ymm3, %ymm15, %ymm7, -96(%rdx)
    product %ymm7, %ymm3, %ymm15, %ymm4, -96(%r8)
    product %ymm3, %ymm7, %ymm15, %ymm11, -128(%rdx)
    product %ymm7, %ymm3, %ymm15, %ymm14, %ymm6
    first %ymm3, %ymm6, %ymm1, 0(%rsp)
    product %ymm11, %ymm3, %ymm6, %ymm5, 32(%rsp)
    product %ymm3, %ymm11, %ymm6, %ymm12, 64(%rsp)
    vmovapd %ymm12, 416(%rsp)
    first %ymm11, %ymm12, %ymm8, 32(%rdx)
    product %ymm8, %ymm11, %ymm12, %ymm2, 32(%r8)
    product %ymm11, %ymm8, %ymm12, %ymm9, 0(%rdx)
    vmovapd 32(%rcx), %ymm8
    product %ymm9, %ymm11, %ymm12, %ymm8, 0(%r8)
    vsubpd %ymm9, %ymm7, %ymm11
    vsubpd %ymm12, %ymm15, %ymm9
    carry_into %ymm9, %ymm10
    vaddpd 32(%rcx), %ymm14, %ymm10
    product %ymm12, %ymm0, %ymm13, %ymm10, 32(%rsp)
    product %ymm0, %ymm3, %ymm6, %ymm10, 96(%rsp)
    vsubpd %ymm7, %ymm0, %ymm3
    vsubpd %ymm15, %ymm6, %ymm0
    vmovapd 160(%rsp), %ymm6
    carry_into %ymm0, %ymm6
    vmovapd -64(%rsi), %ymm6
    vaddpd 64(%rsi), %ymm6, %ymm7
    product %ymm15, %ymm12, %ymm13, %ymm7, 64(%rsp)
    vmovapd 320(%rsp), %ymm12
    carry_of %ymm8, %ymm12
    vsubpd %ymm8, %ymm12, %ymm2
    carry_into %ymm9, %ymm8
    vmovapd 256(%rsp), %ymm8
    vmovapd 288(%rsp), %ymm12
    vmovapd %ymm9, 160(%rsp)
    product %ymm9, %ymm8, %ymm12, %ymm2, fold2+0(%rip)
    vmovapd 224(%rsp), %ymm8
    vmovapd %ymm7, 256(%rsp)
    carry_of %ymm7, %ymm8
    vsubpd %ymm7, %ymm8, %ymm6
    carry_into %ymm0, %ymm7
    vmovapd 384(%rsp), %ymm7
    vmovapd 352(%rsp), %ymm8
    vmovapd %ymm0, 224(%rsp)
    product %ymm0, %ymm7, %ymm8, %ymm6, fold2+128(%rip)
    vsubpd %ymm0, %ymm9, %ymm7
    vsubpd %ymm8, %ymm12, %ymm0
    carry_into %ymm0, %ymm11
    vmovapd -64(%rcx), %ymm8
    vaddpd 64(%rcx), %ymm8, %ymm11
    vmovapd %ymm7, 288(%rsp)
    product %ymm7, %ymm15, %ymm13, %ymm11, 96(%rsp)
    vmovapd -32(%rdx), %ymm15
    vmovapd %ymm0, 320(%rsp)
    vaddpd 96(%rdx), %ymm15, %ymm0
    vmovapd %ymm11, 352(%rsp)
    vmovapd -32(%r8), %ymm11
    vaddpd 96(%r8), %ymm11, %ymm8
    vmovapd %ymm10, 384(%rsp)
    vaddpd %ymm6, %ymm2, %ymm10
    vmovapd %ymm6, 448(%rsp)
    product %ymm6, %ymm7, %ymm13, %ymm10, fold2+256(%rip)
    vsubpd %ymm9, %ymm6, %ymm7
    vsubpd %ymm12, %ymm13, %ymm6
    vmovapd -128(%rsi), %ymm9
    first %ymm12, %ymm13, %ymm9, %ymm15
    carry_into %ymm6, %ymm3
    product %ymm3, %ymm12, %ymm13, %ymm4, %ymm11
    vmovapd -96(%rsi), %ymm4
    product %ymm9, %ymm3, %ymm13, %ymm4, -64(%rdx)
    product %ymm3, %ymm9, %ymm13, %ymm14, -64(%r8)
    vmovapd -64(%rsi), %ymm9
    product %ymm12, %ymm3, %ymm13, %ymm9, -96(%rdx)
    vmovapd -64(%rcx), %ymm3
    product %ymm9, %ymm12, %ymm13, %ymm3, -96(%r8)
    vmovapd -32(%rsi), %ymm12
    product %ymm3, %ymm9, %ymm13, %ymm12, -128(%rdx)
    vmovapd -32(%rcx), %ymm9
    product %ymm11, %ymm3, %ymm13, %ymm9, -128(%r8)
    product %ymm3, %ymm11, %ymm13, %ymm2, fold2+32(%rip)
    vmovapd %ymm2, 480(%rsp)
    first %ymm11, %ymm2, %ymm1, %ymm0
    product %ymm1, %ymm11, %ymm2, %ymm5, %ymm8
    vmovapd 416(%rsp), %ymm5
    product %ymm11, %ymm1, %ymm2, %ymm5, 128(%rsp)
    vmovapd 384(%rsp), %ymm1
    product %ymm5, %ymm11, %ymm2, %ymm1, 192(%rsp)
    vmovapd 256(%rsp), %ymm11
    product %ymm1, %ymm5, %ymm2, %ymm11, 0(%rsp)
    vmovapd 352(%rsp), %ymm5
    product %ymm11, %ymm1, %ymm2, %ymm5, 32(%rsp)
    vmovapd 0(%rsi), %ymm1
    first %ymm5, %ymm14, %ymm1, 96(%rdx)
    vmovapd 0(%rcx), %ymm1
    product %ymm4, %ymm5, %ymm14, %ymm1, 96(%r8)
    vmovapd 32(%rsi), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, 64(%rdx)
    vmovapd 32(%rcx), %ymm4
    product %ymm1, %ymm5, %ymm14, %ymm4, 64(%r8)
    vmovapd 64(%rsi), %ymm5
    product %ymm4, %ymm1, %ymm14, %ymm5, 32(%rdx)
    vmovapd 64(%rcx), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, 32(%r8)
    vmovapd 96(%rsi), %ymm4
    product %ymm1, %ymm5, %ymm14, %ymm4, 0(%rdx)
    vmovapd 96(%rcx), %ymm5
    product %ymm4, %ymm1, %ymm14, %ymm5, 0(%r8)
    vmovapd 448(%rsp), %ymm1
    product %ymm5, %ymm4, %ymm14, %ymm1, fold2+160(%rip)
    vaddpd 96(%rsi), %ymm12, %ymm4
    product %ymm1, %ymm11, %ymm2, %ymm4, 64(%rsp)
    vmovapd 160(%rsp), %ymm11
    carry_of %ymm12, %ymm11
    vmovapd %ymm4, 64(%rsp)
    vmovapd 320(%rsp), %ymm4
    carry_into %ymm4, %ymm12
    vsubpd %ymm12, %ymm11, %ymm15
    product %ymm11, %ymm3, %ymm13, %ymm15, fold2+0(%rip)
    vmovapd 224(%rsp), %ymm3
    carry_of %ymm12, %ymm3
    carry_into %ymm6, %ymm12
    vmovapd %ymm8, 160(%rsp)
    vsubpd %ymm12, %ymm3, %ymm8
    product %ymm3, %ymm5, %ymm14, %ymm8, fold2+128(%rip)
    vaddpd 96(%rcx), %ymm9, %ymm5
    product %ymm12, %ymm1, %ymm2, %ymm5, 96(%rsp)
    product %ymm1, %ymm12, %ymm2, %ymm10, fold2+288(%rip)
    carry_of %ymm12, %ymm4
    vsubpd %ymm12, %ymm4, %ymm9
    product %ymm4, %ymm11, %ymm13, %ymm9, fold1+0(%rip)
    carry_of %ymm11, %ymm6
    vmovapd %ymm10, 96(%rsp)
    vsubpd %ymm11, %ymm6, %ymm10
    product %ymm6, %ymm3, %ymm14, %ymm10, fold1+128(%rip)
    vsubpd %ymm6, %ymm4, %ymm3
    vsubpd %ymm14, %ymm13, %ymm6
    vmovapd 288(%rsp), %ymm14
    carry_into %ymm6, %ymm14
    carry_into %ymm6, %ymm12
    vaddpd %ymm8, %ymm15, %ymm12
    product %ymm14, %ymm1, %ymm2, %ymm12, fold2+256(%rip)
    vaddpd %ymm10, %ymm9, %ymm1
    vmovapd %ymm3, 224(%rsp)
    product %ymm3, %ymm14, %ymm2, %ymm1, fold1+256(%rip)
    vsubpd %ymm4, %ymm3, %ymm14
    carry_of %ymm3, %ymm6
    vsubpd %ymm3, %ymm6, %ymm4
    vmovapd -96(%rsi), %ymm6
    vmovapd %ymm3, 288(%rsp)
    vmovapd %ymm14, 320(%rsp)
    first %ymm3, %ymm14, %ymm6, -32(%rdx)
    vsubpd %ymm13, %ymm2, %ymm6
    vmovapd -96(%rcx), %ymm2
    product %ymm13, %ymm3, %ymm14, %ymm2, -32(%r8)
    carry_into %ymm6, %ymm7
    vmovapd 416(%rsp), %ymm2
    first %ymm3, %ymm7, %ymm2, %ymm0
    vmovapd -64(%rsi), %ymm2
    vmovapd %ymm0, 416(%rsp)
    product %ymm0, %ymm13, %ymm14, %ymm2, -64(%rdx)
    carry_into %ymm6, %ymm11
    vmovapd 384(%rsp), %ymm11
    product %ymm13, %ymm3, %ymm7, %ymm11, 160(%rsp)
    vmovapd -64(%rcx), %ymm3
    product %ymm11, %ymm0, %ymm14, %ymm3, -64(%r8)
    vmovapd 256(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, 128(%rsp)
    vmovapd -32(%rsi), %ymm13
    product %ymm0, %ymm11, %ymm14, %ymm13, -96(%rdx)
    vmovapd 352(%rsp), %ymm11
    product %ymm13, %ymm3, %ymm7, %ymm11, 192(%rsp)
    vmovapd -32(%rcx), %ymm3
    product %ymm11, %ymm0, %ymm14, %ymm3, -96(%r8)
    vmovapd 64(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, 0(%rsp)
    vmovapd 480(%rsp), %ymm13
    product %ymm0, %ymm11, %ymm14, %ymm13, fold2+64(%rip)
    product %ymm11, %ymm3, %ymm7, %ymm5, 32(%rsp)
    product %ymm3, %ymm0, %ymm14, %ymm15, fold2+32(%rip)
    vmovapd 96(%rsp), %ymm0
    vmovapd %ymm5, 0(%rsp)
    product %ymm5, %ymm11, %ymm7, %ymm0, fold2+320(%rip)
    product %ymm11, %ymm3, %ymm14, %ymm9, fold1+32(%rip)
    product %ymm3, %ymm5, %ymm7, %ymm12, fold2+288(%rip)
    product %ymm5, %ymm3, %ymm7, %ymm1, fold1+288(%rip)
    carry_of %ymm3, %ymm6
    vmovapd %ymm5, 32(%rsp)
    vsubpd %ymm3, %ymm6, %ymm5
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm3, 384(%rsp)
    vmovapd %ymm7, 512(%rsp)
    first %ymm3, %ymm7, %ymm6, 96(%rdx)
    vmovapd 32(%rcx), %ymm6
    product %ymm0, %ymm3, %ymm7, %ymm6, 96(%r8)
    vmovapd 64(%rsi), %ymm3
    product %ymm6, %ymm0, %ymm7, %ymm3, 64(%rdx)
    vmovapd 64(%rcx), %ymm0
    product %ymm3, %ymm6, %ymm7, %ymm0, 64(%r8)
    vmovapd 96(%rsi), %ymm6
    product %ymm0, %ymm3, %ymm7, %ymm6, 32(%rdx)
    vmovapd 96(%rcx), %ymm3
    product %ymm6, %ymm0, %ymm7, %ymm3, 32(%r8)
    vmovapd 448(%rsp), %ymm0
    product %ymm3, %ymm6, %ymm7, %ymm0, fold2+192(%rip)
    product %ymm6, %ymm3, %ymm7, %ymm8, fold2+160(%rip)
    product %ymm3, %ymm6, %ymm7, %ymm10, fold1+160(%rip)
    vmovapd %ymm4, %ymm6
    twice_into %ymm4, %ymm5
    vmovapd %ymm5, %ymm0
    twice_into %ymm5, %ymm6
    vmovapd %ymm10, 544(%rsp)
    vsubpd %ymm6, %ymm0, %ymm10
    vmovapd %ymm6, 576(%rsp)
    vmovapd %ymm0, 608(%rsp)
    first %ymm6, %ymm0, %ymm2, -32(%rdx)
    vmovapd -64(%rcx), %ymm2
    vmovapd %ymm8, 640(%rsp)
    product %ymm8, %ymm6, %ymm0, %ymm2, -32(%r8)
    vmovapd -32(%rsi), %ymm2
    product %ymm6, %ymm8, %ymm0, %ymm2, -64(%rdx)
    vmovapd -32(%rcx), %ymm8
    product %ymm2, %ymm6, %ymm0, %ymm8, -64(%r8)
    product %ymm6, %ymm2, %ymm0, %ymm13, fold2+96(%rip)
    product %ymm2, %ymm6, %ymm0, %ymm15, fold2+64(%rip)
    product %ymm6, %ymm2, %ymm0, %ymm9, fold1+64(%rip)
    quotient %ymm2, %ymm13, %ymm8, %ymm4, %ymm5, shift+0(%rip)
    product %ymm4, %ymm11, %ymm14, %ymm2, modulus+32(%rip)
    product %ymm11, %ymm6, %ymm0, %ymm2, modulus+64(%rip)
    vmovapd %ymm8, 480(%rsp)
    vmovapd %ymm13, 672(%rsp)
    quotient %ymm6, %ymm8, %ymm13, %ymm5, %ymm10, minus_shift+0(%rip)
    product %ymm5, %ymm3, %ymm7, %ymm6, modulus+160(%rip)
    vsubpd %ymm5, %ymm4, %ymm3
    vsubpd %ymm7, %ymm14, %ymm5
    vmovapd 224(%rsp), %ymm7
    carry_into %ymm5, %ymm7
    vmovapd 256(%rsp), %ymm7
    vmovapd %ymm13, 224(%rsp)
    first %ymm10, %ymm13, %ymm7, 416(%rsp)
    vmovapd 352(%rsp), %ymm7
    vmovapd %ymm5, 256(%rsp)
    product %ymm5, %ymm10, %ymm13, %ymm7, 160(%rsp)
    vmovapd 64(%rsp), %ymm7
    product %ymm10, %ymm5, %ymm13, %ymm7, 128(%rsp)
    vmovapd 0(%rsp), %ymm5
    vmovapd %ymm8, 128(%rsp)
    product %ymm8, %ymm10, %ymm13, %ymm5, 192(%rsp)
    vmovapd 96(%rsp), %ymm10
    vmovapd %ymm14, 192(%rsp)
    product %ymm14, %ymm8, %ymm13, %ymm10, fold2+352(%rip)
    product %ymm8, %ymm14, %ymm13, %ymm12, fold2+320(%rip)
    product %ymm10, %ymm8, %ymm13, %ymm1, fold1+320(%rip)
    vmovapd 64(%rsi), %ymm8
    vmovapd %ymm4, 96(%rsp)
    first %ymm14, %ymm4, %ymm8, 96(%rdx)
    vmovapd 64(%rcx), %ymm8
    vmovapd %ymm10, 352(%rsp)
    product %ymm10, %ymm14, %ymm4, %ymm8, 96(%r8)
    vmovapd 96(%rsi), %ymm8
    product %ymm14, %ymm10, %ymm4, %ymm8, 64(%rdx)
    vmovapd 96(%rcx), %ymm10
    vmovapd %ymm13, 704(%rsp)
    product %ymm13, %ymm14, %ymm4, %ymm10, 64(%r8)
    vmovapd 448(%rsp), %ymm14
    product %ymm10, %ymm13, %ymm4, %ymm14, fold2+224(%rip)
    vmovapd 640(%rsp), %ymm13
    product %ymm14, %ymm10, %ymm4, %ymm13, fold2+192(%rip)
    vmovapd 544(%rsp), %ymm10
    product %ymm13, %ymm14, %ymm4, %ymm10, fold1+192(%rip)
    product %ymm14, %ymm13, %ymm4, %ymm6, modulus+192(%rip)
    vsubpd %ymm14, %ymm11, %ymm13
    vsubpd %ymm4, %ymm0, %ymm14
    carry_into %ymm14, %ymm3
    vsubpd -96(%r9), %ymm14, %ymm14
    vmovapd -32(%rsi), %ymm3
    vmovapd %ymm14, 448(%rsp)
    first %ymm4, %ymm14, %ymm3, -32(%rdx)
    vmovapd -32(%rcx), %ymm3
    vmovapd %ymm0, 736(%rsp)
    product %ymm0, %ymm4, %ymm14, %ymm3, -32(%r8)
    product %ymm3, %ymm0, %ymm14, %ymm15, fold2+96(%rip)
    product %ymm0, %ymm3, %ymm14, %ymm9, fold1+96(%rip)
    product %ymm3, %ymm0, %ymm14, %ymm2, modulus+96(%rip)
    first %ymm0, %ymm4, %ymm7, 416(%rsp)
    product %ymm7, %ymm0, %ymm4, %ymm5, 160(%rsp)
    product %ymm0, %ymm7, %ymm4, %ymm12, fold2+352(%rip)
    product %ymm5, %ymm0, %ymm4, %ymm1, fold1+352(%rip)
    first %ymm0, %ymm1, %ymm8, 96(%rdx)
    vmovapd 96(%rcx), %ymm7
    product %ymm8, %ymm0, %ymm1, %ymm7, 96(%r8)
    vmovapd 640(%rsp), %ymm0
    product %ymm7, %ymm8, %ymm1, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm7, %ymm1, %ymm10, fold1+224(%rip)
    product %ymm7, %ymm0, %ymm1, %ymm6, modulus+224(%rip)
    vsubpd %ymm7, %ymm3, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    vsubpd -32(%r9), %ymm0, %ymm0
    vsubpd %ymm1, %ymm14, %ymm7
    carry_into %ymm7, %ymm13
    vsubpd -64(%r9), %ymm7, %ymm7
    vaddpd %ymm6, %ymm2, %ymm1
    vmovapd 32(%rsp), %ymm2
    vmovapd 512(%rsp), %ymm6
    product %ymm8, %ymm2, %ymm6, %ymm1, modulus+288(%rip)
    vmovapd 352(%rsp), %ymm2
    vmovapd 704(%rsp), %ymm9
    product %ymm10, %ymm2, %ymm9, %ymm1, modulus+320(%rip)
    product %ymm2, %ymm5, %ymm4, %ymm1, modulus+352(%rip)
    vmovapd 96(%rsp), %ymm1
    vsubpd %ymm1, %ymm8, %ymm5
    vsubpd %ymm11, %ymm10, %ymm1
    vsubpd %ymm3, %ymm2, %ymm8
    vmulpd down(%rip), %ymm8, %ymm8
    vsubpd 96(%r9), %ymm8, %ymm8
    vmovapd 192(%rsp), %ymm2
    vsubpd %ymm2, %ymm6, %ymm3
    vmovapd 736(%rsp), %ymm2
    vsubpd %ymm2, %ymm9, %ymm6
    vsubpd %ymm14, %ymm4, %ymm2
    vmovapd 320(%rsp), %ymm4
    carry_into %ymm3, %ymm4
    carry_into %ymm6, %ymm5
    carry_into %ymm2, %ymm1
    vsubpd 64(%r9), %ymm2, %ymm2
    vmovapd 608(%rsp), %ymm1
    vmovapd 672(%rsp), %ymm4
    vfmadd231pd low_second+0(%rip), %ymm4, %ymm1
    vmovapd 576(%rsp), %ymm5
    vfmadd231pd low_first+0(%rip), %ymm4, %ymm5
    vmovapd 128(%rsp), %ymm4
    vfmadd231pd low_sum+0(%rip), %ymm4, %ymm1
    vfmadd231pd minus_low_second+0(%rip), %ymm4, %ymm5
    vmovapd 384(%rsp), %ymm4
    carry_into %ymm1, %ymm4
    vmovapd 288(%rsp), %ymm4
    carry_into %ymm5, %ymm4
    vaddpd %ymm1, %ymm3, %ymm4
    vmovapd 256(%rsp), %ymm1
    vaddpd %ymm5, %ymm1, %ymm3
    vsubpd -128(%r9), %ymm3, %ymm3
    multiple %ymm1, %ymm0, %ymm8, per_0+0(%rip), per_0+32(%rip)
    vmovapd 448(%rsp), %ymm5
    vfmadd231pd modulus+32(%rip), %ymm1, %ymm5
    vfmadd231pd modulus+64(%rip), %ymm1, %ymm7
    vfmadd231pd modulus+192(%rip), %ymm1, %ymm2
    vfmadd231pd modulus+0(%rip), %ymm1, %ymm3
    carry_of %ymm9, %ymm4
    carry_into %ymm6, %ymm9
    vsubpd %ymm9, %ymm4, %ymm10
    vsubpd 0(%r9), %ymm10, %ymm10
    vsubpd 32(%r9), %ymm6, %ymm6
    vfmadd231pd modulus+128(%rip), %ymm1, %ymm10
    vfmadd231pd modulus+160(%rip), %ymm1, %ymm6
    multiple %ymm4, %ymm0, %ymm8, per_1+0(%rip), per_1+32(%rip)
    vfnmadd231pd modulus+160(%rip), %ymm4, %ymm5
    vfnmadd231pd modulus+192(%rip), %ymm4, %ymm7
    vfmadd231pd modulus+288(%rip), %ymm4, %ymm6
    vfmadd231pd modulus+320(%rip), %ymm4, %ymm2
    vfnmadd231pd modulus+128(%rip), %ymm4, %ymm3
    vfmadd231pd modulus+256(%rip), %ymm4, %ymm10
    vfmadd231pd modulus+96(%rip), %ymm1, %ymm0
    vfnmadd231pd modulus+224(%rip), %ymm4, %ymm0
    carry_of %ymm9, %ymm5
    vsubpd %ymm9, %ymm5, %ymm11
    carry_of %ymm5, %ymm7
    vsubpd %ymm5, %ymm7, %ymm12
    carry_into %ymm0, %ymm5
    carry_into %ymm12, %ymm9
    vmovapd %ymm0, 96(%rdi)
    vmovapd %ymm12, 64(%rdi)
    carry_of %ymm0, %ymm6
    vsubpd %ymm0, %ymm6, %ymm5
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm7
    carry_into %ymm7, %ymm0
    vmovapd %ymm7, 192(%rdi)
    vfmadd231pd modulus+224(%rip), %ymm1, %ymm8
    vfmadd231pd modulus+352(%rip), %ymm4, %ymm8
    carry_into %ymm8, %ymm6
    carry_of %ymm0, %ymm3
    vmovapd %ymm8, 224(%rdi)
    carry_of %ymm1, %ymm10
    carry_into %ymm11, %ymm0
    vsubpd %ymm0, %ymm3, %ymm2
    vmovapd %ymm2, 0(%rdi)
    carry_into %ymm5, %ymm1
    vsubpd %ymm1, %ymm10, %ymm0
    vmovapd %ymm11, 32(%rdi)
    vmovapd %ymm0, 128(%rdi)
    vmovapd %ymm5, 160(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_two_sub_fma, . - sl_fp4_mul_two_sub_fma

// a b / R - c, reduced
.balign 64
.globl sl_fp4_mul_sub_fma
.hidden sl_fp4_mul_sub_fma
.type sl_fp4_mul_sub_fma, @function
sl_fp4_mul_sub_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $672, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    vmovapd -128(%rsi), %ymm0
    vaddpd 0(%rsi), %ymm0, %ymm1
    vmovapd -128(%rdx), %ymm2
    vaddpd 0(%rdx), %ymm2, %ymm3
    first %ymm4, %ymm5, %ymm0, %ymm2
    vmovapd 0(%rsi), %ymm6
    first %ymm7, %ymm8, %ymm6, 0(%rdx)
    vmovapd -96(%rdx), %ymm9
    vaddpd 32(%rdx), %ymm9, %ymm10
    vmovapd -64(%rdx), %ymm11
    vaddpd 64(%rdx), %ymm11, %ymm12
    vmovapd -96(%rsi), %ymm13
    vaddpd 32(%rsi), %ymm13, %ymm14
    first %ymm15, %ymm11, %ymm0, %ymm9
    first %ymm9, %ymm0, %ymm6, 32(%rdx)
    vsubpd %ymm7, %ymm4, %ymm6
    product %ymm7, %ymm15, %ymm11, %ymm13, %ymm2
    vmovapd 32(%rsi), %ymm15
    product %ymm2, %ymm9, %ymm0, %ymm15, 0(%rdx)
    vsubpd %ymm8, %ymm5, %ymm9
    vsubpd %ymm2, %ymm7, %ymm8
    vsubpd %ymm0, %ymm11, %ymm2
    carry_into %ymm2, %ymm6
    first %ymm0, %ymm6, %ymm1, %ymm3
    vsubpd %ymm4, %ymm0, %ymm15
    vsubpd %ymm5, %ymm6, %ymm0
    first %ymm4, %ymm5, %ymm1, %ymm10
    product %ymm6, %ymm4, %ymm5, %ymm14, %ymm3
    vsubpd %ymm7, %ymm6, %ymm4
    vsubpd %ymm11, %ymm5, %ymm6
    carry_of %ymm5, %ymm9
    carry_into %ymm6, %ymm15
    carry_of %ymm7, %ymm0
    vsubpd %ymm5, %ymm9, %ymm11
    vmovapd -128(%rsi), %ymm9
    vmovapd %ymm4, 0(%rsp)
    first %ymm15, %ymm4, %ymm9, -64(%rdx)
    carry_into %ymm2, %ymm5
    vsubpd %ymm7, %ymm0, %ymm5
    vmovapd %ymm2, 32(%rsp)
    first %ymm0, %ymm2, %ymm1, %ymm12
    carry_into %ymm6, %ymm7
    product %ymm7, %ymm15, %ymm4, %ymm13, -96(%rdx)
    product %ymm15, %ymm0, %ymm2, %ymm14, %ymm10
    vmovapd -64(%rsi), %ymm0
    vmovapd %ymm6, 64(%rsp)
    product %ymm6, %ymm7, %ymm4, %ymm0, -128(%rdx)
    product %ymm7, %ymm6, %ymm4, %ymm11, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm6
    first %ymm13, %ymm9, %ymm6, 64(%rdx)
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm10, 96(%rsp)
    product %ymm10, %ymm13, %ymm9, %ymm6, 32(%rdx)
    vmovapd 64(%rsi), %ymm13
    product %ymm6, %ymm10, %ymm9, %ymm13, 0(%rdx)
    product %ymm10, %ymm6, %ymm9, %ymm5, fold2+128(%rip)
    vsubpd %ymm10, %ymm7, %ymm6
    vsubpd %ymm9, %ymm4, %ymm10
    carry_into %ymm10, %ymm8
    vaddpd 64(%rsi), %ymm0, %ymm8
    product %ymm9, %ymm15, %ymm2, %ymm8, %ymm3
    vaddpd %ymm5, %ymm11, %ymm15
    vmovapd %ymm6, 128(%rsp)
    product %ymm6, %ymm9, %ymm2, %ymm15, fold2+256(%rip)
    vsubpd %ymm7, %ymm6, %ymm9
    vsubpd %ymm4, %ymm2, %ymm6
    vmovapd -32(%rdx), %ymm2
    vaddpd 96(%rdx), %ymm2, %ymm4
    vmovapd -128(%rsi), %ymm7
    vmovapd %ymm9, 160(%rsp)
    vmovapd %ymm15, 192(%rsp)
    first %ymm9, %ymm15, %ymm7, %ymm2
    vmovapd 0(%rsp), %ymm7
    carry_into %ymm6, %ymm7
    vmovapd -96(%rsi), %ymm7
    product %ymm2, %ymm9, %ymm15, %ymm7, -64(%rdx)
    product %ymm9, %ymm2, %ymm15, %ymm0, -96(%rdx)
    vmovapd -32(%rsi), %ymm2
    product %ymm0, %ymm9, %ymm15, %ymm2, -128(%rdx)
    product %ymm9, %ymm0, %ymm15, %ymm11, fold2+32(%rip)
    first %ymm0, %ymm7, %ymm1, %ymm4
    product %ymm1, %ymm0, %ymm7, %ymm14, %ymm12
    product %ymm0, %ymm1, %ymm7, %ymm8, 96(%rsp)
    vmovapd 0(%rsi), %ymm1
    vmovapd %ymm11, 0(%rsp)
    vmovapd %ymm8, 224(%rsp)
    first %ymm11, %ymm8, %ymm1, 96(%rdx)
    vmovapd 32(%rsi), %ymm1
    vmovapd %ymm12, 256(%rsp)
    product %ymm12, %ymm11, %ymm8, %ymm1, 64(%rdx)
    product %ymm11, %ymm12, %ymm8, %ymm13, 32(%rdx)
    vmovapd 96(%rsi), %ymm12
    product %ymm13, %ymm11, %ymm8, %ymm12, 0(%rdx)
    product %ymm11, %ymm13, %ymm8, %ymm5, fold2+160(%rip)
    vmovapd 32(%rsp), %ymm13
    carry_of %ymm12, %ymm13
    carry_into %ymm10, %ymm12
    vsubpd %ymm12, %ymm13, %ymm1
    product %ymm12, %ymm9, %ymm15, %ymm1, fold2+0(%rip)
    vmovapd 64(%rsp), %ymm9
    carry_of %ymm13, %ymm9
    carry_into %ymm6, %ymm13
    vmovapd %ymm5, 32(%rsp)
    vsubpd %ymm13, %ymm9, %ymm5
    product %ymm9, %ymm11, %ymm8, %ymm5, fold2+128(%rip)
    vaddpd 96(%rsi), %ymm2, %ymm11
    product %ymm13, %ymm0, %ymm7, %ymm11, %ymm3
    vmovapd 192(%rsp), %ymm0
    product %ymm3, %ymm13, %ymm7, %ymm0, fold2+288(%rip)
    carry_of %ymm13, %ymm10
    vsubpd %ymm13, %ymm10, %ymm0
    product %ymm10, %ymm12, %ymm15, %ymm0, fold1+0(%rip)
    carry_of %ymm12, %ymm6
    vsubpd %ymm12, %ymm6, %ymm2
    product %ymm6, %ymm9, %ymm8, %ymm2, fold1+128(%rip)
    vsubpd %ymm6, %ymm10, %ymm9
    vsubpd %ymm8, %ymm15, %ymm6
    vmovapd 128(%rsp), %ymm8
    carry_into %ymm6, %ymm8
    carry_into %ymm6, %ymm13
    vaddpd %ymm5, %ymm1, %ymm8
    product %ymm13, %ymm3, %ymm7, %ymm8, fold2+256(%rip)
    vaddpd %ymm2, %ymm0, %ymm3
    vmovapd %ymm9, 64(%rsp)
    product %ymm9, %ymm13, %ymm7, %ymm3, fold1+256(%rip)
    vsubpd %ymm10, %ymm9, %ymm13
    carry_of %ymm9, %ymm6
    vsubpd %ymm9, %ymm6, %ymm10
    vmovapd -96(%rsi), %ymm6
    vmovapd %ymm9, 128(%rsp)
    vmovapd %ymm13, 288(%rsp)
    first %ymm9, %ymm13, %ymm6, -32(%rdx)
    vsubpd %ymm15, %ymm7, %ymm6
    vmovapd -64(%rsi), %ymm7
    product %ymm15, %ymm9, %ymm13, %ymm7, -64(%rdx)
    vmovapd 160(%rsp), %ymm9
    carry_into %ymm6, %ymm9
    first %ymm9, %ymm7, %ymm14, %ymm4
    vmovapd -32(%rsi), %ymm14
    vmovapd %ymm4, 160(%rsp)
    product %ymm4, %ymm15, %ymm13, %ymm14, -96(%rdx)
    carry_into %ymm6, %ymm12
    vmovapd 224(%rsp), %ymm12
    product %ymm15, %ymm9, %ymm7, %ymm12, 256(%rsp)
    vmovapd 0(%rsp), %ymm9
    product %ymm12, %ymm4, %ymm13, %ymm9, fold2+64(%rip)
    product %ymm4, %ymm15, %ymm7, %ymm11, 96(%rsp)
    product %ymm15, %ymm12, %ymm13, %ymm1, fold2+32(%rip)
    vmovapd 192(%rsp), %ymm12
    vmovapd %ymm11, 96(%rsp)
    product %ymm11, %ymm4, %ymm7, %ymm12, fold2+320(%rip)
    product %ymm4, %ymm15, %ymm13, %ymm0, fold1+32(%rip)
    product %ymm15, %ymm11, %ymm7, %ymm8, fold2+288(%rip)
    product %ymm11, %ymm15, %ymm7, %ymm3, fold1+288(%rip)
    carry_of %ymm15, %ymm6
    vmovapd %ymm7, 320(%rsp)
    vsubpd %ymm15, %ymm6, %ymm7
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm15, 352(%rsp)
    vmovapd %ymm11, 384(%rsp)
    first %ymm15, %ymm11, %ymm6, 96(%rdx)
    vmovapd 64(%rsi), %ymm6
    product %ymm12, %ymm15, %ymm11, %ymm6, 64(%rdx)
    vmovapd 96(%rsi), %ymm15
    product %ymm6, %ymm12, %ymm11, %ymm15, 32(%rdx)
    vmovapd 32(%rsp), %ymm12
    product %ymm15, %ymm6, %ymm11, %ymm12, fold2+192(%rip)
    product %ymm6, %ymm15, %ymm11, %ymm5, fold2+160(%rip)
    product %ymm15, %ymm6, %ymm11, %ymm2, fold1+160(%rip)
    vmovapd %ymm10, %ymm6
    twice_into %ymm10, %ymm7
    vmovapd %ymm7, %ymm12
    twice_into %ymm7, %ymm6
    vmovapd %ymm2, 416(%rsp)
    vsubpd %ymm6, %ymm12, %ymm2
    vmovapd %ymm12, 448(%rsp)
    vmovapd -64(%rsi), %ymm12
    vmovapd %ymm6, 480(%rsp)
    vmovapd %ymm5, 512(%rsp)
    first %ymm6, %ymm5, %ymm12, -32(%rdx)
    product %ymm12, %ymm6, %ymm5, %ymm14, -64(%rdx)
    product %ymm6, %ymm12, %ymm5, %ymm9, fold2+96(%rip)
    product %ymm9, %ymm6, %ymm5, %ymm1, fold2+64(%rip)
    product %ymm6, %ymm9, %ymm5, %ymm0, fold1+64(%rip)
    quotient %ymm9, %ymm12, %ymm14, %ymm10, %ymm7, shift+0(%rip)
    product %ymm10, %ymm4, %ymm13, %ymm9, modulus+32(%rip)
    product %ymm4, %ymm6, %ymm5, %ymm9, modulus+64(%rip)
    vmovapd %ymm14, 0(%rsp)
    vmovapd %ymm12, 544(%rsp)
    quotient %ymm6, %ymm14, %ymm12, %ymm7, %ymm2, minus_shift+0(%rip)
    product %ymm2, %ymm15, %ymm11, %ymm6, modulus+160(%rip)
    vsubpd %ymm2, %ymm10, %ymm7
    vsubpd %ymm11, %ymm13, %ymm2
    vmovapd 64(%rsp), %ymm11
    carry_into %ymm2, %ymm11
    vmovapd 224(%rsp), %ymm11
    vmovapd %ymm12, 64(%rsp)
    first %ymm15, %ymm12, %ymm11, 160(%rsp)
    vmovapd 96(%rsp), %ymm11
    vmovapd %ymm2, 224(%rsp)
    product %ymm2, %ymm15, %ymm12, %ymm11, 256(%rsp)
    vmovapd 192(%rsp), %ymm15
    vmovapd %ymm14, 256(%rsp)
    product %ymm14, %ymm2, %ymm12, %ymm15, fold2+352(%rip)
    product %ymm2, %ymm14, %ymm12, %ymm8, fold2+320(%rip)
    product %ymm14, %ymm2, %ymm12, %ymm3, fold1+320(%rip)
    vmovapd 64(%rsi), %ymm2
    vmovapd %ymm13, 192(%rsp)
    first %ymm15, %ymm13, %ymm2, 96(%rdx)
    vmovapd 96(%rsi), %ymm2
    vmovapd %ymm10, 576(%rsp)
    product %ymm10, %ymm15, %ymm13, %ymm2, 64(%rdx)
    vmovapd 32(%rsp), %ymm15
    vmovapd %ymm12, 608(%rsp)
    product %ymm12, %ymm10, %ymm13, %ymm15, fold2+224(%rip)
    vmovapd 512(%rsp), %ymm10
    product %ymm15, %ymm12, %ymm13, %ymm10, fold2+192(%rip)
    vmovapd 416(%rsp), %ymm12
    vmovapd %ymm14, 32(%rsp)
    product %ymm14, %ymm15, %ymm13, %ymm12, fold1+192(%rip)
    product %ymm15, %ymm14, %ymm13, %ymm6, modulus+192(%rip)
    vsubpd %ymm15, %ymm4, %ymm14
    vsubpd %ymm13, %ymm5, %ymm15
    carry_into %ymm15, %ymm7
    vsubpd -96(%rcx), %ymm15, %ymm15
    vmovapd -32(%rsi), %ymm7
    vmovapd %ymm15, 640(%rsp)
    first %ymm13, %ymm15, %ymm7, -32(%rdx)
    product %ymm7, %ymm13, %ymm15, %ymm1, fold2+96(%rip)
    product %ymm1, %ymm7, %ymm15, %ymm0, fold1+96(%rip)
    product %ymm0, %ymm1, %ymm15, %ymm9, modulus+96(%rip)
    first %ymm1, %ymm7, %ymm11, 160(%rsp)
    product %ymm11, %ymm1, %ymm7, %ymm8, fold2+352(%rip)
    product %ymm1, %ymm11, %ymm7, %ymm3, fold1+352(%rip)
    first %ymm3, %ymm8, %ymm2, 96(%rdx)
    product %ymm2, %ymm3, %ymm8, %ymm10, fold2+224(%rip)
    product %ymm3, %ymm2, %ymm8, %ymm12, fold1+224(%rip)
    product %ymm2, %ymm3, %ymm8, %ymm6, modulus+224(%rip)
    vsubpd %ymm2, %ymm0, %ymm3
    vmulpd down(%rip), %ymm3, %ymm3
    vsubpd -32(%rcx), %ymm3, %ymm3
    vsubpd %ymm8, %ymm15, %ymm2
    carry_into %ymm2, %ymm14
    vsubpd -64(%rcx), %ymm2, %ymm2
    vaddpd %ymm6, %ymm9, %ymm8
    product %ymm6, %ymm1, %ymm7, %ymm8, modulus+352(%rip)
    vmovapd 384(%rsp), %ymm1
    vmovapd 320(%rsp), %ymm9
    product %ymm10, %ymm1, %ymm9, %ymm8, modulus+288(%rip)
    vmovapd 32(%rsp), %ymm1
    vmovapd 608(%rsp), %ymm11
    product %ymm12, %ymm1, %ymm11, %ymm8, modulus+320(%rip)
    vsubpd %ymm0, %ymm6, %ymm1
    vmovapd 576(%rsp), %ymm0
    vsubpd %ymm0, %ymm10, %ymm6
    vsubpd %ymm4, %ymm12, %ymm0
    vmulpd down(%rip), %ymm1, %ymm1
    vsubpd 96(%rcx), %ymm1, %ymm1
    vsubpd %ymm15, %ymm7, %ymm4
    vmovapd 192(%rsp), %ymm7
    vsubpd %ymm7, %ymm9, %ymm8
    vsubpd %ymm5, %ymm11, %ymm7
    carry_into %ymm4, %ymm0
    vmovapd 288(%rsp), %ymm0
    carry_into %ymm8, %ymm0
    carry_into %ymm7, %ymm6
    vsubpd 64(%rcx), %ymm4, %ymm4
    vsubpd 32(%rcx), %ymm7, %ymm7
    vmovapd 480(%rsp), %ymm0
    vmovapd 544(%rsp), %ymm5
    vfmadd231pd low_first+0(%rip), %ymm5, %ymm0
    vmovapd 448(%rsp), %ymm6
    vfmadd231pd low_second+0(%rip), %ymm5, %ymm6
    vmovapd 256(%rsp), %ymm5
    vfmadd231pd minus_low_second+0(%rip), %ymm5, %ymm0
    vfmadd231pd low_sum+0(%rip), %ymm5, %ymm6
    vmovapd 128(%rsp), %ymm5
    carry_into %ymm0, %ymm5
    vmovapd 352(%rsp), %ymm5
    carry_into %ymm6, %ymm5
    vmovapd 224(%rsp), %ymm5
    vaddpd %ymm0, %ymm5, %ymm9
    vaddpd %ymm6, %ymm8, %ymm0
    vsubpd -128(%rcx), %ymm9, %ymm9
    vsubpd 0(%rcx), %ymm0, %ymm0
    multiple %ymm5, %ymm3, %ymm1, per_0+0(%rip), per_0+32(%rip)
    vmovapd 640(%rsp), %ymm6
    vfmadd231pd modulus+32(%rip), %ymm5, %ymm6
    vfmadd231pd modulus+64(%rip), %ymm5, %ymm2
    vfmadd231pd modulus+160(%rip), %ymm5, %ymm7
    vfmadd231pd modulus+192(%rip), %ymm5, %ymm4
    vfmadd231pd modulus+0(%rip), %ymm5, %ymm9
    vfmadd231pd modulus+128(%rip), %ymm5, %ymm0
    multiple %ymm8, %ymm3, %ymm1, per_1+0(%rip), per_1+32(%rip)
    vfnmadd231pd modulus+160(%rip), %ymm8, %ymm6
    vfnmadd231pd modulus+192(%rip), %ymm8, %ymm2
    vfmadd231pd modulus+288(%rip), %ymm8, %ymm7
    vfmadd231pd modulus+320(%rip), %ymm8, %ymm4
    vfnmadd231pd modulus+128(%rip), %ymm8, %ymm9
    vfmadd231pd modulus+256(%rip), %ymm8, %ymm0
    vfmadd231pd modulus+96(%rip), %ymm5, %ymm3
    vfnmadd231pd modulus+224(%rip), %ymm8, %ymm3
    carry_of %ymm10, %ymm6
    vsubpd %ymm10, %ymm6, %ymm11
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm12
    carry_into %ymm3, %ymm6
    carry_into %ymm12, %ymm10
    vmovapd %ymm3, 96(%rdi)
    vmovapd %ymm12, 64(%rdi)
    carry_of %ymm2, %ymm7
    vsubpd %ymm2, %ymm7, %ymm3
    carry_of %ymm6, %ymm4
    vsubpd %ymm6, %ymm4, %ymm7
    carry_into %ymm7, %ymm2
    vmovapd %ymm7, 192(%rdi)
    vfmadd231pd modulus+224(%rip), %ymm5, %ymm1
    vfmadd231pd modulus+352(%rip), %ymm8, %ymm1
    carry_into %ymm1, %ymm6
    carry_of %ymm2, %ymm9
    vmovapd %ymm1, 224(%rdi)
    carry_of %ymm1, %ymm0
    carry_into %ymm11, %ymm2
    vsubpd %ymm2, %ymm9, %ymm4
    vmovapd %ymm4, 0(%rdi)
    carry_into %ymm3, %ymm1
    vsubpd %ymm1, %ymm0, %ymm2
    vmovapd %ymm11, 32(%rdi)
    vmovapd %ymm2, 128(%rdi)
    vmovapd %ymm3, 160(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_sub_fma, . - sl_fp4_mul_sub_fma

// a^2 / R - c, reduced
.balign 64
.globl sl_fp4_sqr_sub_fma
.hidden sl_fp4_sqr_sub_fma
.type sl_fp4_sqr_sub_fma, @function
sl_fp4_sqr_sub_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $608, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -128(%rsi), %ymm0
    vaddpd 0(%rsi), %ymm0, %ymm1
    vsubpd 0(%rsi), %ymm0, %ymm2
    vmovapd -64(%rsi), %ymm0
    vaddpd 64(%rsi), %ymm0, %ymm3
    vmovapd -96(%rsi), %ymm4
    vaddpd 32(%rsi), %ymm4, %ymm5
    vsubpd 32(%rsi), %ymm4, %ymm6
    vsubpd 64(%rsi), %ymm0, %ymm4
    vmovapd -32(%rsi), %ymm0
    vaddpd 96(%rsi), %ymm0, %ymm7
    vsubpd 96(%rsi), %ymm0, %ymm8
    vaddpd -128(%rsi), %ymm1, %ymm0
    first %ymm9, %ymm10, %ymm2, %ymm1
    vaddpd -64(%rsi), %ymm3, %ymm11
    vaddpd -96(%rsi), %ymm5, %ymm12
    first %ymm13, %ymm14, %ymm2, %ymm3
    vmovapd 0(%rsi), %ymm15
    vmovapd %ymm8, 0(%rsp)
    vmovapd %ymm3, 32(%rsp)
    first %ymm8, %ymm3, %ymm15, %ymm0
    vmovapd %ymm7, 64(%rsp)
    first %ymm7, %ymm15, %ymm2, %ymm5
    vmovapd %ymm2, 96(%rsp)
    product %ymm2, %ymm13, %ymm14, %ymm6, %ymm5
    product %ymm13, %ymm7, %ymm15, %ymm6, %ymm1
    product %ymm7, %ymm2, %ymm14, %ymm4, %ymm1
    close %ymm15, %ymm9
    carry_of %ymm2, %ymm10
    vsubpd %ymm2, %ymm10, %ymm9
    carry_of %ymm10, %ymm3
    carry_into %ymm15, %ymm2
    vmovapd 0(%rsi), %ymm2
    vmovapd %ymm15, 128(%rsp)
    vmovapd %ymm1, 160(%rsp)
    first %ymm15, %ymm1, %ymm2, %ymm11
    vmovapd %ymm11, 192(%rsp)
    vmovapd 32(%rsi), %ymm11
    vmovapd %ymm4, 224(%rsp)
    product %ymm4, %ymm15, %ymm1, %ymm11, %ymm12
    vsubpd %ymm10, %ymm3, %ymm15
    vmovapd 64(%rsi), %ymm3
    vmovapd %ymm5, 256(%rsp)
    product %ymm5, %ymm4, %ymm1, %ymm3, %ymm0
    minus_product %ymm4, %ymm7, %ymm14, %ymm15, fold2+128(%rip)
    first %ymm7, %ymm3, %ymm2, %ymm12
    product %ymm2, %ymm7, %ymm3, %ymm11, %ymm0
    close %ymm3, %ymm8
    carry_into %ymm3, %ymm10
    vaddpd %ymm15, %ymm9, %ymm7
    product %ymm8, %ymm5, %ymm1, %ymm7, fold2+256(%rip)
    first %ymm5, %ymm10, %ymm9, fold2+0(%rip)
    vmovapd %ymm9, 288(%rsp)
    vsubpd %ymm5, %ymm8, %ymm9
    vsubpd start(%rip), %ymm5, %ymm8
    vaddpd %ymm8, %ymm4, %ymm5
    vaddpd %ymm10, %ymm14, %ymm4
    vsubpd %ymm10, %ymm1, %ymm8
    close %ymm4, %ymm13
    vmovapd 64(%rsp), %ymm1
    vaddpd -32(%rsi), %ymm1, %ymm10
    vmovapd 96(%rsp), %ymm13
    vmovapd %ymm9, 320(%rsp)
    first %ymm14, %ymm9, %ymm13, %ymm1
    close %ymm8, %ymm2
    product %ymm2, %ymm14, %ymm9, %ymm6, 32(%rsp)
    vmovapd 224(%rsp), %ymm13
    product %ymm14, %ymm2, %ymm9, %ymm13, 256(%rsp)
    vmovapd 0(%rsp), %ymm2
    product %ymm13, %ymm14, %ymm9, %ymm2, 160(%rsp)
    minus_product %ymm14, %ymm13, %ymm9, %ymm15, fold2+160(%rip)
    vmovapd 0(%rsi), %ymm13
    first %ymm2, %ymm1, %ymm13, %ymm10
    product %ymm13, %ymm2, %ymm1, %ymm11, 192(%rsp)
    vmovapd 64(%rsi), %ymm2
    product %ymm11, %ymm13, %ymm1, %ymm2, %ymm12
    vmovapd 96(%rsi), %ymm13
    product %ymm2, %ymm11, %ymm1, %ymm13, %ymm0
    product %ymm0, %ymm2, %ymm1, %ymm7, fold2+288(%rip)
    vmovapd 128(%rsp), %ymm2
    carry_of %ymm11, %ymm2
    carry_into %ymm4, %ymm11
    vsubpd %ymm11, %ymm2, %ymm13
    carry_of %ymm2, %ymm3
    carry_into %ymm8, %ymm2
    vsubpd %ymm2, %ymm3, %ymm11
    minus_product %ymm2, %ymm14, %ymm9, %ymm11, fold2+128(%rip)
    carry_of %ymm3, %ymm4
    vsubpd %ymm3, %ymm4, %ymm14
    carry_of %ymm4, %ymm8
    vmovapd %ymm7, 96(%rsp)
    vsubpd %ymm4, %ymm8, %ymm7
    minus_product %ymm8, %ymm2, %ymm9, %ymm7, fold1+128(%rip)
    vmovapd 288(%rsp), %ymm2
    vmovapd %ymm15, 128(%rsp)
    vmovapd %ymm12, 160(%rsp)
    first %ymm15, %ymm12, %ymm2, fold2+32(%rip)
    product %ymm2, %ymm15, %ymm12, %ymm13, fold2+0(%rip)
    product %ymm15, %ymm2, %ymm12, %ymm14, fold1+0(%rip)
    vaddpd %ymm12, %ymm9, %ymm2
    close %ymm2, %ymm5
    carry_into %ymm2, %ymm3
    vaddpd %ymm11, %ymm13, %ymm3
    product %ymm5, %ymm0, %ymm1, %ymm3, fold2+256(%rip)
    vaddpd %ymm7, %ymm14, %ymm0
    product %ymm9, %ymm5, %ymm1, %ymm0, fold1+256(%rip)
    vsubpd %ymm15, %ymm9, %ymm5
    vsubpd start(%rip), %ymm15, %ymm9
    vaddpd %ymm9, %ymm8, %ymm15
    carry_of %ymm8, %ymm2
    vsubpd %ymm8, %ymm2, %ymm9
    vsubpd %ymm12, %ymm1, %ymm2
    first %ymm1, %ymm12, %ymm6, 64(%rsp)
    vmovapd 320(%rsp), %ymm6
    carry_into %ymm2, %ymm6
    vmovapd 32(%rsi), %ymm6
    vmovapd %ymm8, 320(%rsp)
    vmovapd %ymm5, 352(%rsp)
    first %ymm8, %ymm5, %ymm6, %ymm10
    vmovapd 224(%rsp), %ymm6
    vmovapd %ymm15, 384(%rsp)
    product %ymm15, %ymm1, %ymm12, %ymm6, 32(%rsp)
    carry_into %ymm2, %ymm4
    vmovapd 64(%rsi), %ymm1
    product %ymm4, %ymm8, %ymm5, %ymm1, 192(%rsp)
    vmovapd 0(%rsp), %ymm8
    vmovapd %ymm14, 416(%rsp)
    product %ymm14, %ymm15, %ymm12, %ymm8, 256(%rsp)
    vmovapd 96(%rsi), %ymm15
    vmovapd %ymm13, 256(%rsp)
    product %ymm13, %ymm4, %ymm5, %ymm15, 160(%rsp)
    vmovapd 128(%rsp), %ymm4
    minus_product %ymm15, %ymm14, %ymm12, %ymm4, fold2+192(%rip)
    vmovapd 96(%rsp), %ymm14
    product %ymm1, %ymm13, %ymm5, %ymm14, fold2+320(%rip)
    minus_product %ymm13, %ymm15, %ymm12, %ymm11, fold2+160(%rip)
    product %ymm15, %ymm1, %ymm5, %ymm3, fold2+288(%rip)
    minus_product %ymm1, %ymm13, %ymm12, %ymm7, fold1+160(%rip)
    product %ymm13, %ymm15, %ymm5, %ymm0, fold1+288(%rip)
    carry_of %ymm15, %ymm2
    vmovapd %ymm5, 160(%rsp)
    vsubpd %ymm15, %ymm2, %ymm5
    vmovapd %ymm15, 448(%rsp)
    first %ymm2, %ymm15, %ymm6, 64(%rsp)
    product %ymm6, %ymm2, %ymm15, %ymm8, 32(%rsp)
    minus_product %ymm2, %ymm6, %ymm15, %ymm4, fold2+224(%rip)
    minus_product %ymm4, %ymm2, %ymm15, %ymm11, fold2+192(%rip)
    minus_product %ymm2, %ymm4, %ymm15, %ymm7, fold1+192(%rip)
    vmovapd %ymm9, %ymm4
    twice_into %ymm9, %ymm5
    vmovapd %ymm5, %ymm6
    twice_into %ymm5, %ymm4
    vmovapd %ymm13, 32(%rsp)
    vsubpd %ymm4, %ymm6, %ymm13
    vmovapd %ymm6, 128(%rsp)
    vmovapd 64(%rsi), %ymm6
    vmovapd %ymm4, 224(%rsp)
    first %ymm4, %ymm8, %ymm6, %ymm10
    vmovapd 96(%rsi), %ymm6
    vmovapd %ymm10, 480(%rsp)
    product %ymm10, %ymm4, %ymm8, %ymm6, 192(%rsp)
    product %ymm4, %ymm10, %ymm8, %ymm14, fold2+352(%rip)
    product %ymm10, %ymm4, %ymm8, %ymm3, fold2+320(%rip)
    product %ymm4, %ymm10, %ymm8, %ymm0, fold1+320(%rip)
    vmovapd %ymm4, 96(%rsp)
    quotient %ymm10, %ymm14, %ymm4, %ymm9, %ymm5, shift+0(%rip)
    vmovapd %ymm4, 192(%rsp)
    vmovapd %ymm14, 512(%rsp)
    quotient %ymm9, %ymm4, %ymm14, %ymm5, %ymm13, minus_shift+0(%rip)
    minus_product %ymm5, %ymm1, %ymm12, %ymm9, modulus+160(%rip)
    minus_product %ymm1, %ymm2, %ymm15, %ymm9, modulus+192(%rip)
    vmovapd 0(%rsp), %ymm2
    vmovapd %ymm14, 544(%rsp)
    first %ymm13, %ymm14, %ymm2, 64(%rsp)
    minus_product %ymm2, %ymm13, %ymm14, %ymm11, fold2+224(%rip)
    minus_product %ymm11, %ymm2, %ymm14, %ymm7, fold1+224(%rip)
    minus_product %ymm2, %ymm11, %ymm14, %ymm9, modulus+224(%rip)
    vmovapd 256(%rsp), %ymm7
    first %ymm11, %ymm13, %ymm7, fold2+96(%rip)
    vmovapd %ymm4, 0(%rsp)
    vmovapd 416(%rsp), %ymm4
    vmovapd %ymm1, 64(%rsp)
    product %ymm1, %ymm11, %ymm13, %ymm4, fold1+96(%rip)
    product %ymm11, %ymm1, %ymm13, %ymm10, modulus+96(%rip)
    vaddpd %ymm13, %ymm14, %ymm1
    vmovapd %ymm13, 576(%rsp)
    first %ymm14, %ymm13, %ymm6, 480(%rsp)
    product %ymm6, %ymm14, %ymm13, %ymm3, fold2+352(%rip)
    product %ymm3, %ymm6, %ymm13, %ymm0, fold1+352(%rip)
    vmovapd 288(%rsp), %ymm0
    first %ymm6, %ymm14, %ymm0, fold2+64(%rip)
    vmovapd %ymm1, 480(%rsp)
    product %ymm1, %ymm6, %ymm14, %ymm7, fold2+32(%rip)
    product %ymm6, %ymm1, %ymm14, %ymm4, fold1+32(%rip)
    product %ymm1, %ymm6, %ymm14, %ymm10, modulus+32(%rip)
    vaddpd %ymm14, %ymm12, %ymm6
    vmovapd 384(%rsp), %ymm12
    close %ymm6, %ymm12
    vmovapd %ymm6, 384(%rsp)
    first %ymm12, %ymm6, %ymm0, fold2+96(%rip)
    product %ymm0, %ymm12, %ymm6, %ymm7, fold2+64(%rip)
    product %ymm7, %ymm0, %ymm6, %ymm4, fold1+64(%rip)
    product %ymm0, %ymm7, %ymm6, %ymm10, modulus+64(%rip)
    vaddpd %ymm6, %ymm15, %ymm4
    vaddpd %ymm9, %ymm10, %ymm7
    product %ymm9, %ymm3, %ymm13, %ymm7, modulus+352(%rip)
    vmovapd 32(%rsp), %ymm3
    vmovapd 160(%rsp), %ymm10
    product %ymm12, %ymm3, %ymm10, %ymm7, modulus+288(%rip)
    vmovapd 96(%rsp), %ymm3
    product %ymm15, %ymm3, %ymm8, %ymm7, modulus+320(%rip)
    vsubpd %ymm11, %ymm9, %ymm3
    vsubpd start(%rip), %ymm11, %ymm7
    vsubpd %ymm1, %ymm12, %ymm9
    vsubpd start(%rip), %ymm1, %ymm11
    vsubpd %ymm0, %ymm15, %ymm1
    vsubpd start(%rip), %ymm0, %ymm12
    vmulpd down(%rip), %ymm3, %ymm3
    vaddpd %ymm7, %ymm2, %ymm0
    vaddpd %ymm11, %ymm5, %ymm2
    vmovapd 64(%rsp), %ymm5
    vaddpd %ymm12, %ymm5, %ymm7
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    vsubpd 96(%rdx), %ymm3, %ymm3
    close %ymm4, %ymm2
    vmovapd 480(%rsp), %ymm2
    close %ymm2, %ymm7
    vmovapd 576(%rsp), %ymm5
    vsubpd %ymm5, %ymm13, %ymm7
    vsubpd %ymm14, %ymm10, %ymm5
    vsubpd %ymm6, %ymm8, %ymm10
    carry_into %ymm7, %ymm1
    vsubpd -32(%rdx), %ymm0, %ymm0
    vmovapd 352(%rsp), %ymm1
    carry_into %ymm5, %ymm1
    vsubpd -96(%rdx), %ymm4, %ymm4
    carry_into %ymm10, %ymm9
    vsubpd -64(%rdx), %ymm2, %ymm2
    vsubpd 64(%rdx), %ymm7, %ymm7
    vsubpd 32(%rdx), %ymm10, %ymm10
    vmovapd 224(%rsp), %ymm1
    vmovapd 512(%rsp), %ymm6
    vfmadd231pd low_first+0(%rip), %ymm6, %ymm1
    vmovapd 128(%rsp), %ymm8
    vfmadd231pd low_second+0(%rip), %ymm6, %ymm8
    vmovapd 0(%rsp), %ymm6
    vfmadd231pd minus_low_second+0(%rip), %ymm6, %ymm1
    vfmadd231pd low_sum+0(%rip), %ymm6, %ymm8
    vmovapd 320(%rsp), %ymm6
    carry_into %ymm1, %ymm6
    vmovapd 448(%rsp), %ymm6
    carry_into %ymm8, %ymm6
    vmovapd 384(%rsp), %ymm6
    vaddpd %ymm1, %ymm6, %ymm9
    vaddpd %ymm8, %ymm5, %ymm1
    vsubpd -128(%rdx), %ymm9, %ymm9
    vsubpd 0(%rdx), %ymm1, %ymm1
    multiple %ymm5, %ymm0, %ymm3, per_0+0(%rip), per_0+32(%rip)
    vfmadd231pd modulus+32(%rip), %ymm5, %ymm4
    vfmadd231pd modulus+64(%rip), %ymm5, %ymm2
    vfmadd231pd modulus+160(%rip), %ymm5, %ymm10
    vfmadd231pd modulus+192(%rip), %ymm5, %ymm7
    vfmadd231pd modulus+0(%rip), %ymm5, %ymm9
    vfmadd231pd modulus+128(%rip), %ymm5, %ymm1
    multiple %ymm6, %ymm0, %ymm3, per_1+0(%rip), per_1+32(%rip)
    vfnmadd231pd modulus+160(%rip), %ymm6, %ymm4
    vfnmadd231pd modulus+192(%rip), %ymm6, %ymm2
    vfmadd231pd modulus+288(%rip), %ymm6, %ymm10
    vfmadd231pd modulus+320(%rip), %ymm6, %ymm7
    vfnmadd231pd modulus+128(%rip), %ymm6, %ymm9
    vfmadd231pd modulus+256(%rip), %ymm6, %ymm1
    vfmadd231pd modulus+96(%rip), %ymm5, %ymm0
    vfnmadd231pd modulus+224(%rip), %ymm6, %ymm0
    carry_of %ymm8, %ymm4
    vsubpd %ymm8, %ymm4, %ymm11
    carry_of %ymm4, %ymm2
    vsubpd %ymm4, %ymm2, %ymm12
    carry_into %ymm0, %ymm4
    carry_into %ymm12, %ymm8
    vmovapd %ymm0, 96(%rdi)
    vmovapd %ymm12, 64(%rdi)
    carry_of %ymm0, %ymm10
    vsubpd %ymm0, %ymm10, %ymm2
    carry_of %ymm4, %ymm7
    vsubpd %ymm4, %ymm7, %ymm8
    carry_into %ymm8, %ymm0
    vmovapd %ymm8, 192(%rdi)
    vfmadd231pd modulus+224(%rip), %ymm5, %ymm3
    vfmadd231pd modulus+352(%rip), %ymm6, %ymm3
    carry_into %ymm3, %ymm4
    carry_of %ymm0, %ymm9
    vmovapd %ymm3, 224(%rdi)
    carry_of %ymm3, %ymm1
    carry_into %ymm11, %ymm0
    vsubpd %ymm0, %ymm9, %ymm4
    vmovapd %ymm4, 0(%rdi)
    carry_into %ymm2, %ymm3
    vsubpd %ymm3, %ymm1, %ymm0
    vmovapd %ymm11, 32(%rdi)
    vmovapd %ymm0, 128(%rdi)
    vmovapd %ymm2, 160(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_sqr_sub_fma, . - sl_fp4_sqr_sub_fma
#endif

.section .note.GNU-stack, "", @progbits
