"""Adds scores up: pass@k over all problems, by difficulty and by platform.

Source for the groups and their order: LiveCodeBench's leaderboard (easy, medium, hard).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.pass_at_k import Estimate, mean_pass_at_k

from .score_lines import ProblemScore, Scores

DEFAULT_KS = (1, 5, 10)
NOT_GIVEN = "(not given)"
_DIFFICULTIES = (
    "introductory",
    "easy",
    "interview",
    "medium",
    "medium_hard",
    "competition",
    "hard",
    "very_hard",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Problems that are scored together.

    Attributes:
        by: what joins them: `all`, `difficulty` or `platform`.
        name: which difficulty or platform; None for all.
        problems: how many have at least one sample.
        samples: their samples.
        accepted: their accepted samples.
        estimates: pass@k for each k asked, in order.
    """

    by: str
    name: str | None
    problems: int
    samples: int
    accepted: int
    estimates: dict[int, Estimate]


def ks_of(asked: Sequence[int], scores: Scores) -> list[int]:
    """Return the k to report, ascending: what was asked, else 1, 5 and 10 as far as samples go."""
    if asked:
        return sorted(set(asked))
    most = max((problem.judged for problem in scores.judged), default=1)
    return [k for k in DEFAULT_KS if k <= most]


def groups_of(scores: Scores, ks: Sequence[int]) -> list[Group]:
    """Return all problems as one group, then by difficulty, then by platform.

    Args:
        scores: what the lines add up to.
        ks: the k of each pass@k, each >= 1.

    Returns:
        At least the first; a kind of group that no problem names is left out.
    """
    judged = scores.judged
    return [
        _group("all", None, judged, ks),
        *_split("difficulty", judged, ks, lambda problem: problem.difficulty, _difficulty_order),
        *_split("platform", judged, ks, lambda problem: problem.platform, lambda name: (0, name)),
    ]


def _split(
    by: str,
    judged: Sequence[ProblemScore],
    ks: Sequence[int],
    name_of: Callable[[ProblemScore], str | None],
    order: Callable[[str], tuple[int, str]],
) -> list[Group]:
    parts: dict[str | None, list[ProblemScore]] = {}
    for problem in judged:
        parts.setdefault(name_of(problem), []).append(problem)
    unnamed = parts.pop(None, [])
    named = sorted((name for name in parts if name is not None), key=order)
    made = [_group(by, name, parts[name], ks) for name in named]
    return [*made, _group(by, NOT_GIVEN, unnamed, ks)] if made and unnamed else made


def _group(by: str, name: str | None, problems: Sequence[ProblemScore], ks: Sequence[int]) -> Group:
    return Group(
        by=by,
        name=name,
        problems=len(problems),
        samples=sum(problem.judged for problem in problems),
        accepted=sum(problem.accepted for problem in problems),
        estimates={k: mean_pass_at_k([problem.samples for problem in problems], k) for k in ks},
    )


def _difficulty_order(name: str) -> tuple[int, str]:
    plain = name.lower()
    known = _DIFFICULTIES.index(plain) if plain in _DIFFICULTIES else len(_DIFFICULTIES)
    return known, name
