"""Finds integers that an `Int` of 32 bits, as on watchOS, cannot hold: the program would end there.

They are seen in SIL, the compiler's own form of the program, where literals have their types and constants are folded.
"""
import re

LITERAL = re.compile(r"^\s*(%\d+) = integer_literal \$Builtin\.(?:Int64|Word), (-?\d+)(.*)$")
PLACE = re.compile(r'loc "([^"]+)":(\d+):(\d+)')
WRAPPED = re.compile(r"struct \$(U?Int) \((%\d+)(?: :[^)]*)?\)(.*)$")
OWNER = re.compile(r"^(?:sil|sil_global)\b.*?@(\S+)")


def too_wide(sil):
    """(place, message) of each, once; the place is the mangled name of a declaration where SIL has no line."""
    found, literals, owner = [], {}, ""
    for line in sil:
        if match := OWNER.match(line):
            owner, literals = match[1], {}
        elif match := LITERAL.match(line):
            literals[match[1]] = (int(match[2]), match[3])
        elif (match := WRAPPED.search(line)) and match[2] in literals:
            value, rest = literals[match[2]]
            # Near the ends of 64 bits are `Int.min` and `Int.max`, which are others there.
            if abs(value) > (1 << 63) - 256 or -(1 << 31) <= value < (1 << (31 if match[1] == "Int" else 32)): continue
            place = PLACE.search(rest) or PLACE.search(match[3])
            where = ":".join(place.groups()) + ":" if place else owner + ":"
            item = (where, f"{value} is more than an '{match[1]}' of 32 bits holds")
            if item not in found: found.append(item)
    return found
