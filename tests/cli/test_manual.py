#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""sluice manual: every verb and option of the program is in each form, and the programs they are for accept them."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SLUICE = str(pathlib.Path(os.environ["SL_BUILD_DIR"]) / "bin/sluice")


def said(*words):
    return subprocess.run([SLUICE, *words], check=True, capture_output=True, text=True).stdout


def options_in(text):
    return re.findall(r"(?m)^  --([a-z0-9-]+)", text)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        verbs, common = said("help").split("options of every verb:")
        cls.verbs = re.findall(r"(?m)^  ([a-z0-9]+(?: [a-z0-9]+)?)  ?\s*\S", verbs)
        cls.common = options_in(common)
        cls.options = {}
        for verb in cls.verbs:
            own, common = said(*verb.split(), "--help").split("options of every verb:")
            cls.options[verb] = options_in(own)
            if options_in(common) != cls.common:
                raise AssertionError(f"{verb} has other common options than the program")
        cls.forms = {form: said("manual", form) for form in ("man", "bash", "zsh", "fish")}
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-manual-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for form, text in cls.forms.items():
            (cls.folder / form).write_text(text)

    def accepted(self, *command):
        if not shutil.which(command[0]):
            self.skipTest(f"no {command[0]}")
        done = subprocess.run([*command], capture_output=True, text=True, check=False, cwd=self.folder,
                              env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def completions(self, *words):
        """What bash offers for the last word."""
        script = 'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sluice; printf "%s\\n" "${COMPREPLY[@]}"'
        return self.accepted("bash", "-c", script, "bash", "sluice", *words).split()

    def test_the_program_tells_of_itself(self):
        self.assertGreater(len(self.verbs), 25)
        for verb in ("params check", "prove", "bench msm", "manual"):
            self.assertIn(verb, self.verbs)
        self.assertIn("scratch", self.options["prove"])
        self.assertEqual(self.common, ["json", "quiet", "threads", "budget", "kernel", "backend", "devices",
                                       "budget-device", "module"])

    def test_man_has_everything(self):
        text = self.forms["man"].replace("\\-", "-")
        for verb in self.verbs:
            section = re.search(rf'(?ms)^\.SS "sluice {verb} [^\n]*"\n(.*?)(?=^\.S[SH])', text)
            self.assertIsNotNone(section, verb)
            self.assertEqual(re.findall(r"(?m)^\\fB--([a-z0-9-]+)", section.group(1)), self.options[verb], verb)
        for option in self.common:
            self.assertIn(f"\\fB--{option}\\fR", text)

    def test_man_is_accepted(self):
        page = self.accepted("man", "--warnings", "-l", "./man")
        for heading in ("NAME", "SYNOPSIS", "OPTIONS", "VERBS", "EXIT STATUS", "ENVIRONMENT"):
            self.assertRegex(page, rf"(?m)^{heading}$")

    def test_bash_offers_everything(self):
        self.accepted("bash", "-n", "bash")
        self.assertEqual(set(self.completions("")), {verb.split()[0] for verb in self.verbs} | {"help"})
        for verb in self.verbs:
            words = verb.split()
            if len(words) == 2:
                self.assertIn(words[1], self.completions(words[0], ""), verb)
            offered = self.completions(*words, "--")
            self.assertEqual(set(offered), {f"--{option}" for option in (*self.options[verb], *self.common, "help")})

    def test_bash_completes_values(self):
        (self.folder / "c1 of mine.json").touch()
        self.assertEqual(self.completions("prove", "--c1", "c1 of"), "c1 of mine.json".split())
        self.assertEqual(self.completions("doctor", "--kernel", "por"), ["portable"])
        self.assertEqual(self.completions("params", "generate", "window-2"), ["window-2KiB"])
        self.assertEqual(self.completions("params", "fold", "--circuit", "update-2"), ["update-2KiB"])
        self.assertEqual(self.completions("params", "check", "c1"), "c1 of mine.json".split())
        self.assertEqual(self.completions("prove", "--partition", ""), [])

    def test_zsh_and_fish_have_everything(self):
        for verb in self.verbs:
            words = verb.split()
            arm = re.search(rf"(?ms)^    \('{verb}'\)\n(.*?)^        ;;", self.forms["zsh"])
            self.assertIsNotNone(arm, verb)
            self.assertEqual(re.findall(r'(?m)^        "\*?--([a-z0-9-]+)', arm.group(1)), self.options[verb], verb)
            self.assertIn(f"'{words[-1]}:", self.forms["zsh"])
            line = rf"(?m)^complete -c sluice -n '__sluice_verb {verb}' -l ([a-z0-9-]+)"
            lines = re.findall(line, self.forms["fish"])
            self.assertEqual(lines, self.options[verb], verb)
            self.assertRegex(self.forms["fish"], rf"(?m)^complete -c sluice -n '?__sluice_next[^\n]* -a {words[-1]} ")

    def test_zsh_is_accepted(self):
        self.accepted("zsh", "-n", "zsh")

    def test_fish_is_accepted(self):
        self.accepted("fish", "-n", "fish")


if __name__ == "__main__":
    unittest.main()
