"""A program whose function is called: decodes the arguments, calls, sends the value out typed.

Standard library only. The program is imported as a module named `solution`, so its main guard does
not run. What goes out is `R` + the returned value and, on a second line, the first argument as it
is after the call; or `F` + the name of what went wrong. All of it is hostile input to the host: a
program that writes this file itself has merely returned a value in another way.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any, NoReturn

from . import preludes, typed
from .script import Script, without_our_frames
from .watch import RESULT_FD

_NODE = re.compile(r"\b(ListNode|TreeNode)\b")
_LIST_OF_NODES = re.compile(r"\b(?:list|List|Sequence|Iterable)\[.*\b(?:ListNode|TreeNode)\b")
_dumps, _loads = typed.dumps, typed.loads
_exit, _ftruncate, _pwrite = os._exit, os.ftruncate, os.pwrite


class MissingFunction(Exception):
    """The program has no function of the asked name."""


class Call(Script):
    """A program that is imported, then called once."""

    module_name = "solution"

    def __init__(self, code: CodeType, plan: dict[str, Any]) -> None:
        """Make the program's module; see `Script`. `arguments` is set later, a typed list."""
        super().__init__(code, plan)
        sys.modules["__main__"] = ModuleType("__main__")
        self._fn_name = plan["fn_name"]
        self._inplace = plan["inplace"]
        self._form = plan["value_form"]
        if self._fn_name in preludes.names_of(plan["prelude"]):
            # What the prelude gives is no answer; the program must bind the name itself.
            del self.namespace[self._fn_name]

    def end(self, error: BaseException | None) -> None:
        """Call the function and send what it gave back; never returns."""
        try:
            answer = self._answer(error).encode()
        except BaseException as failure:  # noqa: BLE001 - whatever the program raises is a fact
            _fail(failure)
        _send(b"R" + answer)
        _exit(0)

    def _answer(self, error: BaseException | None) -> str:
        if error is not None:
            raise error
        function = _find(self.namespace, self._fn_name)
        arguments = _loads(self.arguments.decode())
        kinds, returns = _node_annotations(function)
        for index, kind in enumerate(kinds[: len(arguments)]):
            arguments[index] = _to_nodes(arguments[index], kind, self.namespace)
        returned = function(*arguments)
        if returned is None and returns:
            no_nodes: list[Any] = []
            returned = no_nodes
        answer = _dumps(returned, self._form)
        if arguments and (self._inplace or returned is None):
            first: Any = [] if arguments[0] is None and kinds[0] else arguments[0]
            answer += "\n" + _dumps(first, self._form)
        return answer


def _find(namespace: dict[str, Any], name: str) -> Callable[..., Any]:
    """Return the method of `Solution`, or else the module's function, of a name."""
    solution = namespace.get("Solution")
    if isinstance(solution, type) and hasattr(solution, name):
        return getattr(solution(), name)  # type: ignore[no-any-return]
    function = namespace.get(name)
    if callable(function):
        return function  # type: ignore[no-any-return]
    raise MissingFunction(f"the program has no function {name!r}")


def _node_annotations(function: Callable[..., Any]) -> tuple[list[str], bool]:
    """Return each parameter's annotation where it names a node ("" elsewhere), and the result's."""
    annotations: dict[str, Any] | None = getattr(function, "__annotations__", None)
    if not isinstance(annotations, dict) or not annotations:
        return [""], False
    texts = {name: _annotation_text(value) for name, value in annotations.items()}
    if not any(_NODE.search(text) for text in texts.values()):
        return [""], False
    # Imported where it is needed: it is large, and a fork pays for every page.
    inspect = importlib.import_module("inspect")
    names = list(inspect.signature(function).parameters)
    kinds = [text if _NODE.search(text) else "" for text in (texts.get(n, "") for n in names)]
    return kinds or [""], bool(_NODE.search(texts.get("return", "")))


def _annotation_text(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return annotation.__name__ if isinstance(annotation, type) else repr(annotation)


def _to_nodes(value: Any, annotation: str, namespace: dict[str, Any]) -> Any:
    """Return a level-order list (or a list of them) as the nodes that an annotation asks for."""
    if not annotation or value is None:
        return value
    if _LIST_OF_NODES.search(annotation):
        inner = annotation.partition("[")[2]
        return [_to_nodes(item, inner, namespace) for item in value]
    found = _NODE.search(annotation)
    kind = found.group(1) if found else ""
    node_class = namespace.get(kind)
    if not isinstance(node_class, type):
        node_class = getattr(preludes, kind)
    return (_linked_list if kind == "ListNode" else _tree)(value, node_class)


def _linked_list(values: list[Any], node_class: Any) -> Any:
    head = None
    for value in reversed(values):
        node = node_class(value)
        node.next = head
        head = node
    return head


def _tree(values: list[Any], node_class: Any) -> Any:
    if not values or values[0] is None:
        return None
    root = node_class(values[0])
    waiting = deque([root])
    rest = iter(values[1:])
    while waiting:
        parent = waiting.popleft()
        for side in ("left", "right"):
            value = next(rest, None)
            if value is not None:
                node = node_class(value)
                setattr(parent, side, node)
                waiting.append(node)
    return root


def _fail(failure: BaseException) -> NoReturn:
    name = "missing_function" if isinstance(failure, MissingFunction) else type(failure).__name__
    _send(b"F" + name[:100].encode(errors="replace"))
    shown = without_our_frames(failure.__traceback__)
    try:
        traceback.print_exception(failure.with_traceback(shown))
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001 - its __str__ is the program's
        _exit(1)
    _exit(1)


def _send(message: bytes) -> None:
    _ftruncate(RESULT_FD, 0)
    sent = 0
    try:
        while sent < len(message):
            sent += _pwrite(RESULT_FD, message[sent:], sent)
    except OSError:
        # Longer than the output limit: the file is now one byte longer, which says so.
        _exit(1)
