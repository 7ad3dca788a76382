// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * sl_fr_product_adx(out, a, b): a b / R, R = 2^256, made by tools/gen-mont-adx. Contract: kernels_adx.h.
 *
 * t has 4 limbs and one more. A row adds a b_i, low halves of products by the carry flag (adcx), high halves by
 * the overflow flag (adox), and then q times the modulus with the q that makes the lowest limb 0; the limbs then move
 * down by one, which is a matter of names. t < 2 modulus after each row, and no row overflows, since the modulus leaves
 * the top bit free. The last step subtracts the modulus if that leaves no borrow, without a branch.
 */
#if defined(__x86_64__)

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
