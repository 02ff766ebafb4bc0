"""The batch that the whole service is timed with, and its equal for LiveCodeBench's judge."""

from __future__ import annotations

from trainer_client.wire import BatchRequest, Mode, Problem, Submission, TestCase

SUBMISSIONS = 128
# Each as a model would write it; none is equal to another, so nothing can be judged only once.
_SOURCE = """import sys

def main():
    n, *values = map(int, sys.stdin.read().split())
    best = {number}
    for value in values[:n]:
        best = max(best, value * 2 + {number} - {number})
    print(best)

main()
"""


def sources() -> list[str]:
    """Return the programs, all different and all right."""
    return [_SOURCE.format(number=-number) for number in range(1, SUBMISSIONS + 1)]


def tests(count: int) -> list[tuple[str, str]]:
    """Return (input, answer) of each of `count` test cases."""
    made: list[tuple[str, str]] = []
    for number in range(count):
        values = [(number * 37 + index * 11) % 1009 for index in range(50)]
        made.append((f"{len(values)}\n{' '.join(map(str, values))}\n", f"{2 * max(values)}\n"))
    return made


def request(count: int) -> BatchRequest:
    """Return the batch for the service, with `count` test cases."""
    cases = [TestCase(input=given, output=answer) for given, answer in tests(count)]
    return BatchRequest(
        problems={"speed": Problem(mode=Mode.STDIO, tests=cases)},
        submissions=[
            Submission(id=str(index), problem="speed", source=source)
            for index, source in enumerate(sources())
        ],
    )
