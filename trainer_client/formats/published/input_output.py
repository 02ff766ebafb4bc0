"""Lists of inputs beside lists of outputs, the shape of APPS' tests and of all that follow it.

For programs that read standard input, an input or an output is a text or a list of its lines. For
functions, an input is the list of arguments, and an output is the returned value, in many problems
inside a list of its own: such a list is taken off where every output of the problem has it, unless
the starter code says that the function itself returns lists of that depth.

Source: testing_util.py of the APPS repository (what its judge does with these shapes).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from trainer_client.formats.records import RowError
from trainer_client.formats.rows import RowModel
from trainer_client.wire import Mode

from .json_text import decoded, kind_of, list_of, object_of
from .problem import PublishedTest, WithoutTests

_KEY = re.compile(r"-?(?:0|[1-9][0-9]{0,99})")
_PLAIN = re.compile(r"(?:int|str|bool|float|bytes)")
_LISTS = re.compile(r"((?:(?:typing\.)?[Ll]ist\[)*)([A-Za-z_.]*)\]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Cases:
    """A problem's tests, and how they drive a program; `fn_name` is None for `stdio`."""

    mode: Mode
    tests: tuple[PublishedTest, ...]
    fn_name: str | None


class _InputOutput(RowModel):
    inputs: list[object]
    outputs: list[object]
    fn_name: str | None = None


def read_input_output(value: object, field: str, *, starter_code: str) -> Cases:
    """Return the tests of a field that holds `{inputs, outputs, fn_name?}`.

    Args:
        value: the field, JSON text or decoded.
        field: its name, for errors.
        starter_code: says what the function returns, where it is annotated; may be empty.

    Raises:
        WithoutTests: the field is empty, or its lists are.
        RowError: it has another shape.
    """
    found = decoded(value, field)
    if found is None or found == {}:
        raise WithoutTests(f"{field}: empty")
    read = object_of(found, _InputOutput, field)
    return cases_of(
        read.inputs, read.outputs, fn_name=read.fn_name, field=field, starter_code=starter_code
    )


def cases_of(
    inputs: Sequence[object],
    outputs: Sequence[object],
    *,
    fn_name: str | None,
    field: str,
    starter_code: str,
) -> Cases:
    """Return the tests of two lists that belong together.

    Args:
        inputs: one for each test.
        outputs: one for each test.
        fn_name: the function to call; None or an empty name for programs that read `stdin`.
        field: what holds them, for errors.
        starter_code: says what the function returns, where it is annotated; may be empty.

    Raises:
        WithoutTests: the lists are empty.
        RowError: the lists differ in length, or an item has another shape.
    """
    if len(inputs) != len(outputs):
        raise RowError(f"{field}: {len(outputs)} outputs for {len(inputs)} inputs")
    if not inputs:
        raise WithoutTests(f"{field}: no test")
    if not fn_name:
        texts = [_text(item, f"{field}.inputs.{index}") for index, item in enumerate(inputs)]
        answers = [_text(item, f"{field}.outputs.{index}") for index, item in enumerate(outputs)]
    elif _are_texts(inputs) and _are_texts(outputs):
        # As LiveCodeBench writes them: one JSON value a line, in texts.
        texts, answers = [str(item) for item in inputs], [str(item) for item in outputs]
    else:
        texts = [_arguments(item, f"{field}.inputs.{index}") for index, item in enumerate(inputs)]
        values = _returned(outputs, _returned_depth(starter_code, fn_name))
        answers = [json.dumps(value, ensure_ascii=False) for value in values]
    tests = zip(texts, answers, strict=True)
    return Cases(
        mode=Mode.CALL if fn_name else Mode.STDIO,
        tests=tuple(PublishedTest(input=given, output=answer) for given, answer in tests),
        fn_name=fn_name or None,
    )


def _are_texts(items: Sequence[object]) -> bool:
    return all(isinstance(item, str) for item in items)


def _text(item: object, field: str) -> str:
    if isinstance(item, list):
        lines = cast("list[object]", item)
        return "\n".join(_line(line, field) for line in lines)
    return _line(item, field)


def _line(item: object, field: str) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, int | float) and not isinstance(item, bool):
        return json.dumps(item)
    raise RowError(f"{field}: a text or a list of lines is needed, not {kind_of(item)}")


def _arguments(item: object, field: str) -> str:
    arguments = list_of(item, field)
    if len(arguments) == 1 and isinstance(arguments[0], dict):
        return _dict_text(cast("dict[str, object]", arguments[0]))
    return "\n".join(json.dumps(argument, ensure_ascii=False) for argument in arguments)


def _dict_text(held: dict[str, object]) -> str:
    """JSON makes the keys of a dict texts; a lone argument whose keys are all integers had those.

    What is written is a Python literal, which an argument may be as well.
    """
    if not held or not all(_KEY.fullmatch(key) for key in held):
        return json.dumps(held, ensure_ascii=False)
    pairs = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in held.items())
    return "{" + ", ".join(pairs) + "}"


def _returned(outputs: Sequence[object], depth: int | None) -> list[object]:
    inner: list[object] = []
    for item in outputs:
        if not isinstance(item, list):
            return list(outputs)
        items = cast("list[object]", item)
        if len(items) != 1:
            return list(outputs)
        inner.append(items[0])
    if depth is not None and max(map(_depth, outputs)) <= depth:
        return list(outputs)
    return inner


def _depth(value: object) -> int:
    depth = 0
    while isinstance(value, list):
        items = cast("list[object]", value)
        depth += 1
        value = items[0] if items else None
    return depth


def _returned_depth(starter_code: str, fn_name: str) -> int | None:
    """Return how deep the lists are that the function returns, None where nothing says it."""
    found = re.search(
        rf"def\s+{re.escape(fn_name)}\s*\([^)]*\)\s*->\s*([^:\n]+):", starter_code[:100_000]
    )
    lists = found and _LISTS.fullmatch(found[1].strip())
    if not lists or not _PLAIN.fullmatch(lists[2]):
        return None
    return lists[1].count("[")
