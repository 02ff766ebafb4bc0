"""Kattis validator flags as hints."""

from __future__ import annotations

import pytest

from service.judging.kattis_flags import BadFlags, apply_flags
from trainer_client.wire import FloatTolerance, Hints


@pytest.mark.parametrize(
    ("flags", "hints"),
    [
        ("", Hints()),
        ("case_sensitive", Hints(ignore_case=False, float_tol=0.0)),
        (
            "space_change_sensitive",
            Hints(exact_whitespace=True, float_tol=0.0, ignore_case=True),
        ),
        (
            "float_tolerance 1e-6",
            Hints(
                float_tol=FloatTolerance(abs=1e-6, rel=1e-6),
                numbers_are_float=True,
                ignore_case=True,
            ),
        ),
        (
            "float_absolute_tolerance 1e-4",
            Hints(float_tol=FloatTolerance(abs=1e-4), numbers_are_float=True, ignore_case=True),
        ),
        (
            "float_relative_tolerance 1e-4 float_absolute_tolerance 1e-9 case_sensitive",
            Hints(
                float_tol=FloatTolerance(abs=1e-9, rel=1e-4),
                numbers_are_float=True,
                ignore_case=False,
            ),
        ),
    ],
)
def test_flags_become_hints(flags: str, hints: Hints) -> None:
    assert apply_flags(flags, Hints()) == hints


def test_a_given_hint_wins_over_a_flag() -> None:
    given = Hints(ignore_case=True)
    assert apply_flags("case_sensitive", given).ignore_case is True


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        ("case_insensitive", "case_insensitive"),
        ("float_tolerance", "float_tolerance"),
        ("float_tolerance x", "x"),
        ("float_tolerance -1", "-1"),
        ("float_tolerance nan", "nan"),
    ],
)
def test_bad_flags_are_named(flags: str, word: str) -> None:
    with pytest.raises(BadFlags, match=word):
        apply_flags(flags, Hints())
