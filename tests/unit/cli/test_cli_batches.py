"""How corpora are cut into batches, and what is said of submissions that cannot be judged."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from service.cli import work
from service.cli.work import (
    BatchOptions,
    Task,
    batches,
    supported_by,
    survey,
    tasks,
    unsupported,
)
from trainer_client.formats import LabelledProblem, LabelledSubmission
from trainer_client.wire import (
    Capabilities,
    GrantedLimits,
    LanguageInfo,
    Mode,
    Problem,
    Reward,
    TestCase,
)

LIMITS = GrantedLimits(cpu_time_s=1, wall_time_s=3, memory_bytes=1, output_bytes=1, pids=1)
OFFERED = Capabilities(
    version="0",
    backend="fake",
    environment="",
    isolation="none",
    guarantees=[],
    notes=[],
    languages=[LanguageInfo(name="python", aliases=["python3"])],
    slots=1,
    default_limits=LIMITS,
    max_limits=LIMITS,
    max_body_bytes=1,
    max_submissions=1,
    max_tests=1,
    max_source_bytes=1,
)


def problem(name: str, *languages: str, size: int = 1, why_not: str | None = None) -> list[Task]:
    submissions = tuple(
        LabelledSubmission(
            id=f"{name}/{number}", language=language, source="x", label=None, expected=None
        )
        for number, language in enumerate(languages)
    )
    labelled = LabelledProblem(
        id=name,
        problem=Problem(mode=Mode.STDIO, tests=[TestCase(input="1" * size)]),
        submissions=submissions,
        unsupported=why_not,
    )
    return [Task(problem=labelled, submission=item) for item in submissions]


def test_a_batch_holds_each_problem_once_and_keeps_the_order() -> None:
    found = [*problem("a", "python", "python"), *problem("b", "python")]
    (batch,) = batches(found, BatchOptions(reward=Reward.FRACTION, policy="lcb"))
    assert batch.tasks == tuple(found)
    assert list(batch.request.problems) == ["p0", "p1"]
    assert [item.problem for item in batch.request.submissions] == ["p0", "p0", "p1"]
    assert (batch.request.reward, batch.request.policy) == (Reward.FRACTION, "lcb")


def test_a_batch_is_kept_to_a_number_of_test_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_TESTS", 2)
    found = [*problem("a", *["python"] * 3), *problem("b", *["python"] * 2)]
    sizes = [len(batch.tasks) for batch in batches(found, BatchOptions())]
    assert sizes == [2, 2, 1]


def test_equal_names_in_different_files_do_not_clash() -> None:
    (batch,) = batches([*problem("a", "python"), *problem("a", "python")], BatchOptions())
    assert len(batch.request.problems) == len(batch.request.submissions) == 2


def test_a_batch_is_bounded_in_submissions() -> None:
    found = problem("a", *["python"] * 5)
    made = list(batches(found, BatchOptions(most_submissions=2)))
    assert [len(batch.tasks) for batch in made] == [2, 2, 1]
    assert all(len(batch.request.problems) == 1 for batch in made)


def test_a_batch_is_bounded_in_size_and_a_huge_problem_travels_alone() -> None:
    half = work.MOST_CHARACTERS // 2
    found = [
        *problem("a", "python", "python", size=half),
        *problem("b", "python", size=half),
        *problem("c", "python", size=3 * half),
        *problem("d", "python"),
    ]
    made = [[task.problem.id for task in batch.tasks] for batch in batches(found, BatchOptions())]
    assert made == [["a", "a"], ["b"], ["c"], ["d"]]


def test_a_problem_that_goes_on_in_the_next_batch_is_counted_there_again() -> None:
    half = work.MOST_CHARACTERS // 2
    found = [
        *problem("a", "python", "python", "python", size=half),
        *problem("b", "python", size=half),
    ]
    made = batches(found, BatchOptions(most_submissions=2))
    assert [[task.problem.id for task in batch.tasks] for batch in made] == [
        ["a", "a"],
        ["a"],
        ["b"],
    ]


def test_nothing_gives_no_batch() -> None:
    assert list(batches([], BatchOptions())) == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("submissions.1.source", "a a/1"),
        ("problems.p1.tests.0.input", "b"),
        ("policy", None),
        (None, None),
        ("submissions.7.source", None),
    ],
)
def test_a_fields_path_is_given_the_corpus_name(path: str | None, name: str | None) -> None:
    found = [*problem("a", "python", "python"), *problem("b", "python")]
    (batch,) = batches(found, BatchOptions())
    assert batch.named(path) == name


def test_what_cannot_be_judged_is_counted_with_its_reason() -> None:
    found = [
        *problem("a", "python", "cpp", "cpp", "python3"),
        *problem("b", "python", "cpp", why_not="checker 'validator' is not offered"),
    ]
    seen = survey(found)
    assert seen.total == 6
    assert unsupported(seen, OFFERED) == Counter(
        {"language 'cpp' is not offered": 2, "checker 'validator' is not offered": 2}
    )
    kept = [task.submission.id for task in filter(supported_by(OFFERED), found)]
    assert kept == ["a/0", "a/3"]


def test_languages_can_be_chosen(tmp_path: Path) -> None:
    row = {
        "problem_id": "a",
        "mode": "stdio",
        "tests": [{"input": "", "output": ""}],
        "submissions": [
            {"id": "1", "language": "cpp", "code": ""},
            {"id": "2", "language": "python", "code": ""},
        ],
    }
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row) + "\n")
    chosen = tasks([path, path], only_languages=frozenset({"python"}))
    assert [task.submission.id for task in chosen] == ["2", "2"]
    assert len(list(tasks([path], only_languages=frozenset()))) == 2
