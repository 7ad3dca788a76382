// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Products of four elements of Fr side by side, made by tools/gen-fr-fma: see fr_fma.h for the contract, fr_fma.c for
 * bounds.
 *
 * Coefficients by Karatsuba: c_0 = F - G and c_1 = S - F of F = a_0 k_0, G = a_1 k_1 and S = (a_0 + a_1) (k_0 + k_1),
 * since X^2 = X - 1. A column is a sum of limb products in two parts: h begins at 1.5 2^96 and takes products rounded
 * to multiples of 2^44, l takes what rounding left away. Of k there are five columns, and three digits of quotients by
 * X reduce them; of what is prepared three times, k 2^43 i for limb i, there are three, and one digit does.
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

// The first product of a column.
.macro first high, low, x, y
    vmovapd \y, \high
    vfmadd213pd start(%rip), \x, \high
    vsubpd start(%rip), \high, \low
    vfmsub231pd \y, \x, \low
.endm

// The multiple of 2^43 that is nearest to a limb.
.macro carry_of carry, limb
    vaddpd round(%rip), \limb, \carry
    vsubpd round(%rip), \carry, \carry
.endm

.macro carry_into limb, carry
    vfmadd231pd down(%rip), \carry, \limb
.endm

// Minus the integer nearest to value / X.
.macro digit q, value
    vmovapd nearest(%rip), \q
    vfmadd231pd minus_per_x(%rip), \value, \q
    vsubpd nearest(%rip), \q, \q
.endm

// x y rounded to a multiple of 2^43, and what that leaves away.
.macro rounded_product high, x, y
    vmovapd round(%rip), \high
    vfmadd231pd \y, \x, \high
    vsubpd round(%rip), \high, \high
.endm

.macro rest_of_product rest, x, high, y
    vmovapd \high, \rest
    vfmsub231pd \y, \x, \rest
.endm

.macro integer_of integer, value
    vaddpd nearest(%rip), \value, \integer
    vsubpd nearest(%rip), \integer, \integer
.endm

.macro four value
    .quad \value, \value, \value, \value
.endm

.section .rodata
.balign 64
start:
    four 0x45f8000000000000
round:
    four 0x45e8000000000000
down:
    four 0x3d40000000000000
up:
    four 0x42a0000000000000
nearest:
    four 0x4338000000000000
minus_per_x:
    four 0xbd57c6becf1e01fb
x01:
    four 0x424a402000000010
x2:
    four 0x428588b480200000

.text

// a k, k prepared three times
.balign 64
.globl sl_fr4_scale_fma
.hidden sl_fr4_scale_fma
.type sl_fr4_scale_fma, @function
sl_fr4_scale_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $32, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -128(%rsi), %ymm0
    vaddpd -32(%rsi), %ymm0, %ymm1
    vmovapd -96(%rsi), %ymm2
    vaddpd 0(%rsi), %ymm2, %ymm3
    vbroadcastsd -112(%rdx), %ymm4
    first %ymm5, %ymm6, %ymm4, %ymm0
    vbroadcastsd -88(%rdx), %ymm4
    first %ymm7, %ymm8, %ymm4, -32(%rsi)
    vmovapd -64(%rsi), %ymm4
    vaddpd 32(%rsi), %ymm4, %ymm9
    vbroadcastsd -120(%rdx), %ymm10
    first %ymm11, %ymm12, %ymm10, %ymm0
    vbroadcastsd -96(%rdx), %ymm10
    first %ymm13, %ymm14, %ymm10, -32(%rsi)
    vbroadcastsd -40(%rdx), %ymm10
    product %ymm15, %ymm5, %ymm6, %ymm10, %ymm2
    vbroadcastsd -16(%rdx), %ymm5
    product %ymm10, %ymm7, %ymm8, %ymm5, 0(%rsi)
    vbroadcastsd -48(%rdx), %ymm5
    product %ymm7, %ymm11, %ymm12, %ymm5, %ymm2
    vbroadcastsd 32(%rdx), %ymm5
    product %ymm11, %ymm15, %ymm6, %ymm5, %ymm4
    vbroadcastsd 56(%rdx), %ymm5
    product %ymm15, %ymm10, %ymm8, %ymm5, 32(%rsi)
    vbroadcastsd -24(%rdx), %ymm5
    product %ymm10, %ymm13, %ymm14, %ymm5, 0(%rsi)
    vbroadcastsd 24(%rdx), %ymm5
    product %ymm13, %ymm7, %ymm12, %ymm5, %ymm4
    vsubpd %ymm15, %ymm11, %ymm5
    vbroadcastsd 48(%rdx), %ymm7
    product %ymm15, %ymm10, %ymm14, %ymm7, 32(%rsi)
    vsubpd %ymm15, %ymm13, %ymm7
    vsubpd %ymm8, %ymm6, %ymm10
    carry_into %ymm10, %ymm7
    vbroadcastsd -64(%rdx), %ymm7
    first %ymm8, %ymm15, %ymm7, %ymm1
    vsubpd %ymm14, %ymm12, %ymm7
    vbroadcastsd 8(%rdx), %ymm14
    vmovapd %ymm7, 0(%rsp)
    product %ymm7, %ymm8, %ymm15, %ymm14, %ymm3
    vbroadcastsd 80(%rdx), %ymm8
    product %ymm14, %ymm7, %ymm15, %ymm8, %ymm9
    vsubpd %ymm11, %ymm14, %ymm7
    vsubpd %ymm6, %ymm15, %ymm8
    vbroadcastsd -72(%rdx), %ymm6
    first %ymm11, %ymm14, %ymm6, %ymm1
    vbroadcastsd 0(%rdx), %ymm6
    product %ymm15, %ymm11, %ymm14, %ymm6, %ymm3
    vbroadcastsd 72(%rdx), %ymm6
    product %ymm11, %ymm15, %ymm14, %ymm6, %ymm9
    vsubpd %ymm13, %ymm11, %ymm6
    carry_into %ymm8, %ymm6
    vaddpd %ymm10, %ymm5, %ymm6
    digit %ymm11, %ymm6
    vaddpd %ymm8, %ymm7, %ymm6
    digit %ymm13, %ymm6
    vbroadcastsd -128(%rdx), %ymm6
    first %ymm15, %ymm4, %ymm6, %ymm0
    vsubpd %ymm12, %ymm14, %ymm0
    vfmadd231pd x2+0(%rip), %ymm11, %ymm5
    vbroadcastsd -56(%rdx), %ymm6
    product %ymm12, %ymm15, %ymm4, %ymm6, %ymm2
    vfmadd231pd x2+0(%rip), %ymm13, %ymm7
    vaddpd %ymm5, %ymm10, %ymm2
    vbroadcastsd -80(%rdx), %ymm5
    first %ymm6, %ymm10, %ymm5, %ymm1
    vbroadcastsd 16(%rdx), %ymm1
    product %ymm5, %ymm12, %ymm4, %ymm1, -64(%rsi)
    vaddpd %ymm7, %ymm8, %ymm1
    vbroadcastsd -8(%rdx), %ymm7
    product %ymm8, %ymm6, %ymm10, %ymm7, %ymm3
    vbroadcastsd 64(%rdx), %ymm3
    product %ymm6, %ymm8, %ymm10, %ymm3, %ymm9
    vsubpd %ymm5, %ymm6, %ymm3
    carry_into %ymm0, %ymm3
    vbroadcastsd -104(%rdx), %ymm3
    first %ymm6, %ymm7, %ymm3, -32(%rsi)
    vbroadcastsd -32(%rdx), %ymm3
    product %ymm8, %ymm6, %ymm7, %ymm3, 0(%rsi)
    vsubpd %ymm4, %ymm10, %ymm3
    vbroadcastsd 40(%rdx), %ymm6
    product %ymm9, %ymm8, %ymm7, %ymm6, 32(%rsi)
    vsubpd %ymm9, %ymm5, %ymm6
    vmovapd 0(%rsp), %ymm5
    carry_into %ymm5, %ymm6
    rounded_product %ymm6, %ymm11, x01+0(%rip)
    vsubpd %ymm7, %ymm4, %ymm8
    rounded_product %ymm4, %ymm13, x01+0(%rip)
    carry_into %ymm2, %ymm6
    rest_of_product %ymm7, %ymm11, %ymm6, x01+0(%rip)
    carry_into %ymm1, %ymm4
    rest_of_product %ymm6, %ymm13, %ymm4, x01+0(%rip)
    integer_of %ymm4, %ymm7
    vsubpd %ymm4, %ymm7, %ymm9
    vaddpd %ymm4, %ymm5, %ymm7
    vfmadd231pd up+0(%rip), %ymm9, %ymm8
    integer_of %ymm4, %ymm6
    vaddpd %ymm13, %ymm8, %ymm5
    vsubpd %ymm4, %ymm6, %ymm8
    vaddpd %ymm4, %ymm0, %ymm6
    vaddpd %ymm13, %ymm11, %ymm0
    vfmadd231pd up+0(%rip), %ymm8, %ymm3
    carry_of %ymm4, %ymm7
    vsubpd %ymm0, %ymm3, %ymm8
    carry_of %ymm0, %ymm6
    vsubpd %ymm4, %ymm7, %ymm3
    carry_into %ymm2, %ymm4
    carry_of %ymm4, %ymm5
    vsubpd %ymm0, %ymm6, %ymm7
    carry_into %ymm1, %ymm0
    carry_of %ymm0, %ymm8
    vmovapd %ymm2, 64(%rdi)
    carry_into %ymm3, %ymm4
    vsubpd %ymm4, %ymm5, %ymm2
    vmovapd %ymm1, 160(%rdi)
    vmovapd %ymm2, 0(%rdi)
    carry_into %ymm7, %ymm0
    vsubpd %ymm0, %ymm8, %ymm1
    vmovapd %ymm3, 32(%rdi)
    vmovapd %ymm1, 96(%rdi)
    vmovapd %ymm7, 128(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fr4_scale_fma, . - sl_fr4_scale_fma

// the same with a constant for each lane
.balign 64
.globl sl_fr4_scale_lanes_fma
.hidden sl_fr4_scale_lanes_fma
.type sl_fr4_scale_lanes_fma, @function
sl_fr4_scale_lanes_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $32, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -128(%rsi), %ymm0
    vaddpd -32(%rsi), %ymm0, %ymm1
    vmovapd -96(%rsi), %ymm2
    vaddpd 0(%rsi), %ymm2, %ymm3
    vmovapd -64(%rdx), %ymm4
    first %ymm5, %ymm6, %ymm4, %ymm0
    vmovapd 32(%rdx), %ymm4
    first %ymm7, %ymm8, %ymm4, -32(%rsi)
    vmovapd -64(%rsi), %ymm4
    vaddpd 32(%rsi), %ymm4, %ymm9
    vmovapd -96(%rdx), %ymm10
    first %ymm11, %ymm12, %ymm10, %ymm0
    vmovapd 0(%rdx), %ymm10
    first %ymm13, %ymm14, %ymm10, -32(%rsi)
    vmovapd 224(%rdx), %ymm10
    product %ymm15, %ymm5, %ymm6, %ymm10, %ymm2
    vmovapd 320(%rdx), %ymm5
    product %ymm10, %ymm7, %ymm8, %ymm5, 0(%rsi)
    vmovapd 192(%rdx), %ymm5
    product %ymm7, %ymm11, %ymm12, %ymm5, %ymm2
    vmovapd 512(%rdx), %ymm5
    product %ymm11, %ymm15, %ymm6, %ymm5, %ymm4
    vmovapd 608(%rdx), %ymm5
    product %ymm15, %ymm10, %ymm8, %ymm5, 32(%rsi)
    vmovapd 288(%rdx), %ymm5
    product %ymm10, %ymm13, %ymm14, %ymm5, 0(%rsi)
    vmovapd 480(%rdx), %ymm5
    product %ymm13, %ymm7, %ymm12, %ymm5, %ymm4
    vsubpd %ymm15, %ymm11, %ymm5
    vmovapd 576(%rdx), %ymm7
    product %ymm15, %ymm10, %ymm14, %ymm7, 32(%rsi)
    vsubpd %ymm15, %ymm13, %ymm7
    vsubpd %ymm8, %ymm6, %ymm10
    carry_into %ymm10, %ymm7
    vmovapd 128(%rdx), %ymm7
    first %ymm8, %ymm15, %ymm7, %ymm1
    vsubpd %ymm14, %ymm12, %ymm7
    vmovapd 416(%rdx), %ymm14
    vmovapd %ymm7, 0(%rsp)
    product %ymm7, %ymm8, %ymm15, %ymm14, %ymm3
    vmovapd 704(%rdx), %ymm8
    product %ymm14, %ymm7, %ymm15, %ymm8, %ymm9
    vsubpd %ymm11, %ymm14, %ymm7
    vsubpd %ymm6, %ymm15, %ymm8
    vmovapd 96(%rdx), %ymm6
    first %ymm11, %ymm14, %ymm6, %ymm1
    vmovapd 384(%rdx), %ymm6
    product %ymm15, %ymm11, %ymm14, %ymm6, %ymm3
    vmovapd 672(%rdx), %ymm6
    product %ymm11, %ymm15, %ymm14, %ymm6, %ymm9
    vsubpd %ymm13, %ymm11, %ymm6
    carry_into %ymm8, %ymm6
    vaddpd %ymm10, %ymm5, %ymm6
    digit %ymm11, %ymm6
    vaddpd %ymm8, %ymm7, %ymm6
    digit %ymm13, %ymm6
    vmovapd -128(%rdx), %ymm6
    first %ymm15, %ymm4, %ymm6, %ymm0
    vsubpd %ymm12, %ymm14, %ymm0
    vfmadd231pd x2+0(%rip), %ymm11, %ymm5
    vmovapd 160(%rdx), %ymm6
    product %ymm12, %ymm15, %ymm4, %ymm6, %ymm2
    vfmadd231pd x2+0(%rip), %ymm13, %ymm7
    vaddpd %ymm5, %ymm10, %ymm2
    vmovapd 64(%rdx), %ymm5
    first %ymm6, %ymm10, %ymm5, %ymm1
    vmovapd 448(%rdx), %ymm1
    product %ymm5, %ymm12, %ymm4, %ymm1, -64(%rsi)
    vaddpd %ymm7, %ymm8, %ymm1
    vmovapd 352(%rdx), %ymm7
    product %ymm8, %ymm6, %ymm10, %ymm7, %ymm3
    vmovapd 640(%rdx), %ymm3
    product %ymm6, %ymm8, %ymm10, %ymm3, %ymm9
    vsubpd %ymm5, %ymm6, %ymm3
    carry_into %ymm0, %ymm3
    vmovapd -32(%rdx), %ymm3
    first %ymm6, %ymm7, %ymm3, -32(%rsi)
    vmovapd 256(%rdx), %ymm3
    product %ymm8, %ymm6, %ymm7, %ymm3, 0(%rsi)
    vsubpd %ymm4, %ymm10, %ymm3
    vmovapd 544(%rdx), %ymm6
    product %ymm9, %ymm8, %ymm7, %ymm6, 32(%rsi)
    vsubpd %ymm9, %ymm5, %ymm6
    vmovapd 0(%rsp), %ymm5
    carry_into %ymm5, %ymm6
    rounded_product %ymm6, %ymm11, x01+0(%rip)
    vsubpd %ymm7, %ymm4, %ymm8
    rounded_product %ymm4, %ymm13, x01+0(%rip)
    carry_into %ymm2, %ymm6
    rest_of_product %ymm7, %ymm11, %ymm6, x01+0(%rip)
    carry_into %ymm1, %ymm4
    rest_of_product %ymm6, %ymm13, %ymm4, x01+0(%rip)
    integer_of %ymm4, %ymm7
    vsubpd %ymm4, %ymm7, %ymm9
    vaddpd %ymm4, %ymm5, %ymm7
    vfmadd231pd up+0(%rip), %ymm9, %ymm8
    integer_of %ymm4, %ymm6
    vaddpd %ymm13, %ymm8, %ymm5
    vsubpd %ymm4, %ymm6, %ymm8
    vaddpd %ymm4, %ymm0, %ymm6
    vaddpd %ymm13, %ymm11, %ymm0
    vfmadd231pd up+0(%rip), %ymm8, %ymm3
    carry_of %ymm4, %ymm7
    vsubpd %ymm0, %ymm3, %ymm8
    carry_of %ymm0, %ymm6
    vsubpd %ymm4, %ymm7, %ymm3
    carry_into %ymm2, %ymm4
    carry_of %ymm4, %ymm5
    vsubpd %ymm0, %ymm6, %ymm7
    carry_into %ymm1, %ymm0
    carry_of %ymm0, %ymm8
    vmovapd %ymm2, 64(%rdi)
    carry_into %ymm3, %ymm4
    vsubpd %ymm4, %ymm5, %ymm2
    vmovapd %ymm1, 160(%rdi)
    vmovapd %ymm2, 0(%rdi)
    carry_into %ymm7, %ymm0
    vsubpd %ymm0, %ymm8, %ymm1
    vmovapd %ymm3, 32(%rdi)
    vmovapd %ymm1, 96(%rdi)
    vmovapd %ymm7, 128(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fr4_scale_lanes_fma, . - sl_fr4_scale_lanes_fma

// a k
.balign 64
.globl sl_fr4_mul_fma
.hidden sl_fr4_mul_fma
.type sl_fr4_mul_fma, @function
sl_fr4_mul_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $96, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -64(%rsi), %ymm0
    vaddpd 32(%rsi), %ymm0, %ymm1
    vmovapd -96(%rsi), %ymm2
    vaddpd 0(%rsi), %ymm2, %ymm3
    vbroadcastsd -112(%rdx), %ymm4
    first %ymm5, %ymm6, %ymm4, %ymm0
    vbroadcastsd -88(%rdx), %ymm7
    first %ymm8, %ymm9, %ymm7, 32(%rsi)
    first %ymm10, %ymm11, %ymm4, %ymm2
    first %ymm12, %ymm13, %ymm7, 0(%rsi)
    vsubpd %ymm8, %ymm5, %ymm14
    vbroadcastsd -120(%rdx), %ymm8
    product %ymm15, %ymm10, %ymm11, %ymm8, %ymm0
    vbroadcastsd -96(%rdx), %ymm10
    product %ymm7, %ymm12, %ymm13, %ymm10, 32(%rsi)
    vsubpd %ymm7, %ymm15, %ymm12
    vsubpd %ymm9, %ymm6, %ymm7
    carry_into %ymm7, %ymm12
    vbroadcastsd -64(%rdx), %ymm9
    first %ymm12, %ymm10, %ymm9, %ymm1
    vsubpd %ymm5, %ymm12, %ymm0
    vsubpd %ymm13, %ymm11, %ymm5
    vsubpd %ymm6, %ymm10, %ymm12
    first %ymm6, %ymm10, %ymm9, %ymm3
    vbroadcastsd -72(%rdx), %ymm13
    vmovapd %ymm5, 0(%rsp)
    product %ymm5, %ymm6, %ymm10, %ymm13, %ymm1
    vsubpd %ymm15, %ymm5, %ymm6
    carry_into %ymm12, %ymm6
    vaddpd %ymm7, %ymm14, %ymm5
    digit %ymm6, %ymm5
    vaddpd %ymm12, %ymm0, %ymm5
    digit %ymm15, %ymm5
    vmovapd -128(%rsi), %ymm5
    vaddpd -32(%rsi), %ymm5, %ymm13
    first %ymm9, %ymm2, %ymm4, %ymm5
    vsubpd %ymm11, %ymm10, %ymm4
    vfmadd231pd x2+0(%rip), %ymm6, %ymm14
    product %ymm10, %ymm9, %ymm2, %ymm8, -96(%rsi)
    vfmadd231pd x2+0(%rip), %ymm15, %ymm0
    vaddpd %ymm14, %ymm7, %ymm9
    vbroadcastsd -64(%rdx), %ymm7
    first %ymm11, %ymm14, %ymm7, %ymm13
    vbroadcastsd -128(%rdx), %ymm7
    product %ymm5, %ymm10, %ymm2, %ymm7, -64(%rsi)
    vaddpd %ymm0, %ymm12, %ymm10
    vbroadcastsd -72(%rdx), %ymm0
    product %ymm12, %ymm11, %ymm14, %ymm0, %ymm3
    vbroadcastsd -80(%rdx), %ymm11
    product %ymm0, %ymm12, %ymm14, %ymm11, %ymm1
    vsubpd %ymm5, %ymm0, %ymm1
    carry_into %ymm4, %ymm1
    vbroadcastsd -88(%rdx), %ymm0
    first %ymm1, %ymm12, %ymm0, -32(%rsi)
    vbroadcastsd -96(%rdx), %ymm0
    product %ymm11, %ymm1, %ymm12, %ymm0, 0(%rsi)
    vsubpd %ymm2, %ymm14, %ymm1
    vbroadcastsd -104(%rdx), %ymm14
    product %ymm0, %ymm11, %ymm12, %ymm14, 32(%rsi)
    vsubpd %ymm0, %ymm5, %ymm11
    vmovapd 0(%rsp), %ymm0
    carry_into %ymm0, %ymm11
    rounded_product %ymm5, %ymm6, x01+0(%rip)
    vsubpd %ymm12, %ymm2, %ymm11
    rounded_product %ymm2, %ymm15, x01+0(%rip)
    carry_into %ymm9, %ymm5
    rest_of_product %ymm12, %ymm6, %ymm5, x01+0(%rip)
    vmulpd up(%rip), %ymm9, %ymm9
    carry_into %ymm10, %ymm2
    rest_of_product %ymm5, %ymm15, %ymm2, x01+0(%rip)
    vmulpd up(%rip), %ymm10, %ymm10
    integer_of %ymm2, %ymm12
    vmovapd %ymm6, 0(%rsp)
    vaddpd %ymm2, %ymm0, %ymm6
    vsubpd %ymm2, %ymm12, %ymm0
    integer_of %ymm2, %ymm5
    vaddpd %ymm2, %ymm4, %ymm12
    vsubpd %ymm2, %ymm5, %ymm4
    vaddpd %ymm6, %ymm9, %ymm2
    digit %ymm5, %ymm2
    vfmadd231pd x2+0(%rip), %ymm5, %ymm9
    vaddpd %ymm9, %ymm6, %ymm2
    vaddpd %ymm12, %ymm10, %ymm6
    digit %ymm9, %ymm6
    vmovapd %ymm2, 32(%rsp)
    first %ymm6, %ymm2, %ymm8, -128(%rsi)
    product %ymm8, %ymm6, %ymm2, %ymm7, -96(%rsi)
    vfmadd231pd x2+0(%rip), %ymm9, %ymm10
    vaddpd %ymm10, %ymm12, %ymm6
    vbroadcastsd -72(%rdx), %ymm10
    first %ymm12, %ymm7, %ymm10, %ymm13
    vbroadcastsd -80(%rdx), %ymm10
    vmovapd %ymm13, 64(%rsp)
    product %ymm13, %ymm12, %ymm7, %ymm10, %ymm3
    vsubpd %ymm8, %ymm13, %ymm3
    carry_into %ymm1, %ymm3
    vfmadd231pd up+0(%rip), %ymm4, %ymm1
    vsubpd %ymm2, %ymm7, %ymm3
    vbroadcastsd -96(%rdx), %ymm4
    first %ymm7, %ymm12, %ymm4, -32(%rsi)
    product %ymm4, %ymm7, %ymm12, %ymm14, 0(%rsi)
    vsubpd %ymm4, %ymm8, %ymm7
    carry_into %ymm11, %ymm7
    vfmadd231pd up+0(%rip), %ymm0, %ymm11
    rounded_product %ymm0, %ymm5, x01+0(%rip)
    vsubpd %ymm12, %ymm2, %ymm4
    rounded_product %ymm2, %ymm9, x01+0(%rip)
    vaddpd %ymm15, %ymm11, %ymm7
    vmovapd 32(%rsp), %ymm8
    carry_into %ymm8, %ymm0
    rest_of_product %ymm11, %ymm5, %ymm0, x01+0(%rip)
    carry_into %ymm6, %ymm2
    rest_of_product %ymm0, %ymm9, %ymm2, x01+0(%rip)
    vmulpd up(%rip), %ymm8, %ymm8
    vmulpd up(%rip), %ymm6, %ymm6
    vmovapd 0(%rsp), %ymm2
    vaddpd %ymm15, %ymm2, %ymm12
    vsubpd %ymm12, %ymm1, %ymm2
    integer_of %ymm1, %ymm11
    vaddpd %ymm1, %ymm7, %ymm12
    vsubpd %ymm1, %ymm11, %ymm7
    integer_of %ymm1, %ymm0
    vaddpd %ymm1, %ymm2, %ymm11
    vsubpd %ymm1, %ymm0, %ymm2
    vaddpd %ymm12, %ymm8, %ymm0
    digit %ymm1, %ymm0
    vfmadd231pd x2+0(%rip), %ymm1, %ymm8
    vaddpd %ymm8, %ymm12, %ymm0
    vaddpd %ymm11, %ymm6, %ymm8
    digit %ymm12, %ymm8
    rounded_product %ymm8, %ymm1, x01+0(%rip)
    vfmadd231pd x2+0(%rip), %ymm12, %ymm6
    carry_into %ymm0, %ymm8
    rest_of_product %ymm13, %ymm1, %ymm8, x01+0(%rip)
    vaddpd %ymm6, %ymm11, %ymm8
    rounded_product %ymm6, %ymm12, x01+0(%rip)
    carry_into %ymm8, %ymm6
    rest_of_product %ymm11, %ymm12, %ymm6, x01+0(%rip)
    vbroadcastsd -128(%rdx), %ymm6
    vmovapd %ymm8, 0(%rsp)
    first %ymm15, %ymm8, %ymm6, -128(%rsi)
    vmovapd %ymm0, 32(%rsp)
    first %ymm6, %ymm0, %ymm10, 64(%rsp)
    vsubpd %ymm15, %ymm6, %ymm10
    carry_into %ymm3, %ymm10
    vfmadd231pd up+0(%rip), %ymm2, %ymm3
    vsubpd %ymm8, %ymm0, %ymm2
    first %ymm0, %ymm6, %ymm14, -32(%rsi)
    vsubpd %ymm0, %ymm15, %ymm10
    carry_into %ymm4, %ymm10
    vfmadd231pd up+0(%rip), %ymm7, %ymm4
    vsubpd %ymm6, %ymm8, %ymm0
    vaddpd %ymm9, %ymm4, %ymm6
    integer_of %ymm4, %ymm13
    vsubpd %ymm4, %ymm13, %ymm7
    vaddpd %ymm4, %ymm6, %ymm8
    vfmadd231pd up+0(%rip), %ymm7, %ymm0
    integer_of %ymm4, %ymm11
    vaddpd %ymm12, %ymm0, %ymm6
    vsubpd %ymm4, %ymm11, %ymm0
    vfmadd231pd up+0(%rip), %ymm0, %ymm2
    vaddpd %ymm9, %ymm5, %ymm0
    vsubpd %ymm0, %ymm3, %ymm5
    vaddpd %ymm12, %ymm1, %ymm0
    vaddpd %ymm4, %ymm5, %ymm1
    vsubpd %ymm0, %ymm2, %ymm3
    carry_of %ymm0, %ymm8
    carry_of %ymm2, %ymm6
    vsubpd %ymm0, %ymm8, %ymm4
    vmovapd 32(%rsp), %ymm5
    carry_into %ymm5, %ymm0
    carry_of %ymm0, %ymm1
    vsubpd %ymm2, %ymm6, %ymm7
    carry_into %ymm4, %ymm2
    carry_of %ymm2, %ymm3
    vmovapd %ymm7, 0(%rdi)
    vmovapd %ymm5, 64(%rdi)
    vsubpd %ymm0, %ymm1, %ymm5
    vmovapd 0(%rsp), %ymm1
    carry_into %ymm1, %ymm0
    vmovapd %ymm4, 32(%rdi)
    vsubpd %ymm2, %ymm3, %ymm0
    carry_into %ymm5, %ymm2
    vmovapd %ymm1, 160(%rdi)
    vmovapd %ymm0, 96(%rdi)
    vmovapd %ymm5, 128(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fr4_mul_fma, . - sl_fr4_mul_fma

// the same with a constant for each lane
.balign 64
.globl sl_fr4_mul_lanes_fma
.hidden sl_fr4_mul_lanes_fma
.type sl_fr4_mul_lanes_fma, @function
sl_fr4_mul_lanes_fma:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-32, %rsp
    sub $96, %rsp
    sub $-128, %rsi
    sub $-128, %rdx
    vmovapd -64(%rsi), %ymm0
    vaddpd 32(%rsi), %ymm0, %ymm1
    vmovapd -96(%rsi), %ymm2
    vaddpd 0(%rsi), %ymm2, %ymm3
    vmovapd -64(%rdx), %ymm4
    first %ymm5, %ymm6, %ymm4, %ymm0
    vmovapd 32(%rdx), %ymm7
    first %ymm8, %ymm9, %ymm7, 32(%rsi)
    first %ymm10, %ymm11, %ymm4, %ymm2
    first %ymm12, %ymm13, %ymm7, 0(%rsi)
    vsubpd %ymm8, %ymm5, %ymm14
    vmovapd -96(%rdx), %ymm8
    product %ymm15, %ymm10, %ymm11, %ymm8, %ymm0
    vmovapd 0(%rdx), %ymm10
    product %ymm7, %ymm12, %ymm13, %ymm10, 32(%rsi)
    vsubpd %ymm7, %ymm15, %ymm12
    vsubpd %ymm9, %ymm6, %ymm7
    carry_into %ymm7, %ymm12
    vmovapd 128(%rdx), %ymm9
    first %ymm12, %ymm10, %ymm9, %ymm1
    vsubpd %ymm5, %ymm12, %ymm0
    vsubpd %ymm13, %ymm11, %ymm5
    vsubpd %ymm6, %ymm10, %ymm12
    first %ymm6, %ymm10, %ymm9, %ymm3
    vmovapd 96(%rdx), %ymm13
    vmovapd %ymm5, 0(%rsp)
    product %ymm5, %ymm6, %ymm10, %ymm13, %ymm1
    vsubpd %ymm15, %ymm5, %ymm6
    carry_into %ymm12, %ymm6
    vaddpd %ymm7, %ymm14, %ymm5
    digit %ymm6, %ymm5
    vaddpd %ymm12, %ymm0, %ymm5
    digit %ymm15, %ymm5
    vmovapd -128(%rsi), %ymm5
    vaddpd -32(%rsi), %ymm5, %ymm13
    first %ymm9, %ymm2, %ymm4, %ymm5
    vsubpd %ymm11, %ymm10, %ymm4
    vfmadd231pd x2+0(%rip), %ymm6, %ymm14
    product %ymm10, %ymm9, %ymm2, %ymm8, -96(%rsi)
    vfmadd231pd x2+0(%rip), %ymm15, %ymm0
    vaddpd %ymm14, %ymm7, %ymm9
    vmovapd 128(%rdx), %ymm7
    first %ymm11, %ymm14, %ymm7, %ymm13
    vmovapd -128(%rdx), %ymm7
    product %ymm5, %ymm10, %ymm2, %ymm7, -64(%rsi)
    vaddpd %ymm0, %ymm12, %ymm10
    vmovapd 96(%rdx), %ymm0
    product %ymm12, %ymm11, %ymm14, %ymm0, %ymm3
    vmovapd 64(%rdx), %ymm11
    product %ymm0, %ymm12, %ymm14, %ymm11, %ymm1
    vsubpd %ymm5, %ymm0, %ymm1
    carry_into %ymm4, %ymm1
    vmovapd 32(%rdx), %ymm0
    first %ymm1, %ymm12, %ymm0, -32(%rsi)
    vmovapd 0(%rdx), %ymm0
    product %ymm11, %ymm1, %ymm12, %ymm0, 0(%rsi)
    vsubpd %ymm2, %ymm14, %ymm1
    vmovapd -32(%rdx), %ymm14
    product %ymm0, %ymm11, %ymm12, %ymm14, 32(%rsi)
    vsubpd %ymm0, %ymm5, %ymm11
    vmovapd 0(%rsp), %ymm0
    carry_into %ymm0, %ymm11
    rounded_product %ymm5, %ymm6, x01+0(%rip)
    vsubpd %ymm12, %ymm2, %ymm11
    rounded_product %ymm2, %ymm15, x01+0(%rip)
    carry_into %ymm9, %ymm5
    rest_of_product %ymm12, %ymm6, %ymm5, x01+0(%rip)
    vmulpd up(%rip), %ymm9, %ymm9
    carry_into %ymm10, %ymm2
    rest_of_product %ymm5, %ymm15, %ymm2, x01+0(%rip)
    vmulpd up(%rip), %ymm10, %ymm10
    integer_of %ymm2, %ymm12
    vmovapd %ymm6, 0(%rsp)
    vaddpd %ymm2, %ymm0, %ymm6
    vsubpd %ymm2, %ymm12, %ymm0
    integer_of %ymm2, %ymm5
    vaddpd %ymm2, %ymm4, %ymm12
    vsubpd %ymm2, %ymm5, %ymm4
    vaddpd %ymm6, %ymm9, %ymm2
    digit %ymm5, %ymm2
    vfmadd231pd x2+0(%rip), %ymm5, %ymm9
    vaddpd %ymm9, %ymm6, %ymm2
    vaddpd %ymm12, %ymm10, %ymm6
    digit %ymm9, %ymm6
    vmovapd %ymm2, 32(%rsp)
    first %ymm6, %ymm2, %ymm8, -128(%rsi)
    product %ymm8, %ymm6, %ymm2, %ymm7, -96(%rsi)
    vfmadd231pd x2+0(%rip), %ymm9, %ymm10
    vaddpd %ymm10, %ymm12, %ymm6
    vmovapd 96(%rdx), %ymm10
    first %ymm12, %ymm7, %ymm10, %ymm13
    vmovapd 64(%rdx), %ymm10
    vmovapd %ymm13, 64(%rsp)
    product %ymm13, %ymm12, %ymm7, %ymm10, %ymm3
    vsubpd %ymm8, %ymm13, %ymm3
    carry_into %ymm1, %ymm3
    vfmadd231pd up+0(%rip), %ymm4, %ymm1
    vsubpd %ymm2, %ymm7, %ymm3
    vmovapd 0(%rdx), %ymm4
    first %ymm7, %ymm12, %ymm4, -32(%rsi)
    product %ymm4, %ymm7, %ymm12, %ymm14, 0(%rsi)
    vsubpd %ymm4, %ymm8, %ymm7
    carry_into %ymm11, %ymm7
    vfmadd231pd up+0(%rip), %ymm0, %ymm11
    rounded_product %ymm0, %ymm5, x01+0(%rip)
    vsubpd %ymm12, %ymm2, %ymm4
    rounded_product %ymm2, %ymm9, x01+0(%rip)
    vaddpd %ymm15, %ymm11, %ymm7
    vmovapd 32(%rsp), %ymm8
    carry_into %ymm8, %ymm0
    rest_of_product %ymm11, %ymm5, %ymm0, x01+0(%rip)
    carry_into %ymm6, %ymm2
    rest_of_product %ymm0, %ymm9, %ymm2, x01+0(%rip)
    vmulpd up(%rip), %ymm8, %ymm8
    vmulpd up(%rip), %ymm6, %ymm6
    vmovapd 0(%rsp), %ymm2
    vaddpd %ymm15, %ymm2, %ymm12
    vsubpd %ymm12, %ymm1, %ymm2
    integer_of %ymm1, %ymm11
    vaddpd %ymm1, %ymm7, %ymm12
    vsubpd %ymm1, %ymm11, %ymm7
    integer_of %ymm1, %ymm0
    vaddpd %ymm1, %ymm2, %ymm11
    vsubpd %ymm1, %ymm0, %ymm2
    vaddpd %ymm12, %ymm8, %ymm0
    digit %ymm1, %ymm0
    vfmadd231pd x2+0(%rip), %ymm1, %ymm8
    vaddpd %ymm8, %ymm12, %ymm0
    vaddpd %ymm11, %ymm6, %ymm8
    digit %ymm12, %ymm8
    rounded_product %ymm8, %ymm1, x01+0(%rip)
    vfmadd231pd x2+0(%rip), %ymm12, %ymm6
    carry_into %ymm0, %ymm8
    rest_of_product %ymm13, %ymm1, %ymm8, x01+0(%rip)
    vaddpd %ymm6, %ymm11, %ymm8
    rounded_product %ymm6, %ymm12, x01+0(%rip)
    carry_into %ymm8, %ymm6
    rest_of_product %ymm11, %ymm12, %ymm6, x01+0(%rip)
    vmovapd -128(%rdx), %ymm6
    vmovapd %ymm8, 0(%rsp)
    first %ymm15, %ymm8, %ymm6, -128(%rsi)
    vmovapd %ymm0, 32(%rsp)
    first %ymm6, %ymm0, %ymm10, 64(%rsp)
    vsubpd %ymm15, %ymm6, %ymm10
    carry_into %ymm3, %ymm10
    vfmadd231pd up+0(%rip), %ymm2, %ymm3
    vsubpd %ymm8, %ymm0, %ymm2
    first %ymm0, %ymm6, %ymm14, -32(%rsi)
    vsubpd %ymm0, %ymm15, %ymm10
    carry_into %ymm4, %ymm10
    vfmadd231pd up+0(%rip), %ymm7, %ymm4
    vsubpd %ymm6, %ymm8, %ymm0
    vaddpd %ymm9, %ymm4, %ymm6
    integer_of %ymm4, %ymm13
    vsubpd %ymm4, %ymm13, %ymm7
    vaddpd %ymm4, %ymm6, %ymm8
    vfmadd231pd up+0(%rip), %ymm7, %ymm0
    integer_of %ymm4, %ymm11
    vaddpd %ymm12, %ymm0, %ymm6
    vsubpd %ymm4, %ymm11, %ymm0
    vfmadd231pd up+0(%rip), %ymm0, %ymm2
    vaddpd %ymm9, %ymm5, %ymm0
    vsubpd %ymm0, %ymm3, %ymm5
    vaddpd %ymm12, %ymm1, %ymm0
    vaddpd %ymm4, %ymm5, %ymm1
    vsubpd %ymm0, %ymm2, %ymm3
    carry_of %ymm0, %ymm8
    carry_of %ymm2, %ymm6
    vsubpd %ymm0, %ymm8, %ymm4
    vmovapd 32(%rsp), %ymm5
    carry_into %ymm5, %ymm0
    carry_of %ymm0, %ymm1
    vsubpd %ymm2, %ymm6, %ymm7
    carry_into %ymm4, %ymm2
    carry_of %ymm2, %ymm3
    vmovapd %ymm7, 0(%rdi)
    vmovapd %ymm5, 64(%rdi)
    vsubpd %ymm0, %ymm1, %ymm5
    vmovapd 0(%rsp), %ymm1
    carry_into %ymm1, %ymm0
    vmovapd %ymm4, 32(%rdi)
    vsubpd %ymm2, %ymm3, %ymm0
    carry_into %ymm5, %ymm2
    vmovapd %ymm1, 160(%rdi)
    vmovapd %ymm0, 96(%rdi)
    vmovapd %ymm5, 128(%rdi)
    vzeroupper
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size sl_fr4_mul_lanes_fma, . - sl_fr4_mul_lanes_fma
#endif

.section .note.GNU-stack, "", @progbits
