"""Texts of one value: what is read, what is refused."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from sandbox.values import DictValue, SetValue
from service.checkers.value_text import MAX_DEPTH, NotAValue, parse_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        (" [1, 2.5, null, true] ", [1, 2.5, None, True]),
        ("[1, None, True, (2,), ()]", [1, None, True, (2,), ()]),
        ("(1)", 1),
        ("'it\\'s'", "it's"),
        ("'a' \"b\"", "ab"),
        ("'''a\nb'''", "a\nb"),
        ("''", ""),
        ("r'\\d'", "\\d"),
        ("b'ab'", b"ab"),
        ("b'\\xff\\n\\u00e9'", b"\xff\n\\u00e9"),
        ("'\\d\\x41\\101\\u00e9\\N{BULLET}\\\n'", "\\dAA\u00e9\u2022"),
        ("'\\U0001f600'", "\U0001f600"),
        ("rb'\\n'", b"\\n"),
        ("'''it's'''", "it's"),
        ("00", 0),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ("{}", DictValue(())),
        ("{'a': 1, 2: [3]}", DictValue((("a", 1), (2, [3])))),
        ('{"a": {"b": 1}}', DictValue((("a", DictValue((("b", 1),))),))),
        ("{1, 2,}", SetValue((1, 2))),
        ("set()", SetValue(())),
        ("frozenset({1})", SetValue((1,))),
        ("[1,]", [1]),
        ("-1_000", -1000),
        ("0x10", 16),
        ("[-.5, +2, 1e3]", [-0.5, 2, 1000.0]),
        ("[inf, -inf, Infinity]", [math.inf, -math.inf, math.inf]),
        ("1e400", Decimal("1e400")),
    ],
)
def test_values_are_read(text: str, value: object) -> None:
    read = parse_value(text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "[", "]", "[1 2]", "[1,,2]", "{1: }", "{1: 2, 3}", "{1 2}", "{,}", "1 2", "x"],
        *["1 + 1", "f(1)", "'a", "[1] [2]", "'a' b'b'", "lambda: 0", "set([1])", "007", "1e"],
        *["b'\u00e9'", "\x00", "'\\x'", "__import__('os')", "1_", "1__0", "0x", "0b2", "1j"],
        *["f'a'", "bu'a'", "'\\u12'", "'\\N{NO SUCH}'", "1e5x"],
    ],
)
def test_what_is_no_literal_is_refused(text: str) -> None:
    with pytest.raises(NotAValue):
        parse_value(text)


def test_nan_is_read() -> None:
    for text in ("NaN", "nan", "[nan]"):
        value = parse_value(text)
        assert repr(value).strip("[]") == "nan"


@pytest.mark.parametrize(("opening", "closing"), ["[]", ("(", ",)"), ('{"a":', "}")])
def test_nesting_is_bounded(opening: str, closing: str) -> None:
    parse_value(opening * MAX_DEPTH + "1" + closing * MAX_DEPTH)
    for depth in (MAX_DEPTH + 1, 2_000, 100_000):
        with pytest.raises(NotAValue):
            parse_value(opening * depth + "1" + closing * depth)


def test_integers_of_thousands_of_digits_are_read() -> None:
    text = "9" * 20_000
    assert parse_value(text) == 10**20_000 - 1
    assert parse_value(f"({text}, 'x')") == (10**20_000 - 1, "x")
    with pytest.raises(NotAValue, match="200000 > 100000 digits"):
        parse_value("9" * 200_000)


@pytest.mark.parametrize("digits", [640, 641, 1279, 1280, 1281, 1921, 4300, 9_999])
def test_an_integer_of_any_length_is_exact(digits: int) -> None:
    value = sum(10**place for place in range(0, digits, 7)) + 10 ** (digits - 1)
    text = str(Decimal(value))
    assert len(text) == digits
    assert parse_value(text) == value
    assert parse_value(f"[-{text}]") == [-value]
    assert parse_value(f"(+{text}, 'x')") == (value, "x")
