#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The version is written in CMakeLists.txt and, for Debian, once more."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Versions(unittest.TestCase):
    def test_the_debian_package_has_the_projects(self):
        project = re.search(r"(?m)^project\(sluice VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
        debian = re.match(r"sluice \(([^)]+)\) ", (ROOT / "debian/changelog").read_text())
        self.assertEqual(debian.group(1), project.group(1))


if __name__ == "__main__":
    unittest.main()
