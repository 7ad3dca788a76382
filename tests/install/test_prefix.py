#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The installed library: exports what the headers declare, and the example builds against it and nothing else."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ["SL_BUILD_DIR"])


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


@unittest.skipUnless((BUILD / "libsluice.so").exists(), "this build has no shared library")
class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path(tempfile.mkdtemp(prefix="sluice-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.prefix)
        output("cmake", "--install", str(BUILD), "--prefix", str(cls.prefix))
        cls.lib = next(cls.prefix.glob("lib*/**/libsluice.so")).parent

    def test_exports_are_the_declarations(self):
        declared = set()
        for header in (self.prefix / "include/sluice").glob("*.h"):
            text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", header.read_text(), flags=re.S | re.M)
            declared |= set(re.findall(r"\b(sluice_\w+)\s*\((?!\*)", text))
        listing = output("nm", "-D", "--defined-only", str(self.lib / "libsluice.so"))
        exported = {line.split()[2] for line in listing.splitlines() if line.split()[1] in "TDBR"}
        self.assertEqual(declared - exported, set(), "declared and not exported")
        self.assertEqual(exported - declared, set(), "exported and not declared")

    def test_the_example_builds_and_runs(self):
        program = self.prefix / "example"
        source = ROOT / "examples/prove_and_verify.c"
        output(os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Wextra", "-Werror", f"-I{self.prefix}/include",
               str(source), f"-L{self.lib}", "-lsluice", f"-Wl,-rpath,{self.lib}", "-o", str(program))
        result = subprocess.run([str(program)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        result = subprocess.run([str(program), "/nowhere/c1", "/nowhere/key"], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("/nowhere/c1", result.stderr)

    def test_package_config_names_what_is_there(self):
        text = (self.lib / "pkgconfig/sluice.pc").read_text()
        self.assertRegex(text, r"(?m)^Version: \d+\.\d+\.\d+$")
        self.assertNotIn("@", text)

    def test_the_program_is_there(self):
        self.assertIn("sluice", output(str(self.prefix / "bin/sluice"), "help"))


if __name__ == "__main__":
    unittest.main()
