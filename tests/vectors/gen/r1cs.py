#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes tests/vectors/r1cs/systems.txt: small constraint systems as they are written, with their digests (spec 2.3).

    system NAME INPUTS TYPES    ONE included; one letter an auxiliary wire, b (bit) or f (field)
    row A | B | C               terms WIRE*COEFF in the order in which they are written; COEFF is hexadecimal, below r
    digest HEX

`wide` is a rule instead of rows: see wide().
"""
import hashlib
import pathlib
import random

R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


def digest(inputs, aux, rows):
    h = hashlib.blake2s()
    for n in (inputs, aux, len(rows)):
        h.update(n.to_bytes(8, "big"))
    for row in rows:
        for lc in row:
            merged = {}
            for wire, coeff in lc:
                merged[wire] = (merged.get(wire, 0) + coeff) % R
            terms = sorted((w for w in merged if merged[w]), key=lambda w: (w[0] == "A", int(w[1:])))
            h.update(len(terms).to_bytes(8, "big"))
            for w in terms:
                h.update(w[0].encode() + int(w[1:]).to_bytes(8, "big") + merged[w].to_bytes(32, "big"))
    return h.hexdigest()


def lc(text):
    """'A0 -2*I0' -> [('A0', 1), ('I0', -2)]"""
    out = []
    for term in text.split():
        sign = -1 if term.startswith("-") else 1
        coeff, _, wire = term.lstrip("-").rpartition("*")
        out.append((wire, sign * int(coeff or "1") % R))
    return out


def system(name, inputs, types, *rows):
    return name, inputs, types, [tuple(lc(part) for part in row.split("|")) for row in rows]


def wide():
    """n auxiliary field wires; A has wire 7 i mod n with coefficient i, i = 1 .. n; B is ONE; C is 3 times the same."""
    n = 100003
    row = tuple([[("A%d" % (7 * i % n), k * i) for i in range(1, n + 1)] if k else [("I0", 1)] for k in (1, 0, 3)])
    return n, digest(1, n, [row])


def chance(seed):
    rng = random.Random(seed)
    inputs, aux = rng.randint(1, 6), rng.randint(0, 40)
    wires = ["I%d" % i for i in range(inputs)] + ["A%d" % i for i in range(aux)]
    special = [0, 1, R - 1, 2, R - 2, 1 << 32, 1 << 254, R // 2]

    def combination():
        return [(rng.choice(wires), rng.choice(special + [rng.randrange(R)] * 4)) for _ in range(rng.randint(0, 9))]

    rows = [tuple(combination() for _ in range(3)) for _ in range(rng.randint(0, 30))]
    return "chance-%d" % seed, inputs, "".join(rng.choice("bf") for _ in range(aux)), rows


SYSTEMS = [
    system("empty", 1, ""),
    system("bit", 1, "b", "I0 -A0 | A0 |"),
    system("inputs-only", 3, "", "I1 | I0 | I2", "I2 I1 | I1 | 5*I0"),
    system("empty-rows", 2, "f", "||", "| I0 |", "||A0"),
    system("only-in-c", 1, "ffb", "I0 | I0 | A1"),
    system("unsorted", 3, "fff", "A2 A0 I2 A1 I0 I1 | I1 I0 | A1 A0"),
    system("duplicates", 2, "ff", "A1 A0 A1 2*A1 I1 I1 | A0 A0 | 3*I0 4*I0"),
    system("cancel", 2, "ff", "A1 A0 -A1 I1 -I1 | A0 -A0 | 3*I0 -3*I0 A1"),
    system("zeros", 2, "ff", "0*A1 A0 0*I0 | 0*I1 | 0*A0 0*A1"),
    system("unused", 4, "fbfbf", "A1 | A1 | A1"),
] + [chance(seed) for seed in range(8)]

out = pathlib.Path(__file__).resolve().parent.parent / "r1cs" / "systems.txt"
with out.open("w") as f:
    f.write("# made by gen/r1cs.py, which says what the lines mean\n")
    for name, inputs, types, rows in SYSTEMS:
        f.write(f"system {name} {inputs} {types or '-'}\n")
        for row in rows:
            f.write("row " + " | ".join(" ".join(f"{w}*{c % R:x}" for w, c in part) for part in row) + "\n")
        f.write(f"digest {digest(inputs, len(types), rows)}\n")
    f.write("wide %d %s\n" % wide())
