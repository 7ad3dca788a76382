#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""tools/check-style and tools/check-layers on made-up trees: each rule finds its violation, and nothing else."""
import importlib.machinery
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / "tools"
SPDX = "SPDX-License-Identifier: MIT OR Apache-2.0"
LAYERS = "core/base\ncore/mem core/base\nproof/left core/mem\nproof/right core/mem\napps/tool proof/left\n"


def header(guard, body=""):
    return f"// {SPDX}\n#ifndef {guard}\n#define {guard}\n{body}#endif\n"


def source(body):
    return f"// {SPDX}\n{body}"


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(TOOLS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
check_style = load("check-style")
check_layers = load("check-layers")


class Tree(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sluice-checks-"))
        self.addCleanup(shutil.rmtree, self.root)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.put("tools/layers.txt", LAYERS)
        self.put("src/core/base/low.h", header("SL_CORE_BASE_LOW_H", "int low(void);\n"))
        self.put("src/core/mem/high.h", header("SL_CORE_MEM_HIGH_H", '#include "core/base/low.h"\n'))

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def check(self, name, text, *expected):
        """With this file the tree has exactly the expected findings (parts of them), in order."""
        self.put(name, text)
        found = self.findings()
        self.assertEqual(len(found), len(expected), found)
        for line, part in zip(found, expected):
            self.assertIn(part, line)
        (self.root / name).unlink()


class Style(Tree):
    def findings(self):
        style = check_style.Style(self.root)
        style.run()
        return style.findings

    def test_exit_status(self):
        command = [sys.executable, str(TOOLS / "check-style"), str(self.root)]
        self.assertEqual(subprocess.run(command, capture_output=True, check=False).returncode, 0)
        self.put("src/core/base/a.c", "int a;\n")
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("SPDX", result.stdout)

    def test_license(self):
        self.check("src/core/base/a.c", "int a;\n", "SPDX")
        self.check("src/core/base/a.c", source("int a;\n"))
        self.check("tools/script", "#!/bin/bash\necho\n", "SPDX")

    def test_white_space(self):
        self.check("src/core/base/a.c", source("int a; \n\tint b;\n"), ":2: space at the end", ":3: tab")
        self.check("src/core/base/a.c", source("int a;"), "no newline")
        self.check("src/core/base/a.c", source("int a;\r\n"), "carriage return", "space at the end")

    def test_columns(self):
        self.check("src/core/base/a.c", source("//" + 118 * "x" + "\n"))
        self.check("src/core/base/a.c", source("//" + 119 * "x" + "\n"), "121 columns")

    def test_unfinished_work(self):
        self.check("src/core/base/a.c", source("// TO" + "DO later\n"), "TO" + "DO")

    def test_encoding(self):
        self.check("src/core/base/a.c", source("// ").encode() + b"\xff\n", "not UTF-8")
        self.check("tests/vectors/a.txt", b"\xff any  \n")

    def test_banned_functions(self):
        for call in ("strcpy(a, b)", "sprintf (a, b)", "x = atoi(a)", "gets(a)", "alloca(3)", "strtok(a, b)"):
            self.check("src/core/base/a.c", source(f"    {call};\n"), call.split("(")[0].split()[-1])
        self.check("src/core/base/a.c", source('    /* strcpy(a) */ f("strcpy(a)"); // gets(a)\n    s->gets(a);\n'))
        self.check("tests/a.c", source("    atoi(a);\n    strcpy(a, b);\n"), ":3: strcpy")

    def test_memory(self):
        self.check("src/core/mem/a.c", source("    p = malloc(3);\n"))
        self.check("tests/b.c", source("    p = malloc(3);\n"))
        self.check("src/proof/left/c.c", source("    p = malloc(3);\n    q = calloc(1, 2);\n"), "malloc", "calloc")

    def test_a_library_does_not_exit(self):
        self.check("apps/tool/a.c", source("    exit(3);\n"))
        self.check("src/proof/left/b.c", source("    exit(3);\n"), "exit")

    def test_names(self):
        self.check("src/core/base/a.c", source("typedef struct a {\n    int b;\n} a_t;\n"), ":4: a_t")
        self.check("src/core/base/a.c", source("typedef int a_t;\nuint8_t f;\n"), ":2: a_t")
        self.check("src/core/mem/low.h", header("SL_CORE_MEM_LOW_H"), "taken by src/core/base/low.h")
        self.check("include/sluice/low.h", header("SLUICE_LOW_H"))

    def test_one_label(self):
        self.check("src/core/base/a.c", source("    goto out;\n    goto fail;\n"), ":3: goto fail")

    def test_include_guards(self):
        self.check("src/core/base/a.h", header("A_H"), "SL_CORE_BASE_A_H")
        self.check("src/core/base/a.h", header("SL_CORE_BASE_A_H"))
        self.check("include/sluice/b.h", header("SLUICE_B_H"))
        self.check("src/core/base/c_tmpl.h", source("int c;\n"))
        self.check("src/core/base/d.cuh", header("D_CUH"), "SL_CORE_BASE_D_CUH")
        self.check("src/core/base/d.cuh", header("SL_CORE_BASE_D_CUH"))

    def test_cuda(self):
        self.check("src/core/base/a.cu", "int a;\n", "SPDX")
        self.check("src/core/base/a.cu", source("    strcpy(a, b);\n"), "strcpy")

    def test_lengths(self):
        def function(lines):
            return "int f(int a,\n      int b) {\n" + (lines - 3) * "    a++;\n" + "}\n"

        self.check("src/core/base/a.c", source(function(80) + function(80)))
        self.check("src/core/base/a.c", source(function(80) + function(81)), ":82: function of 81 lines")
        self.check("src/core/base/a.c", source("struct a {\n" + 90 * "    int b;\n" + "};\n"))
        self.check("src/core/base/a.c", source(599 * "int a;\n"))
        self.check("src/core/base/a.c", source(600 * "int a;\n"), "601 lines")


class Layers(Tree):
    compile_headers = False

    def findings(self):
        house = check_layers.House(self.root)
        house.includes_check()
        house.cycles_check()
        if self.compile_headers:
            house.headers_check()
        return house.findings

    def test_exit_status(self):
        command = [sys.executable, str(TOOLS / "check-layers"), str(self.root)]
        self.assertEqual(subprocess.run(command, capture_output=True, check=False).returncode, 0)
        self.put("src/core/base/a.c", '#include "core/mem/high.h"\n')
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("may not be used here", result.stdout)

    def test_up_is_refused(self):
        for name in ("a.c", "a.cu", "a.cuh"):
            self.check(f"src/core/base/{name}", '#include "core/mem/high.h"\n', "core/mem may not be used here")

    def test_down_through_rooms(self):
        self.check("src/proof/left/a.c", '#include "core/base/low.h"\n')

    def test_neighbours_do_not_know_each_other(self):
        self.put("src/proof/right/r.h", header("SL_PROOF_RIGHT_R_H"))
        self.check("src/proof/left/a.c", '#include "proof/right/r.h"\n', "proof/right may not be used here")

    def test_paths_start_at_src(self):
        self.check("src/core/mem/a.c", '#include "high.h"\n', "not a path from src/")
        self.check("src/core/mem/a.c", '#include "../base/low.h"\n', "not a path from src/")

    def test_folders_outside_the_table(self):
        self.check("src/core/new/a.c", "int a;\n", "not in tools/layers.txt")
        self.check("apps/other/b.c", "int a;\n", "not in tools/layers.txt")

    def test_unit_tests_see_their_room(self):
        self.put("tests/harness/test.h", header("SL_TESTS_HARNESS_TEST_H", '#include "core/base/low.h"\n'))
        self.check("tests/unit/core/mem/a.c", '#include "harness/test.h"\n#include "core/base/low.h"\n')
        self.check("tests/unit/core/base/b.c", '#include "core/mem/high.h"\n', "core/mem may not be used here")
        self.check("tests/other/c.c", '#include "core/mem/high.h"\n')
        self.put("tests/unit/core/mem/helper.h", header("SL_TESTS_UNIT_CORE_MEM_HELPER_H"))
        self.check("tests/unit/core/mem/d.c", '#include "helper.h"\n')
        self.check("src/core/mem/e.c", '#include "helper.h"\n', "not a path from src/")

    def test_public_headers_and_examples(self):
        self.put("include/sluice/a.h", header("SLUICE_A_H"))
        self.check("examples/a.c", "#include <sluice/a.h>\n#include <stdio.h>\n")
        self.check("examples/b.c", '#include "core/base/low.h"\n', "may not be used")
        self.check("examples/c.c", "#include <sluice/c.h>\n", "does not exist")

    def test_cycles(self):
        self.put("src/core/base/a.h", header("SL_CORE_BASE_A_H", '#include "core/base/b.h"\n'))
        self.check("src/core/base/b.h", header("SL_CORE_BASE_B_H", '#include "core/base/a.h"\n'), "include cycle")

    def test_headers_stand_alone(self):
        self.compile_headers = True
        self.check("src/core/base/a.h", header("SL_CORE_BASE_A_H", "size_t a;\n"), "does not compile alone")
        self.check("src/core/base/a.h", header("SL_CORE_BASE_A_H", "#include <stddef.h>\nsize_t a(void);\n"))
        self.check("src/core/base/a.h", source("struct b { int c; };\n"), "does not compile alone")  # no guard
        self.check("src/core/base/a_tmpl.h", source("size_t a;\n"))

    @unittest.skipUnless(shutil.which("c++"), "no C++ compiler")
    def test_public_headers_are_also_c_plus_plus(self):
        self.compile_headers = True
        text = header("SLUICE_A_H", "typedef struct a {\n    int class;\n} a;\n")
        self.check("include/sluice/a.h", text, "does not compile as C++")


if __name__ == "__main__":
    unittest.main()
