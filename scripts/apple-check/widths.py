"""Finds integers that an `Int` of 32 bits, as on watchOS, cannot hold: the program would end there.

They are seen in SIL, the compiler's own form of the program, where literals have their types and constants are folded.
"""
import re

LITERAL = re.compile(r"^\s*(%\d+) = integer_literal \$Builtin\.(?:Int64|Word), (-?\d+)(.*)$")
PLACE = re.compile(r'loc "([^"]+)":(\d+):(\d+)')
# Comparisons are inlined: `count < 10_000_000_000` takes what the compiler keeps of `count` and the literal itself. Other operators
# may be of an integer made of `count`, which looks the same.
EXTRACTED = re.compile(r"^\s*(%\d+) = struct_extract (?:%\d+|\(%\d+ : [^)]*\)), #(U?Int)\._value")
COMPARED = re.compile(r'^\s*(?:%\d+ = )?builtin "cmp_[^"]*"\(([^)]*)\)(.*)$')
WRAPPED = re.compile(r"struct \$(U?Int) \((%\d+)(?: :[^)]*)?\)(.*)$")
OWNER = re.compile(r"^(?:sil|sil_global)\b.*?@(\S+)")


def too_wide(sil):
    """(place, message) of each, once; the place is the mangled name of a declaration where SIL has no line."""
    found, literals, integers, owner = [], {}, {}, ""

    def check(operand, kind, rest):
        value, own = literals[operand]
        # Near the ends of 64 bits are `Int.min` and `Int.max`, which are others there; `UInt32(count)` compares with its own end.
        if abs(value) > (1 << 63) - 256 or value == (1 << 32) - 1 or -(1 << 31) <= value < (1 << (31 if kind == "Int" else 32)): return
        place = PLACE.search(own) or PLACE.search(rest)
        where = ":".join(place.groups()) + ":" if place else owner + ":"
        item = (where, f"{value} is more than an '{kind}' of 32 bits holds")
        if item not in found: found.append(item)

    for line in sil:
        if match := OWNER.match(line):
            owner, literals, integers = match[1], {}, {}
        elif match := LITERAL.match(line):
            literals[match[1]] = (int(match[2]), match[3])
        elif match := EXTRACTED.match(line):
            integers[match[1]] = match[2]
        elif match := COMPARED.match(line):
            operands = re.findall(r"%\d+", match[1])
            kinds = [integers[operand] for operand in operands if operand in integers]
            for operand in operands:
                if operand in literals and kinds: check(operand, kinds[0], match[2])
        elif (match := WRAPPED.search(line)) and match[2] in literals:
            check(match[2], match[1], match[3])
    return found
