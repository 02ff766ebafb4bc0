"""Small rows of each published format, and a converter that reads them from a file."""

from __future__ import annotations

import base64
import json
import pickle
import zlib
from pathlib import Path

from trainer_client.formats.published import FORMATS
from trainer_client.formats.published.conversion import (
    Converted,
    Options,
    Outcome,
    Refused,
    convert,
)

Row = dict[str, object]

STDIO_CASE = {"input": "1 2\n", "output": "3\n", "testtype": "stdin"}
OTHER_CASE = {"input": "5 6\n", "output": "11\n", "testtype": "stdin"}
CALL_CASE = {"input": "1\n2", "output": "3", "testtype": "functional"}


def pack(value: object, protocol: int = 4) -> str:
    return packed_bytes(pickle.dumps(value, protocol=protocol))


def packed_bytes(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def lcb_row(**changes: object) -> Row:
    return {
        "question_title": "add-two",
        "question_content": "Add two numbers.",
        "platform": "atcoder",
        "question_id": "abc999_a",
        "contest_id": "abc999",
        "contest_date": "2030-01-01T00:00:00",
        "starter_code": "",
        "difficulty": "easy",
        "public_test_cases": json.dumps([STDIO_CASE]),
        "private_test_cases": pack(
            json.dumps([{**STDIO_CASE, "input": "5 6\n", "output": "11\n"}])
        ),
        "metadata": "{}",
        **changes,
    }


def lcb_call_row(**changes: object) -> Row:
    return lcb_row(
        **{
            "platform": "leetcode",
            "question_id": "9999",
            "starter_code": "class Solution:\n    def add(self, a: int, b: int) -> int:\n        ",
            "public_test_cases": json.dumps([CALL_CASE]),
            "private_test_cases": json.dumps([CALL_CASE]),
            "metadata": json.dumps({"func_name": "add"}),
            **changes,
        }
    )


def apps_row(input_output: object, **changes: object) -> Row:
    text = input_output if isinstance(input_output, str) else json.dumps(input_output)
    return {
        "problem_id": 7,
        "question": "Add two numbers.",
        "solutions": json.dumps(["a, b = map(int, input().split())\nprint(a + b)\n"]),
        "input_output": text,
        "difficulty": "interview",
        "url": "https://codeforces.com/problemset/problem/1/A",
        "starter_code": "",
        **changes,
    }


STDIO_LISTS = {"inputs": ["1 2\n", ["5 6", ""]], "outputs": ["3\n", ["11", ""]]}
CALL_LISTS = {"fn_name": "add", "inputs": [[1, 2], [5, 6]], "outputs": [[3], [11]]}


def taco_row(**changes: object) -> Row:
    row = apps_row(STDIO_LISTS, source="kattis", time_limit="2.0 seconds", difficulty="EASY")
    return {**{key: row[key] for key in row if key != "problem_id"}, **changes}


def deepcoder_row(tests: object, **changes: object) -> Row:
    text = tests if isinstance(tests, str) else json.dumps(tests)
    return {"problem": "Add two numbers.", "tests": text, **changes}


HUMANEVAL_ROW: Row = {
    "task_id": "HumanEval/900",
    "prompt": 'def twice(x):\n    """Double x."""\n',
    "entry_point": "twice",
    "canonical_solution": "    return 2 * x\n",
    "test": "def check(candidate):\n    assert candidate(2) == 4\n",
}
MBPP_ROW: Row = {
    "task_id": 900,
    "text": "Write a function that doubles a number.",
    "code": "def twice(x):\r\n  return 2 * x",
    "test_list": ["assert twice(2) == 4", "assert twice(0) == 0"],
    "test_setup_code": "import math",
    "challenge_test_list": ["assert twice(math.pi) > 6"],
}
EVALPLUS_ROW: Row = {
    "task_id": 900,
    "prompt": "Write a function that doubles a number.",
    "code": "def twice(x):\n    return 2 * x\n",
    "test_imports": [],
    "test_list": ["assert twice(2) == 4"],
    "test": "for given, answer in [(2, 4), (0, 0)]:\n    assert twice(given) == answer\n",
}

#: Rows that must all convert, each with its format.
SOUND: dict[str, tuple[str, Row]] = {
    "livecodebench stdio, packed": ("livecodebench", lcb_row()),
    "livecodebench call, plain": ("livecodebench", lcb_call_row()),
    "apps stdio": ("apps", apps_row(STDIO_LISTS)),
    "apps call": ("apps", apps_row(CALL_LISTS)),
    "taco stdio": ("taco", taco_row()),
    "taco call": ("taco", taco_row(input_output=json.dumps(CALL_LISTS))),
    "deepcoder taco": ("deepcoder", deepcoder_row(CALL_LISTS)),
    "deepcoder primeintellect stdio": (
        "deepcoder",
        deepcoder_row([{"type": "stdin_stdout", "input": "1 2\n", "output": "3\n"}]),
    ),
    "deepcoder primeintellect call": (
        "deepcoder",
        deepcoder_row([{"type": "function_call", "fn_name": "f", "input": [1, 2], "output": [3]}]),
    ),
    "deepcoder lcbv5": (
        "deepcoder",
        deepcoder_row([CALL_CASE], metadata={"func_name": "add"}, starter_code="x"),
    ),
    "deepcoder codeforces": ("deepcoder", deepcoder_row([{"input": "1", "output": "2"}])),
    "humaneval": ("humaneval", HUMANEVAL_ROW),
    "mbpp": ("mbpp", MBPP_ROW),
    "mbpp sanitised": (
        "mbpp",
        {
            "source_file": "x.ipynb",
            "task_id": 901,
            "prompt": "Write a function that doubles a number.",
            "code": "def twice(x):\n    return 2 * x",
            "test_imports": ["import math"],
            "test_list": ["assert twice(2) == 4"],
        },
    ),
    "evalplus with check": ("evalplus", HUMANEVAL_ROW),
    "evalplus without check": ("evalplus", EVALPLUS_ROW),
}


def outcomes(folder: Path, format_name: str, *rows: Row, **options: object) -> list[Outcome]:
    """Write the rows as a file and return what became of each."""
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return raw_outcomes(folder, format_name, data, **options)


def raw_outcomes(folder: Path, format_name: str, data: bytes, **options: object) -> list[Outcome]:
    path = folder / "in.jsonl"
    path.write_bytes(data)
    made = Options(
        parse=FORMATS[format_name],
        prefix=format_name,
        keep_unjudgeable=bool(options.get("keep_unjudgeable")),
        most_bytes=int(str(options.get("most_bytes", 2**24))),
    )
    return list(convert(path, made))


def corpus_rows(folder: Path, format_name: str, *rows: Row, **options: object) -> list[Row]:
    """Return the corpus rows, every one of which must have been converted."""
    found = outcomes(folder, format_name, *rows, **options)
    lines: list[Row] = []
    for outcome in found:
        assert isinstance(outcome, Converted), outcome
        lines.append(json.loads(outcome.line))
    return lines


def refusal(folder: Path, format_name: str, row: Row, **options: object) -> str:
    (outcome,) = outcomes(folder, format_name, row, **options)
    assert isinstance(outcome, Refused), outcome
    return outcome.why
