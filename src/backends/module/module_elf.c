// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/module/module_elf.h"

#include <elf.h>
#include <string.h>

#include "core/sys/file.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE EM_RISCV
#elif defined(__powerpc64__)
#define MACHINE EM_PPC64
#else
#define MACHINE EM_NONE
#endif

static sluice_status header_check(const sl_file *file, const Elf64_Ehdr *header, sluice_error *err) {
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: not a shared object: it does not begin as ELF files do", file->path);
    }
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: expected ELF of 64 bits, little-endian (class %d, data %d), found %d, %d", file->path,
                       ELFCLASS64, ELFDATA2LSB, header->e_ident[EI_CLASS], header->e_ident[EI_DATA]);
    }
    if (header->e_machine != MACHINE) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: for another processor: expected ELF machine %d, found %d",
                       file->path, MACHINE, header->e_machine);
    }
    if (header->e_type != ET_DYN) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: not a shared object: expected ELF type %d, found %d", file->path,
                       ET_DYN, header->e_type);
    }
    if (header->e_phentsize != sizeof(Elf64_Phdr) ||
        (header->e_shnum != 0 && header->e_shentsize != sizeof(Elf64_Shdr))) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: expected ELF headers of %zu and %zu bytes, found %d and %d",
                       file->path, sizeof(Elf64_Phdr), sizeof(Elf64_Shdr), header->e_phentsize, header->e_shentsize);
    }
    return SLUICE_OK;
}

/* `what` reaches from `offset` over `bytes` bytes. */
static sluice_status range_check(const sl_file *file, const char *what, uint64_t offset, uint64_t bytes,
                                 sluice_error *err) {
    if (offset > file->bytes || bytes > file->bytes - offset) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: %s: expected %llu bytes at %llu, the file has %llu", file->path,
                       what, (unsigned long long)bytes, (unsigned long long)offset, (unsigned long long)file->bytes);
    }
    return SLUICE_OK;
}

static sluice_status file_check(const sl_file *file, sluice_error *err) {
    Elf64_Ehdr header;
    SL_TRY(sl_file_read_at(file, &header, sizeof header, 0, err));
    SL_TRY(header_check(file, &header, err));
    /* Section headers stand at the end, as a rule: what was cut off shows here first. */
    SL_TRY(range_check(file, "section headers", header.e_shoff, (uint64_t)header.e_shnum * sizeof(Elf64_Shdr), err));
    SL_TRY(range_check(file, "program headers", header.e_phoff, (uint64_t)header.e_phnum * sizeof(Elf64_Phdr), err));
    bool is_dynamic = false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        SL_TRY(sl_file_read_at(file, &segment, sizeof segment, header.e_phoff + i * sizeof segment, err));
        if (segment.p_type == PT_LOAD || segment.p_type == PT_DYNAMIC) {
            SL_TRY(range_check(file, "a segment", segment.p_offset, segment.p_filesz, err));
        }
        is_dynamic |= segment.p_type == PT_DYNAMIC;
    }
    if (!is_dynamic) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: not a shared object: no dynamic segment among %d", file->path,
                       header.e_phnum);
    }
    return SLUICE_OK;
}

sluice_status sl_module_elf_check(const char *path, sluice_error *err) {
    sl_file file;
    SL_TRY(sl_file_open(&file, path, err));
    const sluice_status status = file_check(&file, err);
    sl_file_close(&file);
    return status;
}
