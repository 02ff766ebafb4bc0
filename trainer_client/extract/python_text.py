"""What can be said of a Python text without running it. Standard library only; never raises.

A text that the parser of this interpreter refuses is no Python here. Texts over `LONGEST` are not
looked at, because parsing costs far more than reading.
"""

from __future__ import annotations

import ast
import builtins

LONGEST = 1 << 17
_PROMPT = ">>>"
_ALWAYS_THERE = frozenset(dir(builtins))
_Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def parse(code: str) -> ast.Module | None:
    """Return the tree of a text, or None where it is no Python or too long."""
    if len(code) > LONGEST:
        return None
    try:
        return ast.parse(code.strip("\r\n"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_program(code: str) -> bool:
    """Return True where a text parses and does something; prose that happens to parse does not."""
    tree = parse(code)
    return tree is not None and any(_does_something(node) for node in tree.body)


def refused_line(code: str) -> int | None:
    """Return the line, from 0, at which the parser refuses a text, or None."""
    if len(code) > LONGEST:
        return None
    try:
        ast.parse(code)
    except SyntaxError as error:
        return error.lineno - 1 if error.lineno else None
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def only_uses(code: str, earlier: str) -> bool:
    """Return True where a text is not a program but uses, tests or remarks on an earlier one.

    It is an interpreter's session; or it defines no function or class but tests, and it has no
    effect (comments, an output), or else needs a name that only a function or class of the earlier
    text binds: alone it would fail.
    """
    before = parse(earlier)
    if before is not None and code.lstrip().startswith(_PROMPT):
        return True
    tree = parse(code)
    if tree is None or before is None:
        return False
    if not any(_does_something(node) for node in tree.body):
        return any(_does_something(node) for node in before.body)
    if any(not node.name.lower().startswith("test") for node in _definitions(tree)):
        return False
    return not {node.name for node in _definitions(before)}.isdisjoint(_free_names(tree))


def _does_something(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.Await))
    return not isinstance(node, (ast.AnnAssign, ast.Pass))


def _definitions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, _Definition)]


def _free_names(tree: ast.Module) -> set[str]:
    """Return the names that a text reads and nowhere binds, builtins left out."""
    read: set[str] = set()
    bound: set[str] = set(_ALWAYS_THERE)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, _Definition):
            bound.add(node.name)
    return read - bound
