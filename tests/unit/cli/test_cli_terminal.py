"""What judged programs print cannot drive the terminal of whoever reads it."""

from __future__ import annotations

from service.cli.terminal import one_line, spelt_out


def test_control_characters_are_spelt_out_and_layout_is_kept() -> None:
    assert spelt_out("a\tb\n\x1b[2J\x00\x9b\u202e\r") == "a\tb\n\\x1b[2J\\x00\\x9b\\u202e\\r"


def test_one_line_is_one_short_line() -> None:
    assert one_line("\n \n  first\nsecond") == "first"
    assert one_line("") == ""
    assert len(one_line("x" * 500)) == 100
    assert one_line("x" * 500).endswith("...")
