"""Wrong outputs that other judges are known to accept: `default` refuses each.

Cascades of sets, rounding and closeness of floats accept about half of them, comparisons that stop
with the shorter text the prefixes. The last two are what no judge accepts.
"""

from __future__ import annotations

import pytest

from service.judging.compare import compare_text
from service.judging.policies import build_policy
from trainer_client.wire import Hints

# Name: what is printed, what is expected.
WRONG_OUTPUTS = {
    "two lines changed places": ("8 tail\n3 head\n", "3 head\n8 tail\n"),
    "one line too many of a kind, one too few of another": ("5\n5\n9\n", "5\n9\n9\n"),
    "words changed places in one of two lines": ("red green\nblue\n", "green red\nblue\n"),
    "words changed places in the only line": ("sea by the\n", "by the sea\n"),
    "a repeated word stands elsewhere": ("ha ho ha ha\n", "ha ha ho ha\n"),
    "seven digits, the last one off": ("4000001\n", "4000002\n"),
    "twelve digits, the last ones off": ("987654321012\n", "987654321987\n"),
    "a large integer off beside a small one": ("2000000007 3\n", "2000000009 3\n"),
    "integers written with a point, off by one": ("200001.0\n", "200000.0\n"),
    "a small decimal three times as large": ("0.0003\n", "0.0001\n"),
    "the first of three lines": ("6\n", "6\n7\n8\n"),
    "a line after the last one": ("6\n7\n", "6\n"),
    "no for yes": ("NO\n", "YES\n"),
    "letters in another case where they are the data": ("aB cD\n", "Ab Cd\n"),
    "only the last line is wrong": ("6\n7\n1\n", "6\n7\n8\n"),
    "nothing": ("", "6\n"),
}


@pytest.mark.parametrize("name", WRONG_OUTPUTS)
def test_a_wrong_output_is_refused_and_its_answer_accepted(name: str) -> None:
    output, answer = (text.encode() for text in WRONG_OUTPUTS[name])
    policy = build_policy("default", Hints())
    assert compare_text(policy, answer, [answer]).accepted
    assert not compare_text(policy, output, [answer]).accepted


def test_a_cascade_of_sets_and_closeness_accepts_nine_of_them() -> None:
    policy = build_policy("microcoder", Hints())
    accepted = {
        name
        for name, (output, answer) in WRONG_OUTPUTS.items()
        if compare_text(policy, output.encode(), [answer.encode()]).accepted
    }
    assert len(accepted) == 9, accepted
