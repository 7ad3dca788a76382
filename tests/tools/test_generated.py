#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generated files are what their generators write."""
import pathlib
import subprocess
import sys
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / "tools"


class Generated(unittest.TestCase):
    def test_products_of_the_fma_set(self):
        self.check("gen-fp-fma")
        self.check("gen-fr-fma")

    def test_products_of_the_adx_set(self):
        self.check("gen-mont-adx")

    def test_field_of_the_cuda_module(self):
        self.check("gen-cuda-field")

    def check(self, generator):
        run = subprocess.run([sys.executable, TOOLS / generator, "--check"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()
