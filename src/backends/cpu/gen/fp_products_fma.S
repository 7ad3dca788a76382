// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products of four elements side by side, made by tools/gen-fp-fma: see fp_fma.h for the contract.
 *
 * The product has fifteen columns of sums of limb products. Each is kept in two parts: h begins at 1.5 2^101 and takes
 * products rounded to multiples of 2^49, exact while |sum| < 2^100; l takes what rounding left away, at most 2^48 for
 * each product. A column is closed by t = l + (h of the column before) 2^-48.
 *
 * The low eight columns are then removed, not one by one but by folding: four limbs at once are replaced by their
 * product with 2^-192 mod p, four limbs higher; then two with 2^-96, one with 2^-48; the last by a row of Montgomery's
 * reduction. m limbs at position i may be folded while 2 m + i <= 8, else the product would reach a new column.
 * What is folded need not be carried in full: one parallel carry makes the limbs small, and that is enough.
 *
 * Bounds, in units of 2^48 for l and t and of 2^96 for sums: a product adds at most 1 to l. Factors are wide, so
 * products of a and b add 8 to the largest column, folds and p 2 more: below 2^100. Of two products, one factor is
 * balanced: 8 and 2 again. A limb t is l and the h of the column before, the most in column 8: 15 + 9.75 of one
 * product, 22 + 9.75 of two, below 2^53 = 32.
 *
 * A reduced result loses the multiple of p that is nearest to it, by its top limb: a few times 2^47 in each limb, for
 * which one product leaves room. Every result ends with one carry of every limb, all at once.
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

// The multiple of p in a value with this top limb, as its factor.
.macro times_p factor, limb
    vmovapd nearest(%rip), \factor
    vfmadd231pd per_p(%rip), \limb, \factor
    vsubpd nearest(%rip), \factor, \factor
.endm

// minus q, where q = limb / p mod 2^48, balanced.
.macro quotient q, limb
    vmovapd round(%rip), \q
    vfmadd231pd inverse(%rip), \limb, \q
    vsubpd round(%rip), \q, \q
    vfnmadd231pd inverse(%rip), \limb, \q
.endm

.macro four value
    .quad \value, \value, \value, \value
.endm

.section .rodata
.balign 64
fold4:
    four 0xc2b3c93bccf3c400
    four 0x42cee447c2ef0100
    four 0x42d553685b55d0c0
    four 0x42db78352acafb00
    four 0xc2c37745bb17c300
    four 0x42c43443bd530200
    four 0x42dd0eebe89c75c0
    four 0x4282a31a7409e800
fold2:
    four 0xc2d2e7c667524c40
    four 0x42bf19e91b23b500
    four 0xc2ca799ebdbdf080
    four 0xc2c31e61dc851380
    four 0xc2dc0654c8158540
    four 0x42dcc3aeab820380
    four 0x42dbdb5ea351bf00
    four 0xc28f0766aad9d000
fold1:
    four 0xc2d07e0b7f0b7f00
    four 0xc2cf3637fe09fb80
    four 0x42db9df067775f40
    four 0x42a5476f40349800
    four 0x4281874c28abe000
    four 0x42dceed769ce1d00
    four 0xc2c820cb06a0d100
    four 0xc1d380e0f0800000
p:
    four 0xc0d5554000000000
    four 0xc2d3ab0000118040
    four 0xc2a3b7c2a8000200
    four 0x42d9cc34a83dac40
    four 0x42d2e13ce144afc0
    four 0x42d0d2eb35d91dc0
    four 0xc2b965b4e4584a00
    four 0x42ba0111ea398000
start:
    four 0x4648000000000000
round:
    four 0x4638000000000000
down:
    four 0x3cf0000000000000
inverse:
    four 0x4208001800180000
per_p:
    four 0x3d23b06ba5e7993d
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
    sub $192, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -128(%rsi), %ymm0
    first %ymm1, %ymm2, %ymm0, -128(%rdx)
    first %ymm3, %ymm4, %ymm0, -96(%rdx)
    first %ymm5, %ymm6, %ymm0, -64(%rdx)
    first %ymm7, %ymm8, %ymm0, -32(%rdx)
    vmovapd -96(%rsi), %ymm9
    product %ymm10, %ymm3, %ymm4, %ymm9, -128(%rdx)
    product %ymm3, %ymm5, %ymm6, %ymm9, -96(%rdx)
    product %ymm5, %ymm7, %ymm8, %ymm9, -64(%rdx)
    vmovapd -64(%rsi), %ymm7
    product %ymm11, %ymm3, %ymm6, %ymm7, -128(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm7, -96(%rdx)
    vmovapd -32(%rsi), %ymm5
    product %ymm12, %ymm3, %ymm8, %ymm5, -128(%rdx)
    close %ymm4, %ymm1
    close %ymm6, %ymm10
    close %ymm8, %ymm11
    carry_of %ymm1, %ymm2
    carry_of %ymm3, %ymm4
    carry_of %ymm10, %ymm6
    carry_of %ymm11, %ymm8
    vsubpd %ymm1, %ymm2, %ymm13
    vsubpd %ymm3, %ymm4, %ymm2
    carry_into %ymm2, %ymm1
    vsubpd %ymm10, %ymm6, %ymm1
    carry_into %ymm1, %ymm3
    vsubpd %ymm11, %ymm8, %ymm3
    carry_into %ymm3, %ymm10
    first %ymm4, %ymm6, %ymm0, 0(%rdx)
    first %ymm8, %ymm10, %ymm0, 32(%rdx)
    first %ymm14, %ymm15, %ymm0, 64(%rdx)
    vmovapd %ymm11, 0(%rsp)
    vmovapd %ymm12, 32(%rsp)
    first %ymm11, %ymm12, %ymm0, 96(%rdx)
    product %ymm0, %ymm4, %ymm6, %ymm9, -32(%rdx)
    product %ymm4, %ymm8, %ymm10, %ymm9, 0(%rdx)
    product %ymm8, %ymm14, %ymm15, %ymm9, 32(%rdx)
    product %ymm14, %ymm11, %ymm12, %ymm9, 64(%rdx)
    product %ymm11, %ymm0, %ymm6, %ymm7, -64(%rdx)
    product %ymm0, %ymm4, %ymm10, %ymm7, -32(%rdx)
    product %ymm4, %ymm8, %ymm15, %ymm7, 0(%rdx)
    product %ymm8, %ymm14, %ymm12, %ymm7, 32(%rdx)
    product %ymm14, %ymm11, %ymm6, %ymm5, -96(%rdx)
    product %ymm11, %ymm0, %ymm10, %ymm5, -64(%rdx)
    product %ymm0, %ymm4, %ymm15, %ymm5, -32(%rdx)
    product %ymm4, %ymm8, %ymm12, %ymm5, 0(%rdx)
    vmovapd 0(%rsi), %ymm8
    product %ymm5, %ymm14, %ymm6, %ymm8, -128(%rdx)
    product %ymm14, %ymm11, %ymm10, %ymm8, -96(%rdx)
    product %ymm11, %ymm0, %ymm15, %ymm8, -64(%rdx)
    product %ymm0, %ymm4, %ymm12, %ymm8, -32(%rdx)
    vmovapd 32(%rsi), %ymm4
    product %ymm8, %ymm14, %ymm10, %ymm4, -128(%rdx)
    product %ymm14, %ymm11, %ymm15, %ymm4, -96(%rdx)
    product %ymm11, %ymm0, %ymm12, %ymm4, -64(%rdx)
    vmovapd 64(%rsi), %ymm0
    product %ymm4, %ymm14, %ymm15, %ymm0, -128(%rdx)
    product %ymm14, %ymm11, %ymm12, %ymm0, -96(%rdx)
    vmovapd 96(%rsi), %ymm11
    product %ymm0, %ymm14, %ymm12, %ymm11, -128(%rdx)
    product %ymm14, %ymm5, %ymm6, %ymm13, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm10, %ymm13, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm15, %ymm13, fold4+64(%rip)
    product %ymm4, %ymm0, %ymm12, %ymm13, fold4+96(%rip)
    product %ymm0, %ymm5, %ymm10, %ymm2, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm15, %ymm2, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm12, %ymm2, fold4+64(%rip)
    product %ymm4, %ymm5, %ymm15, %ymm1, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm12, %ymm1, fold4+32(%rip)
    product %ymm8, %ymm5, %ymm12, %ymm3, fold4+0(%rip)
    vmovapd 32(%rsp), %ymm5
    close %ymm6, %ymm5
    vmovapd 0(%rsp), %ymm5
    carry_into %ymm6, %ymm5
    close %ymm10, %ymm14
    carry_of %ymm5, %ymm6
    carry_of %ymm14, %ymm10
    vmovapd %ymm3, 0(%rsp)
    vmovapd %ymm1, 32(%rsp)
    first %ymm3, %ymm1, %ymm9, 96(%rdx)
    product %ymm9, %ymm3, %ymm1, %ymm7, 64(%rdx)
    vmovapd %ymm2, 64(%rsp)
    first %ymm3, %ymm2, %ymm7, 96(%rdx)
    vmovapd -32(%rsi), %ymm7
    product %ymm11, %ymm9, %ymm1, %ymm7, 32(%rdx)
    product %ymm9, %ymm3, %ymm2, %ymm7, 64(%rdx)
    vmovapd %ymm13, 96(%rsp)
    first %ymm3, %ymm13, %ymm7, 96(%rdx)
    vsubpd %ymm5, %ymm6, %ymm7
    vsubpd %ymm14, %ymm10, %ymm6
    carry_into %ymm6, %ymm5
    product %ymm5, %ymm4, %ymm15, %ymm7, fold2+0(%rip)
    product %ymm4, %ymm8, %ymm12, %ymm7, fold2+32(%rip)
    product %ymm8, %ymm4, %ymm12, %ymm6, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm4
    product %ymm10, %ymm11, %ymm1, %ymm4, 0(%rdx)
    product %ymm11, %ymm9, %ymm2, %ymm4, 32(%rdx)
    product %ymm9, %ymm3, %ymm13, %ymm4, 64(%rdx)
    vmovapd %ymm6, 128(%rsp)
    first %ymm3, %ymm6, %ymm4, 96(%rdx)
    vmovapd 32(%rsi), %ymm4
    vmovapd %ymm7, 160(%rsp)
    product %ymm7, %ymm10, %ymm1, %ymm4, -32(%rdx)
    product %ymm10, %ymm11, %ymm2, %ymm4, 0(%rdx)
    product %ymm11, %ymm9, %ymm13, %ymm4, 32(%rdx)
    product %ymm9, %ymm3, %ymm6, %ymm4, 64(%rdx)
    close %ymm15, %ymm0
    carry_into %ymm15, %ymm14
    carry_of %ymm0, %ymm15
    vsubpd %ymm0, %ymm15, %ymm3
    vmovapd 64(%rsi), %ymm14
    product %ymm15, %ymm7, %ymm1, %ymm14, -64(%rdx)
    product %ymm7, %ymm10, %ymm2, %ymm14, -32(%rdx)
    product %ymm10, %ymm11, %ymm13, %ymm14, 0(%rdx)
    product %ymm11, %ymm9, %ymm6, %ymm14, 32(%rdx)
    vmovapd 96(%rsi), %ymm9
    product %ymm14, %ymm15, %ymm1, %ymm9, -96(%rdx)
    product %ymm15, %ymm7, %ymm2, %ymm9, -64(%rdx)
    product %ymm7, %ymm10, %ymm13, %ymm9, -32(%rdx)
    product %ymm10, %ymm11, %ymm6, %ymm9, 0(%rdx)
    vmovapd 96(%rsp), %ymm11
    product %ymm9, %ymm14, %ymm1, %ymm11, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm2, %ymm11, fold4+160(%rip)
    product %ymm15, %ymm7, %ymm13, %ymm11, fold4+192(%rip)
    product %ymm7, %ymm10, %ymm6, %ymm11, fold4+224(%rip)
    product %ymm10, %ymm8, %ymm12, %ymm3, fold1+0(%rip)
    vmovapd 64(%rsp), %ymm8
    product %ymm11, %ymm9, %ymm1, %ymm8, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm2, %ymm8, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm13, %ymm8, fold4+160(%rip)
    product %ymm15, %ymm7, %ymm6, %ymm8, fold4+192(%rip)
    close %ymm12, %ymm5
    carry_into %ymm12, %ymm0
    carry_of %ymm0, %ymm12
    vsubpd %ymm0, %ymm12, %ymm5
    vmovapd 32(%rsp), %ymm0
    product %ymm7, %ymm11, %ymm1, %ymm0, fold4+64(%rip)
    product %ymm11, %ymm9, %ymm2, %ymm0, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm13, %ymm0, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm6, %ymm0, fold4+160(%rip)
    vmovapd 0(%rsp), %ymm15
    product %ymm0, %ymm7, %ymm1, %ymm15, fold4+32(%rip)
    product %ymm7, %ymm11, %ymm2, %ymm15, fold4+64(%rip)
    product %ymm11, %ymm9, %ymm13, %ymm15, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm6, %ymm15, fold4+128(%rip)
    quotient %ymm14, %ymm5
    vfmadd231pd p+0(%rip), %ymm14, %ymm12
    vmovapd 160(%rsp), %ymm5
    product %ymm15, %ymm0, %ymm1, %ymm5, fold2+64(%rip)
    product %ymm0, %ymm7, %ymm2, %ymm5, fold2+96(%rip)
    product %ymm7, %ymm11, %ymm13, %ymm5, fold2+128(%rip)
    product %ymm11, %ymm9, %ymm6, %ymm5, fold2+160(%rip)
    vmovapd 128(%rsp), %ymm9
    product %ymm5, %ymm15, %ymm1, %ymm9, fold2+32(%rip)
    product %ymm15, %ymm0, %ymm2, %ymm9, fold2+64(%rip)
    product %ymm0, %ymm7, %ymm13, %ymm9, fold2+96(%rip)
    product %ymm7, %ymm11, %ymm6, %ymm9, fold2+128(%rip)
    product %ymm11, %ymm5, %ymm1, %ymm3, fold1+32(%rip)
    product %ymm5, %ymm15, %ymm2, %ymm3, fold1+64(%rip)
    product %ymm15, %ymm0, %ymm13, %ymm3, fold1+96(%rip)
    product %ymm0, %ymm7, %ymm6, %ymm3, fold1+128(%rip)
    product %ymm7, %ymm11, %ymm1, %ymm14, p+32(%rip)
    product %ymm11, %ymm5, %ymm2, %ymm14, p+64(%rip)
    product %ymm5, %ymm15, %ymm13, %ymm14, p+96(%rip)
    product %ymm15, %ymm0, %ymm6, %ymm14, p+128(%rip)
    close %ymm1, %ymm10
    carry_into %ymm1, %ymm12
    close %ymm2, %ymm7
    close %ymm13, %ymm11
    close %ymm6, %ymm5
    carry_of %ymm0, %ymm1
    vsubpd %ymm0, %ymm1, %ymm5
    vmovapd %ymm5, 0(%rdi)
    carry_of %ymm1, %ymm2
    vsubpd %ymm1, %ymm2, %ymm5
    carry_into %ymm5, %ymm0
    vmovapd %ymm5, 32(%rdi)
    carry_of %ymm0, %ymm13
    vsubpd %ymm0, %ymm13, %ymm2
    carry_into %ymm2, %ymm1
    vmovapd %ymm2, 64(%rdi)
    carry_of %ymm1, %ymm6
    vsubpd %ymm1, %ymm6, %ymm2
    carry_into %ymm2, %ymm0
    vmovapd %ymm2, 96(%rdi)
    first %ymm0, %ymm2, %ymm4, 96(%rdx)
    vmovapd 64(%rsi), %ymm4
    product %ymm5, %ymm0, %ymm2, %ymm4, 64(%rdx)
    first %ymm0, %ymm6, %ymm4, 96(%rdx)
    vmovapd 96(%rsi), %ymm4
    product %ymm7, %ymm5, %ymm2, %ymm4, 32(%rdx)
    product %ymm5, %ymm0, %ymm6, %ymm4, 64(%rdx)
    first %ymm0, %ymm10, %ymm4, 96(%rdx)
    product %ymm4, %ymm7, %ymm2, %ymm8, fold4+224(%rip)
    vmovapd 32(%rsp), %ymm7
    product %ymm8, %ymm4, %ymm2, %ymm7, fold4+192(%rip)
    product %ymm4, %ymm5, %ymm6, %ymm7, fold4+224(%rip)
    vmovapd 0(%rsp), %ymm5
    product %ymm7, %ymm8, %ymm2, %ymm5, fold4+160(%rip)
    product %ymm8, %ymm4, %ymm6, %ymm5, fold4+192(%rip)
    product %ymm4, %ymm0, %ymm10, %ymm5, fold4+224(%rip)
    vmovapd 160(%rsp), %ymm0
    product %ymm5, %ymm7, %ymm2, %ymm0, fold2+192(%rip)
    product %ymm7, %ymm8, %ymm6, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm5, %ymm2, %ymm9, fold2+160(%rip)
    product %ymm5, %ymm7, %ymm6, %ymm9, fold2+192(%rip)
    product %ymm7, %ymm4, %ymm10, %ymm9, fold2+224(%rip)
    product %ymm4, %ymm0, %ymm2, %ymm3, fold1+160(%rip)
    product %ymm0, %ymm5, %ymm6, %ymm3, fold1+192(%rip)
    product %ymm5, %ymm7, %ymm10, %ymm3, fold1+224(%rip)
    product %ymm3, %ymm4, %ymm2, %ymm14, p+160(%rip)
    product %ymm4, %ymm0, %ymm6, %ymm14, p+192(%rip)
    product %ymm0, %ymm5, %ymm10, %ymm14, p+224(%rip)
    close %ymm2, %ymm15
    close %ymm6, %ymm3
    close %ymm10, %ymm4
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    carry_of %ymm3, %ymm2
    vsubpd %ymm3, %ymm2, %ymm4
    carry_into %ymm4, %ymm1
    vmovapd %ymm4, 128(%rdi)
    carry_of %ymm1, %ymm6
    vsubpd %ymm1, %ymm6, %ymm2
    carry_into %ymm2, %ymm3
    vmovapd %ymm2, 160(%rdi)
    carry_of %ymm2, %ymm10
    vsubpd %ymm2, %ymm10, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 192(%rdi)
    carry_into %ymm0, %ymm2
    vmovapd %ymm0, 224(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_fma, . - sl_fp4_mul_fma

// (a b + c d) / R, carried
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
    sub $192, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    sub $-128, %r8
    vmovapd -128(%rsi), %ymm0
    first %ymm1, %ymm2, %ymm0, -128(%rdx)
    first %ymm3, %ymm4, %ymm0, -96(%rdx)
    first %ymm5, %ymm6, %ymm0, -64(%rdx)
    first %ymm7, %ymm8, %ymm0, -32(%rdx)
    vmovapd -128(%rcx), %ymm9
    product %ymm10, %ymm1, %ymm2, %ymm9, -128(%r8)
    product %ymm1, %ymm3, %ymm4, %ymm9, -96(%r8)
    product %ymm3, %ymm5, %ymm6, %ymm9, -64(%r8)
    product %ymm5, %ymm7, %ymm8, %ymm9, -32(%r8)
    vmovapd -96(%rsi), %ymm7
    product %ymm11, %ymm1, %ymm4, %ymm7, -128(%rdx)
    product %ymm1, %ymm3, %ymm6, %ymm7, -96(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm7, -64(%rdx)
    vmovapd -96(%rcx), %ymm5
    product %ymm12, %ymm11, %ymm4, %ymm5, -128(%r8)
    product %ymm11, %ymm1, %ymm6, %ymm5, -96(%r8)
    product %ymm1, %ymm3, %ymm8, %ymm5, -64(%r8)
    vmovapd -64(%rsi), %ymm3
    product %ymm13, %ymm11, %ymm6, %ymm3, -128(%rdx)
    product %ymm11, %ymm1, %ymm8, %ymm3, -96(%rdx)
    vmovapd -64(%rcx), %ymm1
    product %ymm14, %ymm13, %ymm6, %ymm1, -128(%r8)
    product %ymm13, %ymm11, %ymm8, %ymm1, -96(%r8)
    vmovapd -32(%rsi), %ymm11
    product %ymm15, %ymm13, %ymm8, %ymm11, -128(%rdx)
    vmovapd -32(%rcx), %ymm13
    product %ymm11, %ymm15, %ymm8, %ymm13, -128(%r8)
    close %ymm4, %ymm10
    close %ymm6, %ymm12
    close %ymm8, %ymm14
    carry_of %ymm10, %ymm2
    carry_of %ymm12, %ymm4
    carry_of %ymm14, %ymm6
    carry_of %ymm15, %ymm8
    vmovapd %ymm11, 0(%rsp)
    vsubpd %ymm10, %ymm2, %ymm11
    vsubpd %ymm12, %ymm4, %ymm2
    carry_into %ymm2, %ymm10
    vsubpd %ymm14, %ymm6, %ymm4
    carry_into %ymm4, %ymm12
    vsubpd %ymm15, %ymm8, %ymm6
    carry_into %ymm6, %ymm14
    first %ymm8, %ymm10, %ymm0, 0(%rdx)
    first %ymm12, %ymm14, %ymm0, 32(%rdx)
    vmovapd %ymm15, 32(%rsp)
    vmovapd %ymm6, 64(%rsp)
    first %ymm15, %ymm6, %ymm0, 64(%rdx)
    vmovapd %ymm4, 96(%rsp)
    vmovapd %ymm2, 128(%rsp)
    first %ymm4, %ymm2, %ymm0, 96(%rdx)
    product %ymm0, %ymm8, %ymm10, %ymm9, 0(%r8)
    product %ymm8, %ymm12, %ymm14, %ymm9, 32(%r8)
    product %ymm12, %ymm15, %ymm6, %ymm9, 64(%r8)
    product %ymm15, %ymm4, %ymm2, %ymm9, 96(%r8)
    product %ymm4, %ymm0, %ymm10, %ymm7, -32(%rdx)
    product %ymm0, %ymm8, %ymm14, %ymm7, 0(%rdx)
    product %ymm8, %ymm12, %ymm6, %ymm7, 32(%rdx)
    product %ymm9, %ymm15, %ymm2, %ymm7, 64(%rdx)
    product %ymm12, %ymm4, %ymm10, %ymm5, -32(%r8)
    product %ymm4, %ymm0, %ymm14, %ymm5, 0(%r8)
    product %ymm0, %ymm8, %ymm6, %ymm5, 32(%r8)
    product %ymm8, %ymm9, %ymm2, %ymm5, 64(%r8)
    product %ymm9, %ymm12, %ymm10, %ymm3, -64(%rdx)
    product %ymm12, %ymm4, %ymm14, %ymm3, -32(%rdx)
    product %ymm4, %ymm0, %ymm6, %ymm3, 0(%rdx)
    product %ymm0, %ymm8, %ymm2, %ymm3, 32(%rdx)
    product %ymm8, %ymm9, %ymm10, %ymm1, -64(%r8)
    product %ymm9, %ymm12, %ymm14, %ymm1, -32(%r8)
    product %ymm12, %ymm4, %ymm6, %ymm1, 0(%r8)
    product %ymm4, %ymm0, %ymm2, %ymm1, 32(%r8)
    vmovapd -32(%rsi), %ymm0
    product %ymm15, %ymm8, %ymm10, %ymm0, -96(%rdx)
    product %ymm8, %ymm9, %ymm14, %ymm0, -64(%rdx)
    product %ymm9, %ymm12, %ymm6, %ymm0, -32(%rdx)
    product %ymm12, %ymm4, %ymm2, %ymm0, 0(%rdx)
    product %ymm4, %ymm15, %ymm10, %ymm13, -96(%r8)
    product %ymm15, %ymm8, %ymm14, %ymm13, -64(%r8)
    product %ymm8, %ymm9, %ymm6, %ymm13, -32(%r8)
    product %ymm9, %ymm12, %ymm2, %ymm13, 0(%r8)
    vmovapd 0(%rsi), %ymm12
    product %ymm13, %ymm4, %ymm10, %ymm12, -128(%rdx)
    product %ymm4, %ymm15, %ymm14, %ymm12, -96(%rdx)
    product %ymm15, %ymm8, %ymm6, %ymm12, -64(%rdx)
    product %ymm8, %ymm9, %ymm2, %ymm12, -32(%rdx)
    vmovapd 0(%rcx), %ymm9
    product %ymm12, %ymm13, %ymm10, %ymm9, -128(%r8)
    product %ymm13, %ymm4, %ymm14, %ymm9, -96(%r8)
    product %ymm4, %ymm15, %ymm6, %ymm9, -64(%r8)
    product %ymm15, %ymm8, %ymm2, %ymm9, -32(%r8)
    vmovapd 32(%rsi), %ymm8
    product %ymm9, %ymm13, %ymm14, %ymm8, -128(%rdx)
    product %ymm13, %ymm4, %ymm6, %ymm8, -96(%rdx)
    product %ymm4, %ymm15, %ymm2, %ymm8, -64(%rdx)
    vmovapd 32(%rcx), %ymm15
    product %ymm8, %ymm9, %ymm14, %ymm15, -128(%r8)
    product %ymm9, %ymm13, %ymm6, %ymm15, -96(%r8)
    product %ymm13, %ymm4, %ymm2, %ymm15, -64(%r8)
    vmovapd 64(%rsi), %ymm4
    product %ymm15, %ymm9, %ymm6, %ymm4, -128(%rdx)
    product %ymm9, %ymm13, %ymm2, %ymm4, -96(%rdx)
    vmovapd 64(%rcx), %ymm13
    product %ymm4, %ymm15, %ymm6, %ymm13, -128(%r8)
    product %ymm15, %ymm9, %ymm2, %ymm13, -96(%r8)
    vmovapd 96(%rsi), %ymm9
    product %ymm13, %ymm15, %ymm2, %ymm9, -128(%rdx)
    vmovapd 96(%rcx), %ymm15
    product %ymm9, %ymm13, %ymm2, %ymm15, -128(%r8)
    product %ymm13, %ymm12, %ymm10, %ymm11, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm14, %ymm11, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm6, %ymm11, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm2, %ymm11, fold4+96(%rip)
    vmovapd 128(%rsp), %ymm9
    product %ymm15, %ymm12, %ymm14, %ymm9, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm6, %ymm9, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm2, %ymm9, fold4+64(%rip)
    vmovapd 96(%rsp), %ymm4
    product %ymm9, %ymm12, %ymm6, %ymm4, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm2, %ymm4, fold4+32(%rip)
    vmovapd 64(%rsp), %ymm8
    product %ymm4, %ymm12, %ymm2, %ymm8, fold4+0(%rip)
    vmovapd 0(%rsp), %ymm12
    close %ymm10, %ymm12
    vmovapd 32(%rsp), %ymm12
    carry_into %ymm10, %ymm12
    close %ymm14, %ymm13
    carry_of %ymm12, %ymm10
    carry_of %ymm13, %ymm14
    vmovapd %ymm11, 0(%rsp)
    first %ymm8, %ymm11, %ymm7, 96(%rdx)
    product %ymm7, %ymm8, %ymm11, %ymm5, 96(%r8)
    product %ymm5, %ymm7, %ymm11, %ymm3, 64(%rdx)
    first %ymm7, %ymm8, %ymm3, 96(%rdx)
    product %ymm3, %ymm5, %ymm11, %ymm1, 64(%r8)
    product %ymm5, %ymm7, %ymm8, %ymm1, 96(%r8)
    product %ymm1, %ymm3, %ymm11, %ymm0, 32(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm0, 64(%rdx)
    first %ymm5, %ymm7, %ymm0, 96(%rdx)
    vmovapd -32(%rcx), %ymm0
    vmovapd %ymm15, 32(%rsp)
    product %ymm15, %ymm1, %ymm11, %ymm0, 32(%r8)
    product %ymm1, %ymm3, %ymm8, %ymm0, 64(%r8)
    product %ymm3, %ymm5, %ymm7, %ymm0, 96(%r8)
    vsubpd %ymm12, %ymm10, %ymm0
    vsubpd %ymm13, %ymm14, %ymm5
    carry_into %ymm5, %ymm12
    product %ymm10, %ymm9, %ymm6, %ymm0, fold2+0(%rip)
    product %ymm9, %ymm4, %ymm2, %ymm0, fold2+32(%rip)
    product %ymm4, %ymm9, %ymm2, %ymm5, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm9
    product %ymm12, %ymm15, %ymm11, %ymm9, 0(%rdx)
    product %ymm14, %ymm1, %ymm8, %ymm9, 32(%rdx)
    product %ymm1, %ymm3, %ymm7, %ymm9, 64(%rdx)
    first %ymm3, %ymm15, %ymm9, 96(%rdx)
    vmovapd 0(%rcx), %ymm9
    vmovapd %ymm5, 160(%rsp)
    product %ymm5, %ymm12, %ymm11, %ymm9, 0(%r8)
    product %ymm12, %ymm14, %ymm8, %ymm9, 32(%r8)
    product %ymm14, %ymm1, %ymm7, %ymm9, 64(%r8)
    product %ymm1, %ymm3, %ymm15, %ymm9, 96(%r8)
    vmovapd 32(%rsi), %ymm3
    product %ymm9, %ymm5, %ymm11, %ymm3, -32(%rdx)
    product %ymm5, %ymm12, %ymm8, %ymm3, 0(%rdx)
    product %ymm12, %ymm14, %ymm7, %ymm3, 32(%rdx)
    product %ymm14, %ymm1, %ymm15, %ymm3, 64(%rdx)
    vmovapd 32(%rcx), %ymm1
    product %ymm3, %ymm9, %ymm11, %ymm1, -32(%r8)
    product %ymm9, %ymm5, %ymm8, %ymm1, 0(%r8)
    product %ymm5, %ymm12, %ymm7, %ymm1, 32(%r8)
    product %ymm12, %ymm14, %ymm15, %ymm1, 64(%r8)
    vmovapd 32(%rsp), %ymm14
    close %ymm6, %ymm14
    carry_into %ymm6, %ymm13
    carry_of %ymm13, %ymm6
    vsubpd %ymm13, %ymm6, %ymm14
    vmovapd 64(%rsi), %ymm6
    product %ymm1, %ymm3, %ymm11, %ymm6, -64(%rdx)
    product %ymm3, %ymm9, %ymm8, %ymm6, -32(%rdx)
    product %ymm9, %ymm5, %ymm7, %ymm6, 0(%rdx)
    product %ymm5, %ymm12, %ymm15, %ymm6, 32(%rdx)
    vmovapd 64(%rcx), %ymm12
    product %ymm6, %ymm1, %ymm11, %ymm12, -64(%r8)
    product %ymm1, %ymm3, %ymm8, %ymm12, -32(%r8)
    product %ymm3, %ymm9, %ymm7, %ymm12, 0(%r8)
    product %ymm9, %ymm5, %ymm15, %ymm12, 32(%r8)
    vmovapd 96(%rsi), %ymm5
    product %ymm12, %ymm6, %ymm11, %ymm5, -96(%rdx)
    product %ymm6, %ymm1, %ymm8, %ymm5, -64(%rdx)
    product %ymm1, %ymm3, %ymm7, %ymm5, -32(%rdx)
    product %ymm3, %ymm9, %ymm15, %ymm5, 0(%rdx)
    vmovapd 96(%rcx), %ymm9
    product %ymm5, %ymm12, %ymm11, %ymm9, -96(%r8)
    product %ymm12, %ymm6, %ymm8, %ymm9, -64(%r8)
    product %ymm6, %ymm1, %ymm7, %ymm9, -32(%r8)
    product %ymm1, %ymm3, %ymm15, %ymm9, 0(%r8)
    vmovapd 0(%rsp), %ymm3
    product %ymm9, %ymm5, %ymm11, %ymm3, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm8, %ymm3, fold4+160(%rip)
    product %ymm12, %ymm6, %ymm7, %ymm3, fold4+192(%rip)
    product %ymm6, %ymm1, %ymm15, %ymm3, fold4+224(%rip)
    product %ymm1, %ymm4, %ymm2, %ymm14, fold1+0(%rip)
    vmovapd 128(%rsp), %ymm3
    product %ymm4, %ymm9, %ymm11, %ymm3, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm8, %ymm3, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm7, %ymm3, fold4+160(%rip)
    product %ymm12, %ymm6, %ymm15, %ymm3, fold4+192(%rip)
    close %ymm2, %ymm10
    carry_into %ymm2, %ymm13
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm10
    vmovapd 96(%rsp), %ymm6
    product %ymm13, %ymm4, %ymm11, %ymm6, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm8, %ymm6, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm7, %ymm6, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm15, %ymm6, fold4+160(%rip)
    vmovapd 64(%rsp), %ymm12
    product %ymm6, %ymm13, %ymm11, %ymm12, fold4+32(%rip)
    product %ymm13, %ymm4, %ymm8, %ymm12, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm7, %ymm12, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm15, %ymm12, fold4+128(%rip)
    quotient %ymm5, %ymm10
    vfmadd231pd p+0(%rip), %ymm5, %ymm2
    product %ymm10, %ymm6, %ymm11, %ymm0, fold2+64(%rip)
    product %ymm6, %ymm13, %ymm8, %ymm0, fold2+96(%rip)
    product %ymm13, %ymm4, %ymm7, %ymm0, fold2+128(%rip)
    product %ymm4, %ymm9, %ymm15, %ymm0, fold2+160(%rip)
    vmovapd 160(%rsp), %ymm9
    product %ymm12, %ymm10, %ymm11, %ymm9, fold2+32(%rip)
    product %ymm10, %ymm6, %ymm8, %ymm9, fold2+64(%rip)
    product %ymm6, %ymm13, %ymm7, %ymm9, fold2+96(%rip)
    product %ymm13, %ymm4, %ymm15, %ymm9, fold2+128(%rip)
    product %ymm4, %ymm12, %ymm11, %ymm14, fold1+32(%rip)
    product %ymm12, %ymm10, %ymm8, %ymm14, fold1+64(%rip)
    product %ymm10, %ymm6, %ymm7, %ymm14, fold1+96(%rip)
    product %ymm6, %ymm13, %ymm15, %ymm14, fold1+128(%rip)
    product %ymm13, %ymm4, %ymm11, %ymm5, p+32(%rip)
    product %ymm4, %ymm12, %ymm8, %ymm5, p+64(%rip)
    product %ymm12, %ymm10, %ymm7, %ymm5, p+96(%rip)
    product %ymm10, %ymm6, %ymm15, %ymm5, p+128(%rip)
    close %ymm11, %ymm1
    carry_into %ymm11, %ymm2
    close %ymm8, %ymm13
    close %ymm7, %ymm4
    close %ymm15, %ymm12
    carry_of %ymm1, %ymm11
    vsubpd %ymm1, %ymm11, %ymm2
    vmovapd %ymm2, 0(%rdi)
    carry_of %ymm2, %ymm8
    vsubpd %ymm2, %ymm8, %ymm4
    carry_into %ymm4, %ymm1
    vmovapd %ymm4, 32(%rdi)
    carry_of %ymm1, %ymm7
    vsubpd %ymm1, %ymm7, %ymm4
    carry_into %ymm4, %ymm2
    vmovapd %ymm4, 64(%rdi)
    carry_of %ymm2, %ymm15
    vsubpd %ymm2, %ymm15, %ymm4
    carry_into %ymm4, %ymm1
    vmovapd %ymm4, 96(%rdi)
    vmovapd 32(%rsi), %ymm1
    first %ymm4, %ymm6, %ymm1, 96(%rdx)
    vmovapd 32(%rcx), %ymm1
    product %ymm7, %ymm4, %ymm6, %ymm1, 96(%r8)
    vmovapd 64(%rsi), %ymm1
    product %ymm4, %ymm7, %ymm6, %ymm1, 64(%rdx)
    first %ymm7, %ymm8, %ymm1, 96(%rdx)
    vmovapd 64(%rcx), %ymm1
    product %ymm11, %ymm4, %ymm6, %ymm1, 64(%r8)
    product %ymm4, %ymm7, %ymm8, %ymm1, 96(%r8)
    vmovapd 96(%rsi), %ymm1
    product %ymm7, %ymm11, %ymm6, %ymm1, 32(%rdx)
    product %ymm11, %ymm4, %ymm8, %ymm1, 64(%rdx)
    first %ymm4, %ymm12, %ymm1, 96(%rdx)
    vmovapd 96(%rcx), %ymm1
    product %ymm13, %ymm7, %ymm6, %ymm1, 32(%r8)
    product %ymm7, %ymm11, %ymm8, %ymm1, 64(%r8)
    product %ymm11, %ymm4, %ymm12, %ymm1, 96(%r8)
    product %ymm1, %ymm13, %ymm6, %ymm3, fold4+224(%rip)
    vmovapd 96(%rsp), %ymm3
    product %ymm4, %ymm1, %ymm6, %ymm3, fold4+192(%rip)
    product %ymm1, %ymm7, %ymm8, %ymm3, fold4+224(%rip)
    vmovapd 64(%rsp), %ymm3
    product %ymm7, %ymm4, %ymm6, %ymm3, fold4+160(%rip)
    product %ymm4, %ymm1, %ymm8, %ymm3, fold4+192(%rip)
    product %ymm1, %ymm11, %ymm12, %ymm3, fold4+224(%rip)
    product %ymm3, %ymm7, %ymm6, %ymm0, fold2+192(%rip)
    product %ymm7, %ymm4, %ymm8, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm3, %ymm6, %ymm9, fold2+160(%rip)
    product %ymm3, %ymm7, %ymm8, %ymm9, fold2+192(%rip)
    product %ymm4, %ymm1, %ymm12, %ymm9, fold2+224(%rip)
    product %ymm1, %ymm0, %ymm6, %ymm14, fold1+160(%rip)
    product %ymm0, %ymm3, %ymm8, %ymm14, fold1+192(%rip)
    product %ymm3, %ymm4, %ymm12, %ymm14, fold1+224(%rip)
    product %ymm4, %ymm1, %ymm6, %ymm5, p+160(%rip)
    product %ymm1, %ymm0, %ymm8, %ymm5, p+192(%rip)
    product %ymm0, %ymm3, %ymm12, %ymm5, p+224(%rip)
    close %ymm6, %ymm10
    close %ymm8, %ymm4
    close %ymm12, %ymm1
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    carry_of %ymm1, %ymm6
    vsubpd %ymm1, %ymm6, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 128(%rdi)
    carry_of %ymm2, %ymm8
    vsubpd %ymm2, %ymm8, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 160(%rdi)
    carry_of %ymm1, %ymm12
    vsubpd %ymm1, %ymm12, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 192(%rdi)
    carry_into %ymm0, %ymm1
    vmovapd %ymm0, 224(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_two_fma, . - sl_fp4_mul_two_fma

// (a b - c d) / R, carried
.balign 64
.globl sl_fp4_mul_minus_fma
.hidden sl_fp4_mul_minus_fma
.type sl_fp4_mul_minus_fma, @function
sl_fp4_mul_minus_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $192, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    sub $-128, %r8
    vmovapd -128(%rsi), %ymm0
    first %ymm1, %ymm2, %ymm0, -128(%rdx)
    first %ymm3, %ymm4, %ymm0, -96(%rdx)
    first %ymm5, %ymm6, %ymm0, -64(%rdx)
    first %ymm7, %ymm8, %ymm0, -32(%rdx)
    vmovapd -128(%rcx), %ymm9
    minus_product %ymm10, %ymm1, %ymm2, %ymm9, -128(%r8)
    minus_product %ymm1, %ymm3, %ymm4, %ymm9, -96(%r8)
    minus_product %ymm3, %ymm5, %ymm6, %ymm9, -64(%r8)
    minus_product %ymm5, %ymm7, %ymm8, %ymm9, -32(%r8)
    vmovapd -96(%rsi), %ymm7
    product %ymm11, %ymm1, %ymm4, %ymm7, -128(%rdx)
    product %ymm1, %ymm3, %ymm6, %ymm7, -96(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm7, -64(%rdx)
    vmovapd -96(%rcx), %ymm5
    minus_product %ymm12, %ymm11, %ymm4, %ymm5, -128(%r8)
    minus_product %ymm11, %ymm1, %ymm6, %ymm5, -96(%r8)
    minus_product %ymm1, %ymm3, %ymm8, %ymm5, -64(%r8)
    vmovapd -64(%rsi), %ymm3
    product %ymm13, %ymm11, %ymm6, %ymm3, -128(%rdx)
    product %ymm11, %ymm1, %ymm8, %ymm3, -96(%rdx)
    vmovapd -64(%rcx), %ymm1
    minus_product %ymm14, %ymm13, %ymm6, %ymm1, -128(%r8)
    minus_product %ymm13, %ymm11, %ymm8, %ymm1, -96(%r8)
    vmovapd -32(%rsi), %ymm11
    product %ymm15, %ymm13, %ymm8, %ymm11, -128(%rdx)
    vmovapd -32(%rcx), %ymm13
    minus_product %ymm11, %ymm15, %ymm8, %ymm13, -128(%r8)
    close %ymm4, %ymm10
    close %ymm6, %ymm12
    close %ymm8, %ymm14
    carry_of %ymm10, %ymm2
    carry_of %ymm12, %ymm4
    carry_of %ymm14, %ymm6
    carry_of %ymm15, %ymm8
    vmovapd %ymm11, 0(%rsp)
    vsubpd %ymm10, %ymm2, %ymm11
    vsubpd %ymm12, %ymm4, %ymm2
    carry_into %ymm2, %ymm10
    vsubpd %ymm14, %ymm6, %ymm4
    carry_into %ymm4, %ymm12
    vsubpd %ymm15, %ymm8, %ymm6
    carry_into %ymm6, %ymm14
    first %ymm8, %ymm10, %ymm0, 0(%rdx)
    first %ymm12, %ymm14, %ymm0, 32(%rdx)
    vmovapd %ymm15, 32(%rsp)
    vmovapd %ymm6, 64(%rsp)
    first %ymm15, %ymm6, %ymm0, 64(%rdx)
    vmovapd %ymm4, 96(%rsp)
    vmovapd %ymm2, 128(%rsp)
    first %ymm4, %ymm2, %ymm0, 96(%rdx)
    minus_product %ymm0, %ymm8, %ymm10, %ymm9, 0(%r8)
    minus_product %ymm8, %ymm12, %ymm14, %ymm9, 32(%r8)
    minus_product %ymm12, %ymm15, %ymm6, %ymm9, 64(%r8)
    minus_product %ymm15, %ymm4, %ymm2, %ymm9, 96(%r8)
    product %ymm4, %ymm0, %ymm10, %ymm7, -32(%rdx)
    product %ymm0, %ymm8, %ymm14, %ymm7, 0(%rdx)
    product %ymm8, %ymm12, %ymm6, %ymm7, 32(%rdx)
    product %ymm9, %ymm15, %ymm2, %ymm7, 64(%rdx)
    minus_product %ymm12, %ymm4, %ymm10, %ymm5, -32(%r8)
    minus_product %ymm4, %ymm0, %ymm14, %ymm5, 0(%r8)
    minus_product %ymm0, %ymm8, %ymm6, %ymm5, 32(%r8)
    minus_product %ymm8, %ymm9, %ymm2, %ymm5, 64(%r8)
    product %ymm9, %ymm12, %ymm10, %ymm3, -64(%rdx)
    product %ymm12, %ymm4, %ymm14, %ymm3, -32(%rdx)
    product %ymm4, %ymm0, %ymm6, %ymm3, 0(%rdx)
    product %ymm0, %ymm8, %ymm2, %ymm3, 32(%rdx)
    minus_product %ymm8, %ymm9, %ymm10, %ymm1, -64(%r8)
    minus_product %ymm9, %ymm12, %ymm14, %ymm1, -32(%r8)
    minus_product %ymm12, %ymm4, %ymm6, %ymm1, 0(%r8)
    minus_product %ymm4, %ymm0, %ymm2, %ymm1, 32(%r8)
    vmovapd -32(%rsi), %ymm0
    product %ymm15, %ymm8, %ymm10, %ymm0, -96(%rdx)
    product %ymm8, %ymm9, %ymm14, %ymm0, -64(%rdx)
    product %ymm9, %ymm12, %ymm6, %ymm0, -32(%rdx)
    product %ymm12, %ymm4, %ymm2, %ymm0, 0(%rdx)
    minus_product %ymm4, %ymm15, %ymm10, %ymm13, -96(%r8)
    minus_product %ymm15, %ymm8, %ymm14, %ymm13, -64(%r8)
    minus_product %ymm8, %ymm9, %ymm6, %ymm13, -32(%r8)
    minus_product %ymm9, %ymm12, %ymm2, %ymm13, 0(%r8)
    vmovapd 0(%rsi), %ymm12
    product %ymm13, %ymm4, %ymm10, %ymm12, -128(%rdx)
    product %ymm4, %ymm15, %ymm14, %ymm12, -96(%rdx)
    product %ymm15, %ymm8, %ymm6, %ymm12, -64(%rdx)
    product %ymm8, %ymm9, %ymm2, %ymm12, -32(%rdx)
    vmovapd 0(%rcx), %ymm9
    minus_product %ymm12, %ymm13, %ymm10, %ymm9, -128(%r8)
    minus_product %ymm13, %ymm4, %ymm14, %ymm9, -96(%r8)
    minus_product %ymm4, %ymm15, %ymm6, %ymm9, -64(%r8)
    minus_product %ymm15, %ymm8, %ymm2, %ymm9, -32(%r8)
    vmovapd 32(%rsi), %ymm8
    product %ymm9, %ymm13, %ymm14, %ymm8, -128(%rdx)
    product %ymm13, %ymm4, %ymm6, %ymm8, -96(%rdx)
    product %ymm4, %ymm15, %ymm2, %ymm8, -64(%rdx)
    vmovapd 32(%rcx), %ymm15
    minus_product %ymm8, %ymm9, %ymm14, %ymm15, -128(%r8)
    minus_product %ymm9, %ymm13, %ymm6, %ymm15, -96(%r8)
    minus_product %ymm13, %ymm4, %ymm2, %ymm15, -64(%r8)
    vmovapd 64(%rsi), %ymm4
    product %ymm15, %ymm9, %ymm6, %ymm4, -128(%rdx)
    product %ymm9, %ymm13, %ymm2, %ymm4, -96(%rdx)
    vmovapd 64(%rcx), %ymm13
    minus_product %ymm4, %ymm15, %ymm6, %ymm13, -128(%r8)
    minus_product %ymm15, %ymm9, %ymm2, %ymm13, -96(%r8)
    vmovapd 96(%rsi), %ymm9
    product %ymm13, %ymm15, %ymm2, %ymm9, -128(%rdx)
    vmovapd 96(%rcx), %ymm15
    minus_product %ymm9, %ymm13, %ymm2, %ymm15, -128(%r8)
    product %ymm13, %ymm12, %ymm10, %ymm11, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm14, %ymm11, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm6, %ymm11, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm2, %ymm11, fold4+96(%rip)
    vmovapd 128(%rsp), %ymm9
    product %ymm15, %ymm12, %ymm14, %ymm9, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm6, %ymm9, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm2, %ymm9, fold4+64(%rip)
    vmovapd 96(%rsp), %ymm4
    product %ymm9, %ymm12, %ymm6, %ymm4, fold4+0(%rip)
    product %ymm12, %ymm8, %ymm2, %ymm4, fold4+32(%rip)
    vmovapd 64(%rsp), %ymm8
    product %ymm4, %ymm12, %ymm2, %ymm8, fold4+0(%rip)
    vmovapd 0(%rsp), %ymm12
    close %ymm10, %ymm12
    vmovapd 32(%rsp), %ymm12
    carry_into %ymm10, %ymm12
    close %ymm14, %ymm13
    carry_of %ymm12, %ymm10
    carry_of %ymm13, %ymm14
    vmovapd %ymm11, 0(%rsp)
    first %ymm8, %ymm11, %ymm7, 96(%rdx)
    minus_product %ymm7, %ymm8, %ymm11, %ymm5, 96(%r8)
    product %ymm5, %ymm7, %ymm11, %ymm3, 64(%rdx)
    first %ymm7, %ymm8, %ymm3, 96(%rdx)
    minus_product %ymm3, %ymm5, %ymm11, %ymm1, 64(%r8)
    minus_product %ymm5, %ymm7, %ymm8, %ymm1, 96(%r8)
    product %ymm1, %ymm3, %ymm11, %ymm0, 32(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm0, 64(%rdx)
    first %ymm5, %ymm7, %ymm0, 96(%rdx)
    vmovapd -32(%rcx), %ymm0
    vmovapd %ymm15, 32(%rsp)
    minus_product %ymm15, %ymm1, %ymm11, %ymm0, 32(%r8)
    minus_product %ymm1, %ymm3, %ymm8, %ymm0, 64(%r8)
    minus_product %ymm3, %ymm5, %ymm7, %ymm0, 96(%r8)
    vsubpd %ymm12, %ymm10, %ymm0
    vsubpd %ymm13, %ymm14, %ymm5
    carry_into %ymm5, %ymm12
    product %ymm10, %ymm9, %ymm6, %ymm0, fold2+0(%rip)
    product %ymm9, %ymm4, %ymm2, %ymm0, fold2+32(%rip)
    product %ymm4, %ymm9, %ymm2, %ymm5, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm9
    product %ymm12, %ymm15, %ymm11, %ymm9, 0(%rdx)
    product %ymm14, %ymm1, %ymm8, %ymm9, 32(%rdx)
    product %ymm1, %ymm3, %ymm7, %ymm9, 64(%rdx)
    first %ymm3, %ymm15, %ymm9, 96(%rdx)
    vmovapd 0(%rcx), %ymm9
    vmovapd %ymm5, 160(%rsp)
    minus_product %ymm5, %ymm12, %ymm11, %ymm9, 0(%r8)
    minus_product %ymm12, %ymm14, %ymm8, %ymm9, 32(%r8)
    minus_product %ymm14, %ymm1, %ymm7, %ymm9, 64(%r8)
    minus_product %ymm1, %ymm3, %ymm15, %ymm9, 96(%r8)
    vmovapd 32(%rsi), %ymm3
    product %ymm9, %ymm5, %ymm11, %ymm3, -32(%rdx)
    product %ymm5, %ymm12, %ymm8, %ymm3, 0(%rdx)
    product %ymm12, %ymm14, %ymm7, %ymm3, 32(%rdx)
    product %ymm14, %ymm1, %ymm15, %ymm3, 64(%rdx)
    vmovapd 32(%rcx), %ymm1
    minus_product %ymm3, %ymm9, %ymm11, %ymm1, -32(%r8)
    minus_product %ymm9, %ymm5, %ymm8, %ymm1, 0(%r8)
    minus_product %ymm5, %ymm12, %ymm7, %ymm1, 32(%r8)
    minus_product %ymm12, %ymm14, %ymm15, %ymm1, 64(%r8)
    vmovapd 32(%rsp), %ymm14
    close %ymm6, %ymm14
    carry_into %ymm6, %ymm13
    carry_of %ymm13, %ymm6
    vsubpd %ymm13, %ymm6, %ymm14
    vmovapd 64(%rsi), %ymm6
    product %ymm1, %ymm3, %ymm11, %ymm6, -64(%rdx)
    product %ymm3, %ymm9, %ymm8, %ymm6, -32(%rdx)
    product %ymm9, %ymm5, %ymm7, %ymm6, 0(%rdx)
    product %ymm5, %ymm12, %ymm15, %ymm6, 32(%rdx)
    vmovapd 64(%rcx), %ymm12
    minus_product %ymm6, %ymm1, %ymm11, %ymm12, -64(%r8)
    minus_product %ymm1, %ymm3, %ymm8, %ymm12, -32(%r8)
    minus_product %ymm3, %ymm9, %ymm7, %ymm12, 0(%r8)
    minus_product %ymm9, %ymm5, %ymm15, %ymm12, 32(%r8)
    vmovapd 96(%rsi), %ymm5
    product %ymm12, %ymm6, %ymm11, %ymm5, -96(%rdx)
    product %ymm6, %ymm1, %ymm8, %ymm5, -64(%rdx)
    product %ymm1, %ymm3, %ymm7, %ymm5, -32(%rdx)
    product %ymm3, %ymm9, %ymm15, %ymm5, 0(%rdx)
    vmovapd 96(%rcx), %ymm9
    minus_product %ymm5, %ymm12, %ymm11, %ymm9, -96(%r8)
    minus_product %ymm12, %ymm6, %ymm8, %ymm9, -64(%r8)
    minus_product %ymm6, %ymm1, %ymm7, %ymm9, -32(%r8)
    minus_product %ymm1, %ymm3, %ymm15, %ymm9, 0(%r8)
    vmovapd 0(%rsp), %ymm3
    product %ymm9, %ymm5, %ymm11, %ymm3, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm8, %ymm3, fold4+160(%rip)
    product %ymm12, %ymm6, %ymm7, %ymm3, fold4+192(%rip)
    product %ymm6, %ymm1, %ymm15, %ymm3, fold4+224(%rip)
    product %ymm1, %ymm4, %ymm2, %ymm14, fold1+0(%rip)
    vmovapd 128(%rsp), %ymm3
    product %ymm4, %ymm9, %ymm11, %ymm3, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm8, %ymm3, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm7, %ymm3, fold4+160(%rip)
    product %ymm12, %ymm6, %ymm15, %ymm3, fold4+192(%rip)
    close %ymm2, %ymm10
    carry_into %ymm2, %ymm13
    carry_of %ymm6, %ymm2
    vsubpd %ymm6, %ymm2, %ymm10
    vmovapd 96(%rsp), %ymm6
    product %ymm13, %ymm4, %ymm11, %ymm6, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm8, %ymm6, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm7, %ymm6, fold4+128(%rip)
    product %ymm5, %ymm12, %ymm15, %ymm6, fold4+160(%rip)
    vmovapd 64(%rsp), %ymm12
    product %ymm6, %ymm13, %ymm11, %ymm12, fold4+32(%rip)
    product %ymm13, %ymm4, %ymm8, %ymm12, fold4+64(%rip)
    product %ymm4, %ymm9, %ymm7, %ymm12, fold4+96(%rip)
    product %ymm9, %ymm5, %ymm15, %ymm12, fold4+128(%rip)
    quotient %ymm5, %ymm10
    vfmadd231pd p+0(%rip), %ymm5, %ymm2
    product %ymm10, %ymm6, %ymm11, %ymm0, fold2+64(%rip)
    product %ymm6, %ymm13, %ymm8, %ymm0, fold2+96(%rip)
    product %ymm13, %ymm4, %ymm7, %ymm0, fold2+128(%rip)
    product %ymm4, %ymm9, %ymm15, %ymm0, fold2+160(%rip)
    vmovapd 160(%rsp), %ymm9
    product %ymm12, %ymm10, %ymm11, %ymm9, fold2+32(%rip)
    product %ymm10, %ymm6, %ymm8, %ymm9, fold2+64(%rip)
    product %ymm6, %ymm13, %ymm7, %ymm9, fold2+96(%rip)
    product %ymm13, %ymm4, %ymm15, %ymm9, fold2+128(%rip)
    product %ymm4, %ymm12, %ymm11, %ymm14, fold1+32(%rip)
    product %ymm12, %ymm10, %ymm8, %ymm14, fold1+64(%rip)
    product %ymm10, %ymm6, %ymm7, %ymm14, fold1+96(%rip)
    product %ymm6, %ymm13, %ymm15, %ymm14, fold1+128(%rip)
    product %ymm13, %ymm4, %ymm11, %ymm5, p+32(%rip)
    product %ymm4, %ymm12, %ymm8, %ymm5, p+64(%rip)
    product %ymm12, %ymm10, %ymm7, %ymm5, p+96(%rip)
    product %ymm10, %ymm6, %ymm15, %ymm5, p+128(%rip)
    close %ymm11, %ymm1
    carry_into %ymm11, %ymm2
    close %ymm8, %ymm13
    close %ymm7, %ymm4
    close %ymm15, %ymm12
    carry_of %ymm1, %ymm11
    vsubpd %ymm1, %ymm11, %ymm2
    vmovapd %ymm2, 0(%rdi)
    carry_of %ymm2, %ymm8
    vsubpd %ymm2, %ymm8, %ymm4
    carry_into %ymm4, %ymm1
    vmovapd %ymm4, 32(%rdi)
    carry_of %ymm1, %ymm7
    vsubpd %ymm1, %ymm7, %ymm4
    carry_into %ymm4, %ymm2
    vmovapd %ymm4, 64(%rdi)
    carry_of %ymm2, %ymm15
    vsubpd %ymm2, %ymm15, %ymm4
    carry_into %ymm4, %ymm1
    vmovapd %ymm4, 96(%rdi)
    vmovapd 32(%rsi), %ymm1
    first %ymm4, %ymm6, %ymm1, 96(%rdx)
    vmovapd 32(%rcx), %ymm1
    minus_product %ymm7, %ymm4, %ymm6, %ymm1, 96(%r8)
    vmovapd 64(%rsi), %ymm1
    product %ymm4, %ymm7, %ymm6, %ymm1, 64(%rdx)
    first %ymm7, %ymm8, %ymm1, 96(%rdx)
    vmovapd 64(%rcx), %ymm1
    minus_product %ymm11, %ymm4, %ymm6, %ymm1, 64(%r8)
    minus_product %ymm4, %ymm7, %ymm8, %ymm1, 96(%r8)
    vmovapd 96(%rsi), %ymm1
    product %ymm7, %ymm11, %ymm6, %ymm1, 32(%rdx)
    product %ymm11, %ymm4, %ymm8, %ymm1, 64(%rdx)
    first %ymm4, %ymm12, %ymm1, 96(%rdx)
    vmovapd 96(%rcx), %ymm1
    minus_product %ymm13, %ymm7, %ymm6, %ymm1, 32(%r8)
    minus_product %ymm7, %ymm11, %ymm8, %ymm1, 64(%r8)
    minus_product %ymm11, %ymm4, %ymm12, %ymm1, 96(%r8)
    product %ymm1, %ymm13, %ymm6, %ymm3, fold4+224(%rip)
    vmovapd 96(%rsp), %ymm3
    product %ymm4, %ymm1, %ymm6, %ymm3, fold4+192(%rip)
    product %ymm1, %ymm7, %ymm8, %ymm3, fold4+224(%rip)
    vmovapd 64(%rsp), %ymm3
    product %ymm7, %ymm4, %ymm6, %ymm3, fold4+160(%rip)
    product %ymm4, %ymm1, %ymm8, %ymm3, fold4+192(%rip)
    product %ymm1, %ymm11, %ymm12, %ymm3, fold4+224(%rip)
    product %ymm3, %ymm7, %ymm6, %ymm0, fold2+192(%rip)
    product %ymm7, %ymm4, %ymm8, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm3, %ymm6, %ymm9, fold2+160(%rip)
    product %ymm3, %ymm7, %ymm8, %ymm9, fold2+192(%rip)
    product %ymm4, %ymm1, %ymm12, %ymm9, fold2+224(%rip)
    product %ymm1, %ymm0, %ymm6, %ymm14, fold1+160(%rip)
    product %ymm0, %ymm3, %ymm8, %ymm14, fold1+192(%rip)
    product %ymm3, %ymm4, %ymm12, %ymm14, fold1+224(%rip)
    product %ymm4, %ymm1, %ymm6, %ymm5, p+160(%rip)
    product %ymm1, %ymm0, %ymm8, %ymm5, p+192(%rip)
    product %ymm0, %ymm3, %ymm12, %ymm5, p+224(%rip)
    close %ymm6, %ymm10
    close %ymm8, %ymm4
    close %ymm12, %ymm1
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    carry_of %ymm1, %ymm6
    vsubpd %ymm1, %ymm6, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 128(%rdi)
    carry_of %ymm2, %ymm8
    vsubpd %ymm2, %ymm8, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 160(%rdi)
    carry_of %ymm1, %ymm12
    vsubpd %ymm1, %ymm12, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 192(%rdi)
    carry_into %ymm0, %ymm1
    vmovapd %ymm0, 224(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_minus_fma, . - sl_fp4_mul_minus_fma

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
    sub $192, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    vmovapd -128(%rsi), %ymm0
    first %ymm1, %ymm2, %ymm0, -128(%rdx)
    first %ymm3, %ymm4, %ymm0, -96(%rdx)
    first %ymm5, %ymm6, %ymm0, -64(%rdx)
    first %ymm7, %ymm8, %ymm0, -32(%rdx)
    vmovapd -96(%rsi), %ymm9
    product %ymm10, %ymm3, %ymm4, %ymm9, -128(%rdx)
    product %ymm3, %ymm5, %ymm6, %ymm9, -96(%rdx)
    product %ymm5, %ymm7, %ymm8, %ymm9, -64(%rdx)
    vmovapd -64(%rsi), %ymm7
    product %ymm11, %ymm3, %ymm6, %ymm7, -128(%rdx)
    product %ymm3, %ymm5, %ymm8, %ymm7, -96(%rdx)
    vmovapd -32(%rsi), %ymm5
    product %ymm12, %ymm3, %ymm8, %ymm5, -128(%rdx)
    close %ymm4, %ymm1
    close %ymm6, %ymm10
    close %ymm8, %ymm11
    carry_of %ymm1, %ymm2
    carry_of %ymm3, %ymm4
    carry_of %ymm10, %ymm6
    carry_of %ymm11, %ymm8
    vsubpd %ymm1, %ymm2, %ymm13
    vsubpd %ymm3, %ymm4, %ymm2
    carry_into %ymm2, %ymm1
    vsubpd %ymm10, %ymm6, %ymm1
    carry_into %ymm1, %ymm3
    vsubpd %ymm11, %ymm8, %ymm3
    carry_into %ymm3, %ymm10
    first %ymm4, %ymm6, %ymm0, 0(%rdx)
    first %ymm8, %ymm10, %ymm0, 32(%rdx)
    first %ymm14, %ymm15, %ymm0, 64(%rdx)
    vmovapd %ymm11, 0(%rsp)
    vmovapd %ymm12, 32(%rsp)
    first %ymm11, %ymm12, %ymm0, 96(%rdx)
    product %ymm0, %ymm4, %ymm6, %ymm9, -32(%rdx)
    product %ymm4, %ymm8, %ymm10, %ymm9, 0(%rdx)
    product %ymm8, %ymm14, %ymm15, %ymm9, 32(%rdx)
    product %ymm14, %ymm11, %ymm12, %ymm9, 64(%rdx)
    product %ymm11, %ymm0, %ymm6, %ymm7, -64(%rdx)
    product %ymm0, %ymm4, %ymm10, %ymm7, -32(%rdx)
    product %ymm4, %ymm8, %ymm15, %ymm7, 0(%rdx)
    product %ymm8, %ymm14, %ymm12, %ymm7, 32(%rdx)
    product %ymm14, %ymm11, %ymm6, %ymm5, -96(%rdx)
    product %ymm11, %ymm0, %ymm10, %ymm5, -64(%rdx)
    product %ymm0, %ymm4, %ymm15, %ymm5, -32(%rdx)
    product %ymm4, %ymm8, %ymm12, %ymm5, 0(%rdx)
    vmovapd 0(%rsi), %ymm8
    product %ymm5, %ymm14, %ymm6, %ymm8, -128(%rdx)
    product %ymm14, %ymm11, %ymm10, %ymm8, -96(%rdx)
    product %ymm11, %ymm0, %ymm15, %ymm8, -64(%rdx)
    product %ymm0, %ymm4, %ymm12, %ymm8, -32(%rdx)
    vmovapd 32(%rsi), %ymm4
    product %ymm8, %ymm14, %ymm10, %ymm4, -128(%rdx)
    product %ymm14, %ymm11, %ymm15, %ymm4, -96(%rdx)
    product %ymm11, %ymm0, %ymm12, %ymm4, -64(%rdx)
    vmovapd 64(%rsi), %ymm0
    product %ymm4, %ymm14, %ymm15, %ymm0, -128(%rdx)
    product %ymm14, %ymm11, %ymm12, %ymm0, -96(%rdx)
    vmovapd 96(%rsi), %ymm11
    product %ymm0, %ymm14, %ymm12, %ymm11, -128(%rdx)
    product %ymm14, %ymm5, %ymm6, %ymm13, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm10, %ymm13, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm15, %ymm13, fold4+64(%rip)
    product %ymm4, %ymm0, %ymm12, %ymm13, fold4+96(%rip)
    product %ymm0, %ymm5, %ymm10, %ymm2, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm15, %ymm2, fold4+32(%rip)
    product %ymm8, %ymm4, %ymm12, %ymm2, fold4+64(%rip)
    product %ymm4, %ymm5, %ymm15, %ymm1, fold4+0(%rip)
    product %ymm5, %ymm8, %ymm12, %ymm1, fold4+32(%rip)
    product %ymm8, %ymm5, %ymm12, %ymm3, fold4+0(%rip)
    vmovapd 32(%rsp), %ymm5
    close %ymm6, %ymm5
    vmovapd 0(%rsp), %ymm5
    carry_into %ymm6, %ymm5
    close %ymm10, %ymm14
    carry_of %ymm5, %ymm6
    carry_of %ymm14, %ymm10
    vmovapd %ymm3, 0(%rsp)
    vmovapd %ymm1, 32(%rsp)
    first %ymm3, %ymm1, %ymm9, 96(%rdx)
    product %ymm9, %ymm3, %ymm1, %ymm7, 64(%rdx)
    vmovapd %ymm2, 64(%rsp)
    first %ymm3, %ymm2, %ymm7, 96(%rdx)
    vmovapd -32(%rsi), %ymm7
    product %ymm11, %ymm9, %ymm1, %ymm7, 32(%rdx)
    product %ymm9, %ymm3, %ymm2, %ymm7, 64(%rdx)
    vmovapd %ymm13, 96(%rsp)
    first %ymm3, %ymm13, %ymm7, 96(%rdx)
    vsubpd %ymm5, %ymm6, %ymm7
    vsubpd %ymm14, %ymm10, %ymm6
    carry_into %ymm6, %ymm5
    product %ymm5, %ymm4, %ymm15, %ymm7, fold2+0(%rip)
    product %ymm4, %ymm8, %ymm12, %ymm7, fold2+32(%rip)
    product %ymm8, %ymm4, %ymm12, %ymm6, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm4
    product %ymm10, %ymm11, %ymm1, %ymm4, 0(%rdx)
    product %ymm11, %ymm9, %ymm2, %ymm4, 32(%rdx)
    product %ymm9, %ymm3, %ymm13, %ymm4, 64(%rdx)
    vmovapd %ymm6, 128(%rsp)
    first %ymm3, %ymm6, %ymm4, 96(%rdx)
    vmovapd 32(%rsi), %ymm4
    vmovapd %ymm7, 160(%rsp)
    product %ymm7, %ymm10, %ymm1, %ymm4, -32(%rdx)
    product %ymm10, %ymm11, %ymm2, %ymm4, 0(%rdx)
    product %ymm11, %ymm9, %ymm13, %ymm4, 32(%rdx)
    product %ymm9, %ymm3, %ymm6, %ymm4, 64(%rdx)
    close %ymm15, %ymm0
    carry_into %ymm15, %ymm14
    carry_of %ymm0, %ymm15
    vsubpd %ymm0, %ymm15, %ymm3
    vmovapd 64(%rsi), %ymm14
    product %ymm15, %ymm7, %ymm1, %ymm14, -64(%rdx)
    product %ymm7, %ymm10, %ymm2, %ymm14, -32(%rdx)
    product %ymm10, %ymm11, %ymm13, %ymm14, 0(%rdx)
    product %ymm11, %ymm9, %ymm6, %ymm14, 32(%rdx)
    vmovapd 96(%rsi), %ymm9
    product %ymm14, %ymm15, %ymm1, %ymm9, -96(%rdx)
    product %ymm15, %ymm7, %ymm2, %ymm9, -64(%rdx)
    product %ymm7, %ymm10, %ymm13, %ymm9, -32(%rdx)
    product %ymm10, %ymm11, %ymm6, %ymm9, 0(%rdx)
    vmovapd 96(%rsp), %ymm11
    product %ymm9, %ymm14, %ymm1, %ymm11, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm2, %ymm11, fold4+160(%rip)
    product %ymm15, %ymm7, %ymm13, %ymm11, fold4+192(%rip)
    product %ymm7, %ymm10, %ymm6, %ymm11, fold4+224(%rip)
    product %ymm10, %ymm8, %ymm12, %ymm3, fold1+0(%rip)
    vmovapd 64(%rsp), %ymm8
    product %ymm11, %ymm9, %ymm1, %ymm8, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm2, %ymm8, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm13, %ymm8, fold4+160(%rip)
    product %ymm15, %ymm7, %ymm6, %ymm8, fold4+192(%rip)
    close %ymm12, %ymm5
    carry_into %ymm12, %ymm0
    carry_of %ymm0, %ymm12
    vsubpd %ymm0, %ymm12, %ymm5
    vmovapd 32(%rsp), %ymm0
    product %ymm7, %ymm11, %ymm1, %ymm0, fold4+64(%rip)
    product %ymm11, %ymm9, %ymm2, %ymm0, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm13, %ymm0, fold4+128(%rip)
    product %ymm14, %ymm15, %ymm6, %ymm0, fold4+160(%rip)
    vmovapd 0(%rsp), %ymm15
    product %ymm0, %ymm7, %ymm1, %ymm15, fold4+32(%rip)
    product %ymm7, %ymm11, %ymm2, %ymm15, fold4+64(%rip)
    product %ymm11, %ymm9, %ymm13, %ymm15, fold4+96(%rip)
    product %ymm9, %ymm14, %ymm6, %ymm15, fold4+128(%rip)
    quotient %ymm14, %ymm5
    vfmadd231pd p+0(%rip), %ymm14, %ymm12
    vmovapd 160(%rsp), %ymm5
    product %ymm15, %ymm0, %ymm1, %ymm5, fold2+64(%rip)
    product %ymm0, %ymm7, %ymm2, %ymm5, fold2+96(%rip)
    product %ymm7, %ymm11, %ymm13, %ymm5, fold2+128(%rip)
    product %ymm11, %ymm9, %ymm6, %ymm5, fold2+160(%rip)
    vmovapd 128(%rsp), %ymm9
    product %ymm5, %ymm15, %ymm1, %ymm9, fold2+32(%rip)
    product %ymm15, %ymm0, %ymm2, %ymm9, fold2+64(%rip)
    product %ymm0, %ymm7, %ymm13, %ymm9, fold2+96(%rip)
    product %ymm7, %ymm11, %ymm6, %ymm9, fold2+128(%rip)
    product %ymm11, %ymm5, %ymm1, %ymm3, fold1+32(%rip)
    product %ymm5, %ymm15, %ymm2, %ymm3, fold1+64(%rip)
    product %ymm15, %ymm0, %ymm13, %ymm3, fold1+96(%rip)
    product %ymm0, %ymm7, %ymm6, %ymm3, fold1+128(%rip)
    product %ymm7, %ymm11, %ymm1, %ymm14, p+32(%rip)
    product %ymm11, %ymm5, %ymm2, %ymm14, p+64(%rip)
    product %ymm5, %ymm15, %ymm13, %ymm14, p+96(%rip)
    product %ymm15, %ymm0, %ymm6, %ymm14, p+128(%rip)
    close %ymm1, %ymm10
    carry_into %ymm1, %ymm12
    close %ymm2, %ymm7
    close %ymm13, %ymm11
    close %ymm6, %ymm5
    vsubpd -128(%rcx), %ymm1, %ymm1
    vsubpd -96(%rcx), %ymm2, %ymm2
    vsubpd -64(%rcx), %ymm13, %ymm13
    vsubpd -32(%rcx), %ymm6, %ymm6
    first %ymm0, %ymm5, %ymm4, 96(%rdx)
    vmovapd 64(%rsi), %ymm4
    product %ymm7, %ymm0, %ymm5, %ymm4, 64(%rdx)
    first %ymm0, %ymm10, %ymm4, 96(%rdx)
    vmovapd 96(%rsi), %ymm4
    product %ymm11, %ymm7, %ymm5, %ymm4, 32(%rdx)
    product %ymm7, %ymm0, %ymm10, %ymm4, 64(%rdx)
    first %ymm0, %ymm12, %ymm4, 96(%rdx)
    product %ymm4, %ymm11, %ymm5, %ymm8, fold4+224(%rip)
    vmovapd 32(%rsp), %ymm8
    product %ymm11, %ymm4, %ymm5, %ymm8, fold4+192(%rip)
    product %ymm4, %ymm7, %ymm10, %ymm8, fold4+224(%rip)
    vmovapd 0(%rsp), %ymm7
    product %ymm8, %ymm11, %ymm5, %ymm7, fold4+160(%rip)
    product %ymm11, %ymm4, %ymm10, %ymm7, fold4+192(%rip)
    product %ymm4, %ymm0, %ymm12, %ymm7, fold4+224(%rip)
    vmovapd 160(%rsp), %ymm0
    product %ymm7, %ymm8, %ymm5, %ymm0, fold2+192(%rip)
    product %ymm8, %ymm11, %ymm10, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm7, %ymm5, %ymm9, fold2+160(%rip)
    product %ymm7, %ymm8, %ymm10, %ymm9, fold2+192(%rip)
    product %ymm8, %ymm4, %ymm12, %ymm9, fold2+224(%rip)
    product %ymm4, %ymm0, %ymm5, %ymm3, fold1+160(%rip)
    product %ymm0, %ymm7, %ymm10, %ymm3, fold1+192(%rip)
    product %ymm7, %ymm8, %ymm12, %ymm3, fold1+224(%rip)
    product %ymm3, %ymm4, %ymm5, %ymm14, p+160(%rip)
    product %ymm4, %ymm0, %ymm10, %ymm14, p+192(%rip)
    product %ymm0, %ymm7, %ymm12, %ymm14, p+224(%rip)
    close %ymm5, %ymm15
    close %ymm10, %ymm3
    close %ymm12, %ymm4
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    vsubpd 0(%rcx), %ymm5, %ymm5
    vsubpd 32(%rcx), %ymm10, %ymm10
    vsubpd 64(%rcx), %ymm12, %ymm12
    vsubpd 96(%rcx), %ymm0, %ymm0
    times_p %ymm3, %ymm0
    vfnmadd231pd p+0(%rip), %ymm3, %ymm1
    vfnmadd231pd p+32(%rip), %ymm3, %ymm2
    vfnmadd231pd p+64(%rip), %ymm3, %ymm13
    vfnmadd231pd p+96(%rip), %ymm3, %ymm6
    vfnmadd231pd p+128(%rip), %ymm3, %ymm5
    vfnmadd231pd p+160(%rip), %ymm3, %ymm10
    vfnmadd231pd p+192(%rip), %ymm3, %ymm12
    vfnmadd231pd p+224(%rip), %ymm3, %ymm0
    carry_of %ymm3, %ymm1
    vsubpd %ymm3, %ymm1, %ymm4
    vmovapd %ymm4, 0(%rdi)
    carry_of %ymm1, %ymm2
    vsubpd %ymm1, %ymm2, %ymm4
    carry_into %ymm4, %ymm3
    vmovapd %ymm4, 32(%rdi)
    carry_of %ymm2, %ymm13
    vsubpd %ymm2, %ymm13, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 64(%rdi)
    carry_of %ymm1, %ymm6
    vsubpd %ymm1, %ymm6, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 96(%rdi)
    carry_of %ymm2, %ymm5
    vsubpd %ymm2, %ymm5, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 128(%rdi)
    carry_of %ymm1, %ymm10
    vsubpd %ymm1, %ymm10, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 160(%rdi)
    carry_of %ymm2, %ymm12
    vsubpd %ymm2, %ymm12, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 192(%rdi)
    carry_into %ymm0, %ymm2
    vmovapd %ymm0, 224(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_mul_sub_fma, . - sl_fp4_mul_sub_fma

// a^2 / R - c, given b = 2 a, reduced
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
    sub $192, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    sub $-128, %rcx
    vmovapd -128(%rsi), %ymm0
    first %ymm1, %ymm2, %ymm0, %ymm0
    first %ymm3, %ymm4, %ymm0, -96(%rdx)
    first %ymm5, %ymm6, %ymm0, -64(%rdx)
    first %ymm7, %ymm8, %ymm0, -32(%rdx)
    vmovapd -96(%rsi), %ymm9
    product %ymm10, %ymm5, %ymm6, %ymm9, %ymm9
    product %ymm5, %ymm7, %ymm8, %ymm9, -64(%rdx)
    close %ymm4, %ymm1
    close %ymm6, %ymm3
    close %ymm8, %ymm10
    carry_of %ymm1, %ymm2
    carry_of %ymm3, %ymm4
    carry_of %ymm7, %ymm6
    carry_of %ymm10, %ymm8
    vsubpd %ymm1, %ymm2, %ymm11
    vsubpd %ymm3, %ymm4, %ymm2
    carry_into %ymm2, %ymm1
    vsubpd %ymm7, %ymm6, %ymm1
    carry_into %ymm1, %ymm3
    vsubpd %ymm10, %ymm8, %ymm3
    carry_into %ymm3, %ymm7
    first %ymm4, %ymm6, %ymm0, 0(%rdx)
    first %ymm7, %ymm8, %ymm0, 32(%rdx)
    first %ymm12, %ymm13, %ymm0, 64(%rdx)
    first %ymm14, %ymm15, %ymm0, 96(%rdx)
    product %ymm0, %ymm4, %ymm6, %ymm9, -32(%rdx)
    product %ymm4, %ymm7, %ymm8, %ymm9, 0(%rdx)
    product %ymm7, %ymm12, %ymm13, %ymm9, 32(%rdx)
    product %ymm12, %ymm14, %ymm15, %ymm9, 64(%rdx)
    vmovapd -64(%rsi), %ymm14
    product %ymm9, %ymm0, %ymm6, %ymm14, %ymm14
    product %ymm0, %ymm4, %ymm8, %ymm14, -32(%rdx)
    product %ymm4, %ymm7, %ymm13, %ymm14, 0(%rdx)
    product %ymm7, %ymm12, %ymm15, %ymm14, 32(%rdx)
    vmovapd -32(%rsi), %ymm12
    product %ymm14, %ymm4, %ymm13, %ymm12, %ymm12
    product %ymm4, %ymm7, %ymm15, %ymm12, 0(%rdx)
    product %ymm7, %ymm9, %ymm6, %ymm11, fold4+0(%rip)
    product %ymm9, %ymm0, %ymm8, %ymm11, fold4+32(%rip)
    product %ymm0, %ymm14, %ymm13, %ymm11, fold4+64(%rip)
    product %ymm14, %ymm4, %ymm15, %ymm11, fold4+96(%rip)
    product %ymm4, %ymm9, %ymm8, %ymm2, fold4+0(%rip)
    product %ymm9, %ymm0, %ymm13, %ymm2, fold4+32(%rip)
    product %ymm0, %ymm14, %ymm15, %ymm2, fold4+64(%rip)
    product %ymm14, %ymm9, %ymm13, %ymm1, fold4+0(%rip)
    product %ymm9, %ymm0, %ymm15, %ymm1, fold4+32(%rip)
    product %ymm0, %ymm9, %ymm15, %ymm3, fold4+0(%rip)
    close %ymm6, %ymm5
    carry_into %ymm6, %ymm10
    close %ymm8, %ymm7
    carry_of %ymm5, %ymm6
    carry_of %ymm7, %ymm8
    vmovapd -96(%rsi), %ymm9
    vmovapd %ymm3, 0(%rsp)
    first %ymm10, %ymm3, %ymm9, 96(%rdx)
    vmovapd -64(%rsi), %ymm9
    vmovapd %ymm1, 32(%rsp)
    product %ymm1, %ymm10, %ymm3, %ymm9, 64(%rdx)
    vmovapd %ymm2, 64(%rsp)
    first %ymm10, %ymm2, %ymm9, 96(%rdx)
    product %ymm9, %ymm1, %ymm3, %ymm12, 32(%rdx)
    product %ymm1, %ymm10, %ymm2, %ymm12, 64(%rdx)
    vmovapd %ymm11, 96(%rsp)
    first %ymm10, %ymm11, %ymm12, 96(%rdx)
    vsubpd %ymm5, %ymm6, %ymm12
    vsubpd %ymm7, %ymm8, %ymm6
    carry_into %ymm6, %ymm5
    product %ymm5, %ymm14, %ymm13, %ymm12, fold2+0(%rip)
    product %ymm8, %ymm0, %ymm15, %ymm12, fold2+32(%rip)
    product %ymm0, %ymm8, %ymm15, %ymm6, fold2+0(%rip)
    vmovapd 0(%rsi), %ymm8
    product %ymm14, %ymm9, %ymm3, %ymm8, %ymm8
    product %ymm9, %ymm1, %ymm2, %ymm8, 32(%rdx)
    product %ymm1, %ymm10, %ymm11, %ymm8, 64(%rdx)
    vmovapd %ymm6, 128(%rsp)
    first %ymm10, %ymm6, %ymm8, 96(%rdx)
    vmovapd 32(%rsi), %ymm8
    vmovapd %ymm12, 160(%rsp)
    product %ymm12, %ymm1, %ymm11, %ymm8, %ymm8
    product %ymm1, %ymm10, %ymm6, %ymm8, 64(%rdx)
    close %ymm13, %ymm4
    carry_into %ymm13, %ymm7
    carry_of %ymm4, %ymm13
    vsubpd %ymm4, %ymm13, %ymm7
    vmovapd 96(%rsp), %ymm10
    product %ymm13, %ymm14, %ymm3, %ymm10, fold4+128(%rip)
    product %ymm14, %ymm9, %ymm2, %ymm10, fold4+160(%rip)
    product %ymm9, %ymm12, %ymm11, %ymm10, fold4+192(%rip)
    product %ymm12, %ymm1, %ymm6, %ymm10, fold4+224(%rip)
    product %ymm1, %ymm0, %ymm15, %ymm7, fold1+0(%rip)
    vmovapd 64(%rsp), %ymm0
    product %ymm10, %ymm13, %ymm3, %ymm0, fold4+96(%rip)
    product %ymm13, %ymm14, %ymm2, %ymm0, fold4+128(%rip)
    product %ymm14, %ymm9, %ymm11, %ymm0, fold4+160(%rip)
    product %ymm9, %ymm12, %ymm6, %ymm0, fold4+192(%rip)
    close %ymm15, %ymm5
    carry_into %ymm15, %ymm4
    carry_of %ymm4, %ymm15
    vsubpd %ymm4, %ymm15, %ymm5
    vmovapd 32(%rsp), %ymm4
    product %ymm12, %ymm10, %ymm3, %ymm4, fold4+64(%rip)
    product %ymm10, %ymm13, %ymm2, %ymm4, fold4+96(%rip)
    product %ymm13, %ymm14, %ymm11, %ymm4, fold4+128(%rip)
    product %ymm14, %ymm9, %ymm6, %ymm4, fold4+160(%rip)
    vmovapd 0(%rsp), %ymm9
    product %ymm4, %ymm12, %ymm3, %ymm9, fold4+32(%rip)
    product %ymm12, %ymm10, %ymm2, %ymm9, fold4+64(%rip)
    product %ymm10, %ymm13, %ymm11, %ymm9, fold4+96(%rip)
    product %ymm13, %ymm14, %ymm6, %ymm9, fold4+128(%rip)
    quotient %ymm14, %ymm5
    vfmadd231pd p+0(%rip), %ymm14, %ymm15
    vmovapd 160(%rsp), %ymm5
    product %ymm9, %ymm4, %ymm3, %ymm5, fold2+64(%rip)
    product %ymm4, %ymm12, %ymm2, %ymm5, fold2+96(%rip)
    product %ymm12, %ymm10, %ymm11, %ymm5, fold2+128(%rip)
    product %ymm10, %ymm13, %ymm6, %ymm5, fold2+160(%rip)
    vmovapd 128(%rsp), %ymm13
    product %ymm5, %ymm9, %ymm3, %ymm13, fold2+32(%rip)
    product %ymm9, %ymm4, %ymm2, %ymm13, fold2+64(%rip)
    product %ymm4, %ymm12, %ymm11, %ymm13, fold2+96(%rip)
    product %ymm12, %ymm10, %ymm6, %ymm13, fold2+128(%rip)
    product %ymm10, %ymm5, %ymm3, %ymm7, fold1+32(%rip)
    product %ymm5, %ymm9, %ymm2, %ymm7, fold1+64(%rip)
    product %ymm9, %ymm4, %ymm11, %ymm7, fold1+96(%rip)
    product %ymm4, %ymm12, %ymm6, %ymm7, fold1+128(%rip)
    product %ymm12, %ymm10, %ymm3, %ymm14, p+32(%rip)
    product %ymm10, %ymm5, %ymm2, %ymm14, p+64(%rip)
    product %ymm5, %ymm9, %ymm11, %ymm14, p+96(%rip)
    product %ymm9, %ymm4, %ymm6, %ymm14, p+128(%rip)
    close %ymm3, %ymm1
    carry_into %ymm3, %ymm15
    close %ymm2, %ymm12
    close %ymm11, %ymm10
    close %ymm6, %ymm5
    vsubpd -128(%rcx), %ymm3, %ymm3
    vsubpd -96(%rcx), %ymm2, %ymm2
    vsubpd -64(%rcx), %ymm11, %ymm11
    vsubpd -32(%rcx), %ymm6, %ymm6
    first %ymm1, %ymm4, %ymm8, 96(%rdx)
    vmovapd 64(%rsi), %ymm5
    product %ymm8, %ymm1, %ymm4, %ymm5, %ymm5
    first %ymm1, %ymm10, %ymm5, 96(%rdx)
    vmovapd 96(%rsi), %ymm5
    first %ymm12, %ymm15, %ymm5, %ymm5
    product %ymm5, %ymm8, %ymm4, %ymm0, fold4+224(%rip)
    vmovapd 32(%rsp), %ymm0
    product %ymm8, %ymm5, %ymm4, %ymm0, fold4+192(%rip)
    product %ymm5, %ymm1, %ymm10, %ymm0, fold4+224(%rip)
    vmovapd 0(%rsp), %ymm0
    product %ymm1, %ymm8, %ymm4, %ymm0, fold4+160(%rip)
    product %ymm8, %ymm5, %ymm10, %ymm0, fold4+192(%rip)
    product %ymm5, %ymm12, %ymm15, %ymm0, fold4+224(%rip)
    vmovapd 160(%rsp), %ymm0
    product %ymm12, %ymm1, %ymm4, %ymm0, fold2+192(%rip)
    product %ymm1, %ymm8, %ymm10, %ymm0, fold2+224(%rip)
    product %ymm0, %ymm12, %ymm4, %ymm13, fold2+160(%rip)
    product %ymm8, %ymm1, %ymm10, %ymm13, fold2+192(%rip)
    product %ymm1, %ymm5, %ymm15, %ymm13, fold2+224(%rip)
    product %ymm5, %ymm0, %ymm4, %ymm7, fold1+160(%rip)
    product %ymm0, %ymm8, %ymm10, %ymm7, fold1+192(%rip)
    product %ymm8, %ymm1, %ymm15, %ymm7, fold1+224(%rip)
    product %ymm1, %ymm5, %ymm4, %ymm14, p+160(%rip)
    product %ymm5, %ymm0, %ymm10, %ymm14, p+192(%rip)
    product %ymm0, %ymm8, %ymm15, %ymm14, p+224(%rip)
    close %ymm4, %ymm9
    close %ymm10, %ymm1
    close %ymm15, %ymm5
    vsubpd start(%rip), %ymm0, %ymm0
    vmulpd down(%rip), %ymm0, %ymm0
    vsubpd 0(%rcx), %ymm4, %ymm4
    vsubpd 32(%rcx), %ymm10, %ymm10
    vsubpd 64(%rcx), %ymm15, %ymm15
    vsubpd 96(%rcx), %ymm0, %ymm0
    times_p %ymm1, %ymm0
    vfnmadd231pd p+0(%rip), %ymm1, %ymm3
    vfnmadd231pd p+32(%rip), %ymm1, %ymm2
    vfnmadd231pd p+64(%rip), %ymm1, %ymm11
    vfnmadd231pd p+96(%rip), %ymm1, %ymm6
    vfnmadd231pd p+128(%rip), %ymm1, %ymm4
    vfnmadd231pd p+160(%rip), %ymm1, %ymm10
    vfnmadd231pd p+192(%rip), %ymm1, %ymm15
    vfnmadd231pd p+224(%rip), %ymm1, %ymm0
    carry_of %ymm1, %ymm3
    vsubpd %ymm1, %ymm3, %ymm5
    vmovapd %ymm5, 0(%rdi)
    carry_of %ymm3, %ymm2
    vsubpd %ymm3, %ymm2, %ymm5
    carry_into %ymm5, %ymm1
    vmovapd %ymm5, 32(%rdi)
    carry_of %ymm1, %ymm11
    vsubpd %ymm1, %ymm11, %ymm2
    carry_into %ymm2, %ymm3
    vmovapd %ymm2, 64(%rdi)
    carry_of %ymm2, %ymm6
    vsubpd %ymm2, %ymm6, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 96(%rdi)
    carry_of %ymm1, %ymm4
    vsubpd %ymm1, %ymm4, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 128(%rdi)
    carry_of %ymm2, %ymm10
    vsubpd %ymm2, %ymm10, %ymm3
    carry_into %ymm3, %ymm1
    vmovapd %ymm3, 160(%rdi)
    carry_of %ymm1, %ymm15
    vsubpd %ymm1, %ymm15, %ymm3
    carry_into %ymm3, %ymm2
    vmovapd %ymm3, 192(%rdi)
    carry_into %ymm0, %ymm1
    vmovapd %ymm0, 224(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fp4_sqr_sub_fma, . - sl_fp4_sqr_sub_fma
#endif

.section .note.GNU-stack, "", @progbits
