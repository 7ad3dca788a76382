// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Montgomery products, a b / R, made by tools/gen-mont-adx: see kernels_adx.h for the contract.
 *
 * t has the limbs of the field and one more. A row adds a b_i, low halves of products by the carry flag (adcx), high
 * halves by the overflow flag (adox), and then q times the modulus with the q that makes the lowest limb 0; the limbs
 * then move down by one, which is a matter of names. t < 2 modulus after each row, and no row overflows, since the
 * modulus leaves the top bit free. The last step subtracts the modulus if that leaves no borrow, without a branch.
 */
#if defined(__x86_64__)

.section .rodata
.balign 64
// The modulus, and -1 / modulus mod 2^64.
sl_fp_modulus_adx:
    .quad 0xb9feffffffffaaab
    .quad 0x1eabfffeb153ffff
    .quad 0x6730d2a0f6b0f624
    .quad 0x64774b84f38512bf
    .quad 0x4b1ba7b6434bacd7
    .quad 0x1a0111ea397fe69a
    .quad 0x89f3fffcfffcfffd

.text
.balign 64
// R = 2^384
.globl sl_fp_product_adx
.hidden sl_fp_product_adx
.type sl_fp_product_adx, @function
sl_fp_product_adx:
    .cfi_startproc
    endbr64
    push %rbx
    .cfi_def_cfa_offset 16
    .cfi_offset %rbx, -16
    push %rbp
    .cfi_def_cfa_offset 24
    .cfi_offset %rbp, -24
    push %r12
    .cfi_def_cfa_offset 32
    .cfi_offset %r12, -32
    push %r13
    .cfi_def_cfa_offset 40
    .cfi_offset %r13, -40
    push %r14
    .cfi_def_cfa_offset 48
    .cfi_offset %r14, -48
    mov %rdx, %rcx
    mov 0(%rcx), %rdx
    xor %ebp, %ebp
    mulx (%rsi), %r8, %r9
    mulx 8(%rsi), %rax, %r10
    adcx %rax, %r9
    mulx 16(%rsi), %rax, %r11
    adcx %rax, %r10
    mulx 24(%rsi), %rax, %r12
    adcx %rax, %r11
    mulx 32(%rsi), %rax, %r13
    adcx %rax, %r12
    mulx 40(%rsi), %rax, %r14
    adcx %rax, %r13
    adcx %rbp, %r14
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r8, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    adcx %r8, %r14
    mov 8(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx 32(%rsi), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx 40(%rsi), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    adcx %rbp, %r8
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r9, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    adcx %r9, %r8
    mov 16(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx 32(%rsi), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx 40(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    adcx %rbp, %r9
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r10, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    adcx %r10, %r9
    mov 24(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx 32(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx 40(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    adcx %rbp, %r10
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r11, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    adcx %r11, %r10
    mov 32(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx 32(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx 40(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    adcx %rbp, %r11
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r12, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r13
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    adcx %r12, %r11
    mov 40(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx 32(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx 40(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    adcx %rbp, %r12
    mov sl_fp_modulus_adx+48(%rip), %rdx
    imul %r13, %rdx
    xor %ebp, %ebp
    mulx sl_fp_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r13
    adox %rbx, %r14
    mulx sl_fp_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r14
    adox %rbx, %r8
    mulx sl_fp_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fp_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fp_modulus_adx+32(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fp_modulus_adx+40(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    adcx %r13, %r12
    mov %r14, %rax
    mov %r8, %rbx
    mov %r9, %rcx
    mov %r10, %rdx
    mov %r11, %rsi
    mov %r12, %rbp
    sub sl_fp_modulus_adx+0(%rip), %rax
    sbb sl_fp_modulus_adx+8(%rip), %rbx
    sbb sl_fp_modulus_adx+16(%rip), %rcx
    sbb sl_fp_modulus_adx+24(%rip), %rdx
    sbb sl_fp_modulus_adx+32(%rip), %rsi
    sbb sl_fp_modulus_adx+40(%rip), %rbp
    cmovnc %rax, %r14
    cmovnc %rbx, %r8
    cmovnc %rcx, %r9
    cmovnc %rdx, %r10
    cmovnc %rsi, %r11
    cmovnc %rbp, %r12
    mov %r14, 0(%rdi)
    mov %r8, 8(%rdi)
    mov %r9, 16(%rdi)
    mov %r10, 24(%rdi)
    mov %r11, 32(%rdi)
    mov %r12, 40(%rdi)
    pop %r14
    .cfi_def_cfa_offset 40
    .cfi_restore %r14
    pop %r13
    .cfi_def_cfa_offset 32
    .cfi_restore %r13
    pop %r12
    .cfi_def_cfa_offset 24
    .cfi_restore %r12
    pop %rbp
    .cfi_def_cfa_offset 16
    .cfi_restore %rbp
    pop %rbx
    .cfi_def_cfa_offset 8
    .cfi_restore %rbx
    ret
    .cfi_endproc
.size sl_fp_product_adx, . - sl_fp_product_adx

.section .rodata
.balign 64
// The modulus, and -1 / modulus mod 2^64.
sl_fr_modulus_adx:
    .quad 0xffffffff00000001
    .quad 0x53bda402fffe5bfe
    .quad 0x3339d80809a1d805
    .quad 0x73eda753299d7d48
    .quad 0xfffffffeffffffff

.text
.balign 64
// R = 2^256
.globl sl_fr_product_adx
.hidden sl_fr_product_adx
.type sl_fr_product_adx, @function
sl_fr_product_adx:
    .cfi_startproc
    endbr64
    push %rbx
    .cfi_def_cfa_offset 16
    .cfi_offset %rbx, -16
    push %rbp
    .cfi_def_cfa_offset 24
    .cfi_offset %rbp, -24
    push %r12
    .cfi_def_cfa_offset 32
    .cfi_offset %r12, -32
    mov %rdx, %rcx
    mov 0(%rcx), %rdx
    xor %ebp, %ebp
    mulx (%rsi), %r8, %r9
    mulx 8(%rsi), %rax, %r10
    adcx %rax, %r9
    mulx 16(%rsi), %rax, %r11
    adcx %rax, %r10
    mulx 24(%rsi), %rax, %r12
    adcx %rax, %r11
    adcx %rbp, %r12
    mov sl_fr_modulus_adx+32(%rip), %rdx
    imul %r8, %rdx
    xor %ebp, %ebp
    mulx sl_fr_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fr_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fr_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fr_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    adcx %r8, %r12
    mov 8(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    adcx %rbp, %r8
    mov sl_fr_modulus_adx+32(%rip), %rdx
    imul %r9, %rdx
    xor %ebp, %ebp
    mulx sl_fr_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    mulx sl_fr_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fr_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fr_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    adcx %r9, %r8
    mov 16(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    adcx %rbp, %r9
    mov sl_fr_modulus_adx+32(%rip), %rdx
    imul %r10, %rdx
    xor %ebp, %ebp
    mulx sl_fr_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r10
    adox %rbx, %r11
    mulx sl_fr_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fr_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    mulx sl_fr_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    adcx %r10, %r9
    mov 24(%rcx), %rdx
    xor %ebp, %ebp
    mulx 0(%rsi), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx 8(%rsi), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    mulx 16(%rsi), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx 24(%rsi), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    adcx %rbp, %r10
    mov sl_fr_modulus_adx+32(%rip), %rdx
    imul %r11, %rdx
    xor %ebp, %ebp
    mulx sl_fr_modulus_adx+0(%rip), %rax, %rbx
    adcx %rax, %r11
    adox %rbx, %r12
    mulx sl_fr_modulus_adx+8(%rip), %rax, %rbx
    adcx %rax, %r12
    adox %rbx, %r8
    mulx sl_fr_modulus_adx+16(%rip), %rax, %rbx
    adcx %rax, %r8
    adox %rbx, %r9
    mulx sl_fr_modulus_adx+24(%rip), %rax, %rbx
    adcx %rax, %r9
    adox %rbx, %r10
    adcx %r11, %r10
    mov %r12, %rax
    mov %r8, %rbx
    mov %r9, %rcx
    mov %r10, %rdx
    sub sl_fr_modulus_adx+0(%rip), %rax
    sbb sl_fr_modulus_adx+8(%rip), %rbx
    sbb sl_fr_modulus_adx+16(%rip), %rcx
    sbb sl_fr_modulus_adx+24(%rip), %rdx
    cmovnc %rax, %r12
    cmovnc %rbx, %r8
    cmovnc %rcx, %r9
    cmovnc %rdx, %r10
    mov %r12, 0(%rdi)
    mov %r8, 8(%rdi)
    mov %r9, 16(%rdi)
    mov %r10, 24(%rdi)
    pop %r12
    .cfi_def_cfa_offset 24
    .cfi_restore %r12
    pop %rbp
    .cfi_def_cfa_offset 16
    .cfi_restore %rbp
    pop %rbx
    .cfi_def_cfa_offset 8
    .cfi_restore %rbx
    ret
    .cfi_endproc
.size sl_fr_product_adx, . - sl_fr_product_adx
#endif

.section .note.GNU-stack, "", @progbits
