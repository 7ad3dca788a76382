#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Turns tests/vectors/filecoin/primitives.json into line-based text that C tests read with sscanf.

Usage: primitives.py [--check]

Writes tests/vectors/primitives/*.txt, or with --check compares them and exits with 1 if one differs. In each file, lines
that start with # are comments (the first ones document the columns), columns are separated by one space, and a column
`note` is the rest of the line. Hex: Fr 32 bytes little-endian, Fp 48 bytes big-endian, points in the ZCash encoding.
Booleans are 0 and 1.
"""

import json
import pathlib
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent


def rows_fr(data):
    yield "# op A B A+B A-B A*B -A A^2 A^5 1/A (- where there is none)"
    yield "# canonical BYTES ACCEPT NOTE: is BYTES the encoding of an element"
    yield "# constant NAME VALUE: modulus is big-endian"
    for c in data["ops"]:
        yield ("op", c["a"], c["b"], c["add"], c["sub"], c["mul"], c["neg"], c["square"], c["a_pow_5"],
               c["inverse"] or "-")
    for c in data["canonical"]:
        yield ("canonical", c["bytes"], int(c["accept"]), c["note"])
    yield ("constant", "modulus", data["modulus_be"])
    yield ("constant", "generator", data["generator"])
    yield ("constant", "root_of_unity", data["root_of_unity_2_32"])


def rows_fp(data):
    yield "# A B A+B A-B A*B -A 1/A (0 for 0) IS_SQUARE (of A)"
    for c in data["fp"]:
        yield (c["a"], c["b"], c["add"], c["sub"], c["mul"], c["neg"], c["inverse_0_for_0"], int(c["is_square"]))


def rows_fp2(data):
    yield "# X Y X+Y X-Y X*Y X^2 1/X (0 for 0) IS_SQUARE (of X); an element is two columns, c0 then c1"
    for c in data["fp2"]:
        yield (*c["x"], *c["y"], *c["add"], *c["sub"], *c["mul"], *c["square"], *c["inverse_0_for_0"],
               int(c["is_square"]))


def rows_encodings(data):
    yield "# GROUP BYTES CHECKED UNCHECKED NOTE: does the reference accept BYTES as a point of GROUP (g1, g2) with and without"
    yield "# the subgroup check. The length tells compressed from uncompressed. The reference accepts the identity. It also"
    yield "# accepts the note `uncompressed with compression flag` (reads the first half only), which we refuse."
    for group in "g1", "g2":
        for c in data[group]:
            yield (group, c["bytes"], int(c["accept"]["checked"]), int(c["accept"]["unchecked"]), c["note"])


def rows_multiples(data):
    yield "# GROUP K COMPRESSED UNCOMPRESSED: K (Fr) times the generator of GROUP (g1, g2)"
    for group in "g1", "g2":
        for c in data["multiples_of_generator"][group]:
            yield (group, c["k"], c["compressed"], c["uncompressed"])


def rows_msm(data):
    yield "# case N SUM_G1 SUM_G2: the next N lines `term SCALAR G1 G2` are its terms; points compressed"
    for c in data:
        yield ("case", len(c["scalars"]), c["sum_g1"], c["sum_g2"])
        for term in zip(c["scalars"], c["g1"], c["g2"], strict=True):
            yield ("term", *term)


def rows_fft(data):
    yield "# case LOG2_SIZE N SHA256(INPUT) SHA256(FFT) SHA256(IFFT) SHA256(COSET_FFT) SHA256(ICOSET_FFT): SHA-256 over all"
    yield "# elements, 32 bytes each; the next N lines `value INPUT FFT IFFT COSET_FFT ICOSET_FFT` are the first N elements."
    yield "# " + data["input_rule"]
    names = ("input", "fft", "ifft", "coset_fft", "icoset_fft")
    for c in data["cases"]:
        first = list(zip(*(c[n]["first"] for n in names), strict=True))
        yield ("case", c["log2_size"], len(first), *(c[n]["sha256"] for n in names))
        for values in first:
            yield ("value", *values)


def rows_poseidon(data):
    yield "# TAG ARITY HASH INPUT...: ARITY inputs; TAG merkle, or 2^40 for the custom tag of sector update randomness"
    for c in data["poseidon"]:
        tag = {"merkle tree": "merkle", "2^40 (sector update randomness)": "2^40"}[c["tag"]]
        yield (tag, c["arity"], c["hash"], *c["input"])


def rows_sha256_nodes(data):
    yield "# LEFT RIGHT NODE: NODE = SHA-256(LEFT | RIGHT) with the two top bits of the last byte cleared"
    for c in data["sha256_node_trimmed"]:
        yield (c["left"], c["right"], c["node"])


def rows_pairings(data):
    yield "# case IS_ONE N NOTE: is the product of the pairings of the next N lines `pair G1 G2` (compressed) one"
    for c in data:
        yield ("case", int(c["product_is_one"]), len(c["pairs"]), c["note"])
        for pair in c["pairs"]:
            yield ("pair", *pair)


FILES = {
    "fr": ("fr", rows_fr),
    "fp": ("fp", rows_fp),
    "fp2": ("fp", rows_fp2),
    "encodings": ("encodings", rows_encodings),
    "multiples": ("encodings", rows_multiples),
    "msm": ("msm", rows_msm),
    "fft": ("fft", rows_fft),
    "poseidon": ("hashes", rows_poseidon),
    "sha256_nodes": ("hashes", rows_sha256_nodes),
    "pairings": ("pairings", rows_pairings),
}


def main():
    data = json.loads((VECTORS / "filecoin/primitives.json").read_text())
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for name, (section, rows) in FILES.items():
        lines = (row if isinstance(row, str) else " ".join(map(str, row)) for row in rows(data[section]))
        text = "".join(line + "\n" for line in lines)
        path = VECTORS / "primitives" / f"{name}.txt"
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path} is not what {sys.argv[0]} makes", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
