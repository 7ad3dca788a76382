#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes tests/vectors/hash/lengths.txt: digests of messages of many lengths by Python's hashlib.

Byte i of every message is (167 i + 13 + i // 256) mod 256. keyed: BLAKE2b, 32 bytes of output, key "a key of 17 bytes".
"""
import hashlib
import pathlib

LENGTHS = [0, 1, 3, 31, 32, 33, 55, 56, 57, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 191, 192, 193, 255, 256, 257,
           1000, 4096, 10007]
HASHES = {
    "sha256": hashlib.sha256,
    "blake2s": hashlib.blake2s,
    "blake2b": hashlib.blake2b,
    "keyed": lambda data: hashlib.blake2b(data, digest_size=32, key=b"a key of 17 bytes"),
}

out = pathlib.Path(__file__).resolve().parent.parent / "hash" / "lengths.txt"
with out.open("w") as f:
    f.write("# HASH LENGTH DIGEST; made by gen/hashes.py, which says what the messages are\n")
    for name, function in HASHES.items():
        for n in LENGTHS:
            data = bytes((167 * i + 13 + i // 256) % 256 for i in range(n))
            f.write(f"{name} {n} {function(data).hexdigest()}\n")
