"""Writes test/fixtures/pymavlink-vectors.txt: each message as pymavlink packs it, by classes generated from the same definitions.

  pip install pymavlink==2.4.50
  python build/pymavlink-vectors.py FOLDER    # a clone of https://github.com/mavlink/mavlink

A line has a name, a packet with random values, and a signed packet with extreme values, both in base64. The values follow from
the id of the message: test/support/vector-values.ts draws the same ones. pymavlink also reads each packet back, and checks each signature.
"""

import base64
import importlib.util
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

DIALECTS = {"ardupilotmega": None, "development": ["CONTROL_STATUS"]}
KEY = bytes(range(32))
LINK_ID = 7
FIRST_TIMESTAMP = 36_000_000_000_000
SYSTEM, COMPONENT, SEQUENCE = 255, 190, 200


class Words:
    """mulberry32, as `UniformStream` of @kitestring/base."""

    def __init__(self, start):
        self.state = start

    def word(self):
        self.state = (self.state + 0x6D2B79F5) & 0xFFFFFFFF
        a = self.state
        mixed = ((a ^ (a >> 15)) * (a | 1)) & 0xFFFFFFFF
        mixed = ((mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61))) & 0xFFFFFFFF) ^ mixed
        return (mixed ^ (mixed >> 14)) & 0xFFFFFFFF


def bounds(kind):
    bits = int("".join(c for c in kind if c.isdigit()))
    return (0, 2**bits - 1) if kind.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def random_value(kind, words):
    if kind in ("float", "double"):
        word = words.word()
        value = (word - 2**32 if word >= 2**31 else word) / 1024
        return single(value) if kind == "float" else value
    low, high = bounds(kind)
    bits = (high - low).bit_length()
    word = (words.word() << 32) | words.word() if bits == 64 else words.word() >> (32 - bits)
    return word - 2**bits if word > high else word


def extreme_value(kind, words):
    word = words.word()
    if kind in ("float", "double"):
        most, least = (single(3.4028234663852886e38), single(1e-45)) if kind == "float" else (sys.float_info.max, 5e-324)
        return [0.0, -0.0, math.inf, -math.inf, math.nan, most, least][word % 7]
    low, high = bounds(kind)
    return [low, high, 0][word % 3]


def text(length, words, extreme):
    if extreme:
        return [b"", b"x" * length, ("\u00e9" * (length // 2)).encode()][words.word() % 3]
    return bytes(32 + words.word() % 95 for _ in range(words.word() % (length + 1)))


def values(message, extreme):
    words = Words(message.id * 2 + extreme)
    kinds = dict(zip(message.fieldnames, message.fieldtypes))
    lengths = {name: message.array_lengths[message.ordered_fieldnames.index(name)] for name in message.fieldnames}
    value = extreme_value if extreme else random_value
    drawn = {}
    for name in sorted(message.fieldnames):
        if kinds[name] == "char":
            drawn[name] = text(lengths[name], words, extreme)
        elif lengths[name] > 0:
            drawn[name] = [value(kinds[name], words) for _ in range(lengths[name])]
        else:
            drawn[name] = value(kinds[name], words)
    return drawn


def module_of(folder, dialect, target):
    source = Path(folder, "message_definitions/v1.0", f"{dialect}.xml")
    command = ["-m", "pymavlink.tools.mavgen", "--lang", "Python3", "--wire-protocol", "2.0"]
    subprocess.run([sys.executable, *command, "-o", target, source], check=True, stdout=subprocess.DEVNULL)
    spec = importlib.util.spec_from_file_location(dialect, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def packed(module, message, extreme, timestamp):
    sender = module.MAVLink(None, srcSystem=SYSTEM, srcComponent=COMPONENT)
    sender.seq = SEQUENCE
    sender.signing.secret_key, sender.signing.link_id, sender.signing.timestamp = KEY, LINK_ID, timestamp
    sender.signing.sign_outgoing = extreme
    bytes_ = bytes(message(**values(message, extreme)).pack(sender))
    receiver = module.MAVLink(None)
    receiver.signing.secret_key = KEY if extreme else None
    again = receiver.decode(bytearray(bytes_))
    assert again.get_signed() == extreme and bytes(again.pack(sender))[10 : 10 + bytes_[1]] == bytes_[10 : 10 + bytes_[1]]
    return base64.b64encode(bytes_).decode()


def main(folder):
    lines = []
    with tempfile.TemporaryDirectory() as scratch:
        for dialect, names in DIALECTS.items():
            module = module_of(folder, dialect, Path(scratch, f"{dialect}.py"))
            for message in sorted(module.mavlink_map.values(), key=lambda message: message.id):
                if names is not None and message.msgname not in names or message.id < 0:
                    continue
                both = [packed(module, message, extreme, FIRST_TIMESTAMP + len(lines)) for extreme in (False, True)]
                lines.append(" ".join([message.msgname, *both]))
    Path(__file__).parent.parent.joinpath("test/fixtures/pymavlink-vectors.txt").write_text("\n".join(lines) + "\n")
    print(len(lines), "messages")


main(sys.argv[1])
