"""Nanoseconds of processor time a page: `python pace.py FILE`. See benches/pace.rs."""

import struct
import sys
import time

import charsniff

ROUNDS = 30


def pages(file):
    fields = []
    while length := file.read(4):
        fields.append(file.read(*struct.unpack("<I", length)))
    return [(content_type.decode(), body) for content_type, body in zip(fields[::3], fields[2::3])]


with open(sys.argv[1], "rb") as file:
    made = pages(file)
context = charsniff.Context("html")
fastest = float("inf")
for _ in range(ROUNDS):
    start = time.process_time_ns()
    for content_type, body in made:
        charsniff.decode(body, content_type, context=context).text
    fastest = min(fastest, time.process_time_ns() - start)
print(fastest // len(made))
