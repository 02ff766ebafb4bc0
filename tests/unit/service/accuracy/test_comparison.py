"""What counts, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.accuracy.comparison import compare
from service.accuracy.disagreements import Wrong
from service.accuracy.records import Benchmark, JudgedSubmission, Opinion

Row = Callable[..., JudgedSubmission]
Run = Callable[..., Benchmark]


def test_a_doubtful_label_counts_in_no_figure(row: Row, run: Run) -> None:
    found = compare(run(row("a", ours=False, doubtful="slow"), row("b")), changes=None)
    assert found.doubtful == 1
    assert found.overall.ours.right.of == 1
    assert found.overall.paired.ours.right.of == 1
    assert found.disagreements == ()
    assert found.confusion == {"accepted": {"AC": 1}}


def test_what_was_not_judged_is_neither_right_nor_wrong(row: Row, run: Run) -> None:
    found = compare(run(row("a", ours=None, baseline=False), row("b")), changes=None)
    assert found.not_judged == 1
    assert found.overall.ours.right.of == 1
    assert found.overall.paired.baseline.right.of == 1
    assert found.disagreements == ()


def test_only_pairs_are_in_the_paired_figures(row: Row, run: Run) -> None:
    alone = replace(row("c"), baseline=None, unpaired="language go")
    found = compare(run(row("a"), row("b", baseline=None), alone), changes=None)
    assert found.overall.paired.ours.right.of == 1
    assert found.overall.ours.right.of == 3
    assert found.unpaired == {"language go": 1, "the baseline could not judge it": 1}


def test_discordant_pairs_are_those_in_which_one_judge_alone_is_right(row: Row, run: Run) -> None:
    rows = [
        row("a", baseline=False),
        row("b", baseline=False),
        row("c", ours=False),
        row("d", ours=False, baseline=False),
        row("e", truth=False, ours=False, baseline=True),
        row("f", truth=False, ours=False, baseline=False),
    ]
    paired = compare(run(*rows), changes=None).overall.paired
    assert (paired.only_ours_right, paired.only_baseline_right) == (3, 1)
    assert paired.mcnemar_p == pytest.approx(2 * (1 + 4) / 2**4)


def test_a_kind_says_who_is_wrong_and_both_words(row: Row, run: Run) -> None:
    rows = [
        row("a", baseline=False),
        row("b", ours=False),
        row("c", ours=False, baseline=False),
        row("d", ours=False, baseline=False),
    ]
    found = compare(run(*rows), changes=None)
    assert [item.wrong for item in found.disagreements] == [
        Wrong.BASELINE,
        Wrong.OURS,
        Wrong.BOTH,
        Wrong.BOTH,
    ]
    assert [(kind.name, kind.count) for kind in found.kinds] == [
        ("both wrong: ours WA, baseline refused", 2),
        ("baseline wrong: ours AC, baseline refused", 1),
        ("ours wrong: ours WA, baseline accepted", 1),
    ]


def test_kinds_count_what_is_near_the_time_limit(row: Row, run: Run) -> None:
    slow = Opinion(accepts=False, verdict="TLE", cpu_time_s=2.1)
    near = replace(row("c"), ours=slow)
    found = compare(run(row("a"), row("b", baseline=False), near), changes=None)
    assert {kind.name: kind.near_time_limit for kind in found.kinds} == {
        "baseline wrong: ours AC, baseline refused": 0,
        "ours wrong: ours TLE, baseline accepted": 1,
    }


@pytest.mark.parametrize(("limit_s", "near"), [(None, False), (6.0, True), (30.0, False)])
def test_the_other_judges_own_time_limit_counts_too(
    row: Row, limit_s: float | None, near: bool
) -> None:
    theirs = Opinion(accepts=False, verdict="time limit", time_limit_s=limit_s)
    used = Opinion(accepts=True, verdict="AC", cpu_time_s=5.0)
    made = replace(row("a"), ours=used, baseline=theirs, time_limit_s=20.0)
    assert made.near_time_limit is near


def test_executed_verdicts_are_compared_with_recorded_ones(row: Row, run: Run) -> None:
    rows = [
        row("a", recorded=True),
        row("b", recorded=False),
        row("c", baseline=False, recorded=False),
        row("d"),
        row("e", baseline=None, recorded=True),
    ]
    found = compare(run(*rows), changes=None).recorded
    assert found is not None
    assert found.compared == 3
    assert [differing.submission_id for differing in found.differ] == ["b"]


def test_recorded_verdicts_are_not_compared_with_themselves(row: Row, run: Run) -> None:
    assert compare(run(row("a", recorded=True), executed=False), changes=None).recorded is None


def test_groups_hold_every_submission_with_a_label(row: Row, run: Run) -> None:
    rows = [row("a", corpus="x"), row("b", corpus="y", baseline=None), row("c", corpus="x")]
    found = compare(run(*rows), changes=None).by["corpus"]
    assert {name: group.ours.right.of for name, group in found.items()} == {"x": 2, "y": 1}
    assert {name: group.paired.ours.right.of for name, group in found.items()} == {"x": 2, "y": 0}


def test_an_empty_run_has_figures_of_nothing(run: Run) -> None:
    found = compare(run(), changes=None)
    assert found.overall.ours.right.value is None
    assert found.overall.paired.mcnemar_p is None
    assert found.kinds == ()
