"""The processes of LiveCodeBench's judge: order, deaths, hangs, and what they leave behind."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path

import psutil
import pytest

from service.accuracy.baseline import BaselineUnavailable
from service.accuracy.livecodebench.box import Box, open_box
from service.accuracy.livecodebench.checkout import find_checkout
from service.accuracy.livecodebench.judge import LiveCodeBenchBaseline
from service.accuracy.livecodebench.opinions import Question, question
from service.accuracy.livecodebench.pool import Lost, Pool
from tests.unit.service.accuracy.livecodebench_checkout import asked, write_checkout

PASSES = "results = [True]"
REFUSES = "results = [-2]"
HANGS = "import signal; signal.pause()"


@pytest.fixture
def box(tmp_path: Path) -> Generator[Box]:
    checkout = find_checkout(write_checkout(tmp_path / "lcb"), python=None)
    with open_box(checkout, isolated=False) as made:
        yield made


@pytest.fixture
def baseline(tmp_path: Path) -> LiveCodeBenchBaseline:
    checkout = find_checkout(write_checkout(tmp_path / "lcb"), python=None)
    return LiveCodeBenchBaseline(checkout, isolated=False)


@pytest.fixture
def say(box: Box) -> Callable[[str], object]:
    """Give a function that returns what a submission says of itself through `metadata`."""

    def run(source: str) -> object:
        text = f"{source}\nmetadata = {{'error': said}}\nresults = [-4]"
        with Pool(box, workers=1) as pool:
            [line] = pool.answers([asks(text)], on_answer=ignore)
        assert isinstance(line, bytes), line
        return json.loads(line)["metadata"]["error"]

    return run


def asks(source: str, *, patience_s: float = 60.0) -> Question:
    return Question(line=question(asked(source), timeout_s=6).line, patience_s=patience_s)


def ignore(_done: int) -> None:
    pass


def verdicts(baseline: LiveCodeBenchBaseline, *sources: str, workers: int) -> list[bool | None]:
    run = baseline.judge([asked(source) for source in sources], workers=workers, on_judged=ignore)
    return [opinion.accepts for opinion in run.opinions]


def test_opinions_stand_in_the_order_of_the_submissions(baseline: LiveCodeBenchBaseline) -> None:
    sources = [PASSES, REFUSES, REFUSES, PASSES, PASSES, REFUSES]
    wanted = [True, False, False, True, True, False]
    assert verdicts(baseline, *sources, workers=3) == wanted


def test_timing_counts_what_was_run(baseline: LiveCodeBenchBaseline) -> None:
    seen: list[int] = []
    run = baseline.judge(
        [asked("results = [True, True]"), asked(REFUSES)], workers=4, on_judged=seen.append
    )
    assert run.timing is not None
    assert (run.timing.submissions, run.timing.tests, run.timing.workers) == (2, 3, 2)
    assert [opinion.time_limit_s for opinion in run.opinions] == [6.0, 6.0]
    assert seen[-1] == 2


def test_nothing_to_judge_is_no_error(baseline: LiveCodeBenchBaseline) -> None:
    assert baseline.judge([], workers=2, on_judged=ignore).opinions == ()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "dies",
    ["import os; os._exit(3)", "import os; os.kill(os.getpid(), 11)", "raise ValueError"],
    ids=["exit", "signal", "error"],
)
def test_a_death_costs_one_submission(
    baseline: LiveCodeBenchBaseline, dies: str, workers: int
) -> None:
    found = verdicts(baseline, PASSES, dies, REFUSES, dies, PASSES, workers=workers)
    assert found == [True, None, False, None, True]


def test_how_a_process_died_is_the_reason(baseline: LiveCodeBenchBaseline) -> None:
    run = baseline.judge(
        [asked("import os; os.write(2, b'out of luck\\n'); os._exit(3)"), asked("x = 1 / 0")],
        workers=1,
        on_judged=ignore,
    )
    assert [opinion.reason for opinion in run.opinions] == [
        "its process died (status 3: out of luck)",
        "its process died (status 1: ZeroDivisionError: division by zero)",
    ]


def test_a_process_that_says_nothing_is_killed_and_replaced(box: Box) -> None:
    with Pool(box, workers=1, grace_s=0.0) as pool:
        questions = [asks(HANGS, patience_s=0.2), asks(PASSES)]
        hung, passed = pool.answers(questions, on_answer=ignore)
    assert hung == Lost(reason="no answer within 0.2 s")
    assert isinstance(passed, bytes)


def test_forks_do_not_hide_a_death(box: Box, tmp_path: Path) -> None:
    left = tmp_path / "pid"
    source = (
        "import os, signal, pathlib\n"
        "pid = os.fork()\n"
        "if not pid: signal.pause()\n"
        f"pathlib.Path({str(left)!r}).write_text(str(pid)); os._exit(1)"
    )
    with Pool(box, workers=1) as pool:
        [lost] = pool.answers([asks(source, patience_s=20)], on_answer=ignore)
    assert lost == Lost(reason="its process died (status 1)")
    _assert_gone(int(left.read_text()))


@pytest.mark.parametrize("how", ["done", "interrupted"])
def test_no_process_is_left(box: Box, tmp_path: Path, how: str) -> None:
    pids = tmp_path / "pids"
    source = f"import os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{PASSES}"

    def interrupt(_done: int) -> None:
        if how == "interrupted":
            raise KeyboardInterrupt

    try:
        with Pool(box, workers=2) as pool:
            pool.answers([asks(source)] * 4, on_answer=interrupt)
    except KeyboardInterrupt:
        assert how == "interrupted"
    for pid in pids.read_text().split():
        _assert_gone(int(pid))


def test_tests_larger_than_a_pipe_arrive_whole(box: Box) -> None:
    large = "x" * 3_000_000
    source = "import hashlib\nmetadata = {'error': len(sample['inputs'][0])}\nresults = [-4]"
    sent = Question(line=question(asked(source, (large, "")), timeout_s=6).line, patience_s=60)
    with Pool(box, workers=2) as pool:
        lines = pool.answers([sent] * 3, on_answer=ignore)
    said = [json.loads(line)["metadata"]["error"] for line in lines if isinstance(line, bytes)]
    assert said == [len(large)] * 3


def test_what_programs_print_is_not_an_answer(baseline: LiveCodeBenchBaseline) -> None:
    source = f"import os; print('x'); os.write(1, b'{{}}\\n'); os.write(2, b'{{}}\\n'); {PASSES}"
    assert verdicts(baseline, source, PASSES, workers=1) == [True, True]


def test_an_answer_without_end_is_none(baseline: LiveCodeBenchBaseline) -> None:
    # Whatever LiveCodeBench says is cut, but for its list of results.
    assert verdicts(baseline, "results = [True] * 400_000", PASSES, workers=1) == [None, True]


def test_an_answer_of_another_shape_is_no_opinion(tmp_path: Path) -> None:
    judge = "def evaluate_generations_by_problem(args):\n    return [[True]], [{'error_code': 'x'}]"
    checkout = find_checkout(write_checkout(tmp_path / "lcb", judge=judge), python=None)
    run = LiveCodeBenchBaseline(checkout, isolated=False).judge(
        [asked("")], workers=1, on_judged=ignore
    )
    assert run.opinions[0].accepts is None


def test_a_library_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    folder = write_checkout(tmp_path / "lcb", judge="import numpy_that_is_not_there")
    with pytest.raises(BaselineUnavailable, match="No module named 'numpy_that_is_not_there'"):
        LiveCodeBenchBaseline(find_checkout(folder, python=None), isolated=False)


def test_nothing_of_our_environment_or_folder_is_there(
    say: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MICROJUDGE_SECRET", "x")
    said = say("import os; said = ' '.join(sorted(os.environ))")
    assert "SECRET" not in str(said)
    assert say("import os; said = os.getcwd()") != str(Path.cwd())


def test_no_name_of_ours_hides_one_of_the_standard_library(say: Callable[[str], object]) -> None:
    said = say("import sys; said = ' '.join(sys.path)")
    assert "service/accuracy" not in str(said)


def test_limits_are_set(say: Callable[[str], object]) -> None:
    assert say(
        "import resource as r\n"
        "said = [r.getrlimit(w)[0] for w in (r.RLIMIT_AS, r.RLIMIT_CORE, r.RLIMIT_FSIZE)]"
    ) == str([4 * 2**30, 0, 16 * 2**20])


def test_its_standard_input_is_empty_and_its_session_its_own(say: Callable[[str], object]) -> None:
    assert say("import sys; said = repr(sys.stdin.read())") == "''"
    assert say("import os; said = os.getsid(0)") != str(os.getsid(0))


def test_without_bubblewrap_it_is_refused_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    checkout = find_checkout(write_checkout(tmp_path / "lcb"), python=None)
    with pytest.raises(BaselineUnavailable, match=r"apt-get install bubblewrap.*--isolation none"):
        LiveCodeBenchBaseline(checkout)


def _assert_gone(pid: int) -> None:
    """Wait until a process that was killed is gone, or a zombie that somebody else must reap."""
    deadline = time.monotonic() + 10
    with contextlib.suppress(psutil.NoSuchProcess):
        while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline, f"process {pid} still runs"
