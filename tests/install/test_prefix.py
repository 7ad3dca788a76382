#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The installed library: exports what the headers declare; programs in C and C++ build against it and nothing else."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ["SL_BUILD_DIR"])
CONSUMER = ROOT / "tests/install/consumer"
VECTORS = ROOT / "tests/vectors/filecoin"
CASE = [str(VECTORS / name) for name in ("post/window-2KiB-2sectors-v1/meta.json", "keys/window-2KiB-seed1.vk",
                                         "proofs/window-2KiB-2sectors-v1.r2-s3.proof")]
OTHER_PROOF = str(VECTORS / "proofs/winning-2KiB.r2-s3.proof")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {"consumer.c": [os.environ.get("CC", "cc"), "-std=c11"], "consumer.cc": ["c++", "-std=c++11"]}


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path(tempfile.mkdtemp(prefix="sluice-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.prefix)
        output("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.lib = next(cls.prefix.glob("lib*/**/libsluice.so")).parent
        cls.declared = set()
        for header in (cls.prefix / "include/sluice").glob("*.h"):
            text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", header.read_text(), flags=re.S | re.M)
            cls.declared |= set(re.findall(r"\b(sluice_\w+)\s*\((?!\*)", text))

    def globals_are_the_declarations(self, *nm):
        listing = output("nm", "--defined-only", *nm)
        symbols = (line.split() for line in listing.splitlines())
        names = {symbol[2] for symbol in symbols if len(symbol) == 3 and symbol[1].isupper()}
        self.assertEqual(self.declared - names, set(), "declared and not exported")
        self.assertEqual(names - self.declared, set(), "exported and not declared")

    def runs(self, program, **options):
        """A given proof verifies; another does not; the digest is the reference's."""
        digests = dict(line.split("\t")[::7] for line in (VECTORS / "r1cs-digests.tsv").read_text().splitlines()
                       if line.startswith("gadget-poseidon-2\t"))
        said = output(program, *CASE, **options).splitlines()
        self.assertEqual(said[0], digests["gadget-poseidon-2"])
        self.assertRegex(said[1], r"^\d+\.\d+\.\d+ window-2KiB: valid$")
        refused = subprocess.run([str(program), CASE[0], CASE[1], OTHER_PROOF], capture_output=True, text=True,
                                 check=False, **options)
        self.assertEqual(refused.returncode, 1, refused.stderr)
        self.assertIn("E_PROOF_INVALID", refused.stderr)

    def test_exports_of_the_shared_library(self):
        self.assertGreater(len(self.declared), 40)
        self.globals_are_the_declarations("-D", self.lib / "libsluice.so")
        dynamic = output("readelf", "-d", self.lib / "libsluice.so")
        self.assertRegex(dynamic, r"\(SONAME\).*\[libsluice\.so\.0\]")

    def test_globals_of_the_archive(self):
        self.globals_are_the_declarations("-g", self.lib / "libsluice.a")

    def test_each_header_stands_alone(self):
        for header in sorted((self.prefix / "include/sluice").glob("*.h")):
            for compiler, language in ((COMPILERS["consumer.c"], "c"), (COMPILERS["consumer.cc"], "c++")):
                if shutil.which(compiler[0]):
                    output(*compiler, *WARNINGS, "-fsyntax-only", "-x", language, f"-I{self.prefix}/include", "-",
                           input=f"#include <sluice/{header.name}>\nextern int nothing_else;\n")

    def test_consumers_by_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("no pkg-config")
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.lib / "pkgconfig")}
        shared, static = (output("pkg-config", *options, "--cflags", "--libs", "sluice", env=environment).split()
                          for options in ([], ["--static"]))
        for source, compiler in COMPILERS.items():
            if not shutil.which(compiler[0]):
                continue
            program = self.prefix / f"{source}.shared"
            output(*compiler, *WARNINGS, CONSUMER / source, *shared, "-o", program)
            self.runs(program, env={**os.environ, "LD_LIBRARY_PATH": str(self.lib)})
            program = self.prefix / f"{source}.static"
            output(*compiler, *WARNINGS, "-static", CONSUMER / source, *static, "-o", program)
            self.runs(program)

    def test_consumers_by_cmake(self):
        if not shutil.which("c++"):
            self.skipTest("no C++ compiler")
        folder = self.prefix / "by-cmake"
        output("cmake", "-S", CONSUMER, "-B", folder, f"-DCMAKE_PREFIX_PATH={self.prefix}",
               f"-DCMAKE_C_COMPILER={COMPILERS['consumer.c'][0]}", "-DCMAKE_CXX_COMPILER=c++")
        output("cmake", "--build", folder)
        for program in ("c_sluice", "c_static", "cc_sluice", "cc_static"):
            self.runs(folder / program)
            needed = "libsluice.so.0" in output("readelf", "-d", folder / program)
            self.assertEqual(needed, program.endswith("sluice"), program)

    def test_the_example_builds_and_runs(self):
        program = self.prefix / "example"
        output(*COMPILERS["consumer.c"], *WARNINGS, f"-I{self.prefix}/include", ROOT / "examples/prove_and_verify.c",
               f"-L{self.lib}", "-lsluice", f"-Wl,-rpath,{self.lib}", "-o", program)
        result = subprocess.run([str(program)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        result = subprocess.run([str(program), "/nowhere/c1", "/nowhere/key"], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("/nowhere/c1", result.stderr)

    def test_the_program_is_there_with_its_manual(self):
        for form, file in (("man", "man/man1/sluice.1"), ("bash", "bash-completion/completions/sluice"),
                           ("zsh", "zsh/site-functions/_sluice"), ("fish", "fish/vendor_completions.d/sluice.fish")):
            self.assertEqual((self.prefix / "share" / file).read_text(),
                             output(self.prefix / "bin/sluice", "manual", form), form)


if __name__ == "__main__":
    unittest.main()
