"""Diagnostics that come from checking on Linux and not from the code: the one place that knows them.

Each is (kind, pattern of the message, why it cannot be right). They are counted in the report, and --artefacts
prints them.
"""
import re

ARTEFACTS = [
    (
        "warning", r"import of '(Foundation|AppleBridging)' was not used in (public|package) declarations",
        # Both re-export the same types and the compiler credits one of them. `swift build` finds the true ones.
        "AppleBridging stands beside every import of Foundation in the copy"),
    (
        "warning", r"cast from 'CFDictionary\?' to unrelated type '\[CFString : Any\]' always fails",
        "Apple's compiler bridges CFDictionary"),
    (
        "warning", r"public import of 'AppleBridging' was not used",
        "AppleBridging stands beside every import of Foundation in the copy"),
]
_COMPILED = [(kind, re.compile(pattern)) for kind, pattern, _ in ARTEFACTS]


def is_artefact(kind, message):
    return any(kind == known and pattern.search(message) for known, pattern in _COMPILED)
