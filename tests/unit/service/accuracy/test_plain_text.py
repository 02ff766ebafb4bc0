"""Text of programs is shown as it is, but for what cannot be seen or differs from run to run."""

from __future__ import annotations

import pytest

from service.accuracy.plain_text import cut, in_one_line, visible, without_measures
from service.accuracy.report_tables import percent


def test_what_cannot_be_seen_is_spelt_out() -> None:
    assert visible("a\x00\x1b[1m\u202e\ud800\r\n\tb é") == "a\\x00\\x1b[1m\\u202e\\ud800\\r\n\tb é"


def test_one_line_has_no_line_end_of_any_kind() -> None:
    assert in_one_line(" a\n\n b\u2028c\x85d ") == "a b c d"


def test_what_is_cut_is_counted() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "abc\n… 1 more characters are not shown"


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("CPU time 3.022 s, limit 3 s", "CPU time # s, limit # s"),
        ("wall time 12s", "wall time #s"),
        ("<object at 0x7fab01>", "<object at 0x#>"),
        ("line 3, token 2: 17.0 is not 18", "line 3, token 2: 17.0 is not 18"),
        ("3 sets, expected 4", "3 sets, expected 4"),
    ],
)
def test_measured_times_and_addresses_are_taken_out(reason: str, kept: str) -> None:
    assert without_measures(reason) == kept


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "none"),
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.99999, "> 99.9 %"),
        (0.00001, "< 0.1 %"),
        (0.982, "98.2 %"),
    ],
)
def test_a_percentage_never_rounds_to_none_or_all(value: float | None, shown: str) -> None:
    assert percent(value) == shown
