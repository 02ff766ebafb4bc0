"""Published files that are broken or hostile: named by line, nothing run, everything bounded."""

from __future__ import annotations

import base64
import gzip
import json
import os
import pickle
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.formats.published_rows import (
    HUMANEVAL_ROW,
    MBPP_ROW,
    STDIO_CASE,
    Row,
    apps_row,
    corpus_rows,
    lcb_call_row,
    lcb_row,
    outcomes,
    pack,
    packed_bytes,
    raw_outcomes,
    refusal,
)
from trainer_client.errors import FormatError
from trainer_client.formats.published import FORMATS
from trainer_client.formats.published.conversion import Converted, Refused
from trainer_client.formats.published.packed_tests import unpacked
from trainer_client.formats.records import RowError

MOST = 2**20


class _Attack:
    """Unpickling this would make a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", range(6))
def test_a_packed_text_is_unpacked_in_every_protocol(protocol: int) -> None:
    text = json.dumps([STDIO_CASE]) + "é \U0001f600" * 40_000
    assert unpacked(pack(text, protocol), most_bytes=MOST) == text


@pytest.mark.parametrize("protocol", range(6))
def test_a_pickle_that_runs_something_is_refused_and_runs_nothing(
    protocol: int, tmp_path: Path
) -> None:
    target = tmp_path / "made by the pickle"
    row = lcb_row(private_test_cases=pack(_Attack(target), protocol))
    why = refusal(tmp_path, "livecodebench", row)
    assert why.startswith("private_test_cases: a pickle with the instruction ")
    assert not target.exists()


def test_the_row_with_the_pickle_is_named_by_its_line(tmp_path: Path) -> None:
    bad = lcb_row(question_id="abc999_b", private_test_cases=pack(_Attack(tmp_path / "x")))
    first, second = outcomes(tmp_path, "livecodebench", lcb_row(), bad)
    assert isinstance(first, Converted)
    assert isinstance(second, Refused)
    assert second.number == 2


@pytest.mark.parametrize("protocol", range(2, 6))
def test_containers_of_texts_are_taken_as_the_json_that_they_are(protocol: int) -> None:
    packed = pack([STDIO_CASE, {"n": [1, None, True]}], protocol)
    assert json.loads(unpacked(packed, most_bytes=MOST)) == [STDIO_CASE, {"n": [1, None, True]}]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (b"[]", "BINBYTES"),
        ({"a", "b"}, "EMPTY_SET"),
        (5, "without a text"),
        ({("a",): 1}, "not a pickle: keys must be"),
        (["a", float("nan")], "not a pickle: Out of range"),
    ],
)
def test_a_pickle_of_what_no_json_holds_is_refused(value: object, why: str) -> None:
    with pytest.raises(RowError, match=why):
        unpacked(pack(value), most_bytes=MOST)


def test_a_pickle_that_holds_itself_is_refused() -> None:
    knot: list[object] = ["a"]
    knot.append(knot)
    with pytest.raises(RowError, match="not a pickle: Circular"):
        unpacked(pack(knot), most_bytes=MOST)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a pickle"),
        (b"no pickle", "not a pickle|instruction"),
        (pickle.dumps("[]")[:-1], "not a pickle"),
        (b"\x80\x04.", "a pickle without a text"),
        (b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7fabc.", "not a pickle"),
        (b"\x80\x04\x96\x00\x00\x00\x00\x00\x01\x00\x00.", "BYTEARRAY8|not a pickle"),
        (b"\x80\x04]" + b"\x94" * 1_000_000 + b".", "over 1000000 instructions"),
        (b"\x80\x04\x8c\x01a" + b"r\xff\xff\xff\xff" + b"a.", "not a pickle"),
        (b"\x80\x04\x8c\x01ar\xff\xff\xff\xff.", None),
        (b"\x80\x04\x8c\x02\xff\xfe.", "not a pickle"),
        (b"p" + b"9" * 100_000 + b"\n.", "not a pickle"),
        (b"cos\nsystem\n(S'true'\ntR.", "GLOBAL"),
        (b"\x80\x04\x8c\x01aPid\n.", "PERSID"),
    ],
)
def test_hostile_pickles_are_refused_without_being_loaded(data: bytes, why: str | None) -> None:
    packed = packed_bytes(data)
    if why is None:  # A huge index into a memo that nobody keeps.
        assert unpacked(packed, most_bytes=MOST) == "a"
        return
    with pytest.raises(RowError, match=why):
        unpacked(packed, most_bytes=MOST)


def test_a_zlib_bomb_is_refused_at_the_limit() -> None:
    squeezing = zlib.compressobj(9)
    bomb = b"".join(squeezing.compress(bytes(2**20)) for _ in range(64)) + squeezing.flush()
    packed = base64.b64encode(bomb).decode()
    with pytest.raises(RowError, match=f"unpacks to more than {MOST} bytes"):
        unpacked(packed, most_bytes=MOST)


def test_as_many_bytes_as_allowed_are_no_bomb() -> None:
    data = pickle.dumps("a" * 1000)
    assert unpacked(packed_bytes(data), most_bytes=len(data)) == "a" * 1000
    with pytest.raises(RowError, match="unpacks to more"):
        unpacked(packed_bytes(data), most_bytes=len(data) - 1)


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        ("not base64!", "neither a JSON list nor base64"),
        ("{}", "neither a JSON list nor base64"),
        ("é", "neither a JSON list nor base64"),
        ("YWJj", "not zlib"),
        (base64.b64encode(zlib.compress(b"x" * 99)[:-5]).decode(), "the stream ends too early"),
        (base64.b64encode(zlib.compress(pickle.dumps("[]")) + b"..").decode(), "2 bytes follow"),
    ],
)
def test_what_is_not_packed_as_published_is_refused(packed: str, why: str) -> None:
    with pytest.raises(RowError, match=why):
        unpacked(packed, most_bytes=MOST)


@given(st.binary(max_size=200))
def test_unpacking_is_total(data: bytes) -> None:
    for packed in (packed_bytes(data), base64.b64encode(data).decode(), data.decode("latin-1")):
        try:
            assert isinstance(unpacked(packed, most_bytes=1000), str)
        except RowError:
            continue


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"private_test_cases": pack("{}")}, "private_test_cases: a list is needed, not an object"),
        ({"private_test_cases": pack('"x"')}, "private_test_cases: a list is needed, not a text"),
        ({"private_test_cases": pack("[")}, "private_test_cases: not JSON"),
        ({"public_test_cases": "[" * 100_000}, "public_test_cases: nested too deeply"),
        ({"public_test_cases": '[{"input": "1"}]'}, "public_test_cases.0.output: Field required"),
        ({"public_test_cases": "[NaN]"}, "public_test_cases.0: an object is needed"),
        ({"public_test_cases": "[1e999]"}, "too large for a float"),
        ({"public_test_cases": '[{"input": "1", "output": "1", "testtype": "x"}]'}, "testtype"),
        ({"public_test_cases": 5}, "public_test_cases: a list is needed, not a number"),
        ({"metadata": "{"}, None),
        ({"question_id": ""}, "question_id"),
        ({"platform": None}, "platform"),
        ({"question_content": r"x"}, None),
    ],
)
def test_broken_livecodebench_rows_say_which_field(
    changes: Row, why: str | None, tmp_path: Path
) -> None:
    if why is None:
        assert corpus_rows(tmp_path, "livecodebench", lcb_row(**changes))
        return
    assert why in refusal(tmp_path, "livecodebench", lcb_row(**changes))


def test_metadata_that_is_no_json_is_refused_where_it_is_needed(tmp_path: Path) -> None:
    why = refusal(tmp_path, "livecodebench", lcb_call_row(metadata="{"))
    assert why.startswith("metadata: not JSON")


def test_a_lone_surrogate_inside_packed_json_is_refused(tmp_path: Path) -> None:
    case = {**STDIO_CASE, "input": "\ud800"}
    row = lcb_row(private_test_cases=pack(json.dumps([case])))
    assert "lone surrogate" in refusal(tmp_path, "livecodebench", row)


def test_the_two_halves_of_a_pair_are_one_character(tmp_path: Path) -> None:
    case = {**STDIO_CASE, "input": "\U0001f600"}
    row = lcb_row(public_test_cases=json.dumps([case]))
    (made,) = corpus_rows(tmp_path, "livecodebench", row)
    assert "\U0001f600" in json.dumps(made, ensure_ascii=False)


def test_values_that_nest_deeply_are_refused_and_no_depth_is_a_crash(tmp_path: Path) -> None:
    rows = [
        apps_row(f'{{"fn_name": "f", "inputs": [[{"[" * depth}{"]" * depth}]], "outputs": [1]}}')
        for depth in (90, *range(850, 1010))
    ]
    found = outcomes(tmp_path, "apps", *(row | {"problem_id": n} for n, row in enumerate(rows)))
    assert isinstance(found[0], Converted)
    assert isinstance(found[-1], Refused)
    assert "nested too deeply" in found[-1].why


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\xff\xfe{}", "not UTF-8 at byte 0"),
        (b"{", "not JSON"),
        (b"5", "a row must be a JSON object, not int"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"a": "\\ud800"}', "lone surrogate"),
        (b"{}", "Field required"),
        (b"\x00" * 100, "not JSON"),
        (b"1" * 100_000, "not JSON"),
    ],
)
def test_lines_that_are_no_row_are_named_in_every_format(
    format_name: str, line: bytes, why: str, tmp_path: Path
) -> None:
    (outcome,) = raw_outcomes(tmp_path, format_name, b"\n \r\n" + line + b"\n")
    assert isinstance(outcome, Refused)
    assert outcome.number == 3
    assert why in outcome.why


def test_a_byte_order_mark_and_windows_line_ends_are_harmless(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(MBPP_ROW).encode() + b"\r\n\r\n"
    (outcome,) = raw_outcomes(tmp_path, "mbpp", data)
    assert isinstance(outcome, Converted)


def test_a_line_that_is_too_long_is_passed_over_and_the_next_is_read(tmp_path: Path) -> None:
    good = json.dumps(MBPP_ROW).encode()
    data = b"x" * 5_000_000 + b"\n" + good + b"\n" + b"y" * 5_000_000
    first, second, third = raw_outcomes(tmp_path, "mbpp", data, most_bytes=len(good))
    assert first == Refused(number=1, why=f"longer than {len(good)} bytes")
    assert isinstance(second, Converted)
    assert third == Refused(number=3, why=f"longer than {len(good)} bytes")


def test_the_last_line_needs_no_end_to_be_as_long_as_allowed(tmp_path: Path) -> None:
    good = json.dumps(MBPP_ROW).encode()
    (outcome,) = raw_outcomes(tmp_path, "mbpp", good, most_bytes=len(good))
    assert isinstance(outcome, Converted)


def test_gzip_is_told_by_its_bytes(tmp_path: Path) -> None:
    data = gzip.compress(json.dumps(HUMANEVAL_ROW).encode() + b"\n")
    (outcome,) = raw_outcomes(tmp_path, "humaneval", data)
    assert isinstance(outcome, Converted)


def test_a_gzip_bomb_in_one_line_is_passed_over_in_bounded_memory(tmp_path: Path) -> None:
    (outcome,) = raw_outcomes(tmp_path, "mbpp", gzip.compress(b"x" * 2**26), most_bytes=1000)
    assert outcome == Refused(number=1, why="longer than 1000 bytes")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (gzip.compress(b"{}\n" * 1000)[:-20], "the gzip stream is broken"),
        (gzip.compress(b"{}\n")[:10] + b"\xff" * 40, "the gzip stream is broken"),
        (b"PAR1....", "a Parquet file"),
        (b"PK\x03\x04....", "a zip archive"),
        (b"ARROW1....", "an Arrow file"),
        (b"\xef\xbb\xbf [\n{}\n]", "a JSON array"),
        (b"", "no row in the file"),
        (b"\n\r\n  \n", "no row in the file"),
    ],
)
def test_files_that_are_no_json_lines_are_said_to_be_what_they_are(
    data: bytes, why: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=why):
        raw_outcomes(tmp_path, "mbpp", data)


def test_two_problems_of_one_name_are_refused(tmp_path: Path) -> None:
    first, second = outcomes(tmp_path, "mbpp", MBPP_ROW, MBPP_ROW)
    assert isinstance(first, Converted)
    assert second == Refused(number=2, why="'mbpp:900' is the name of line 1 already")


@given(
    st.dictionaries(
        st.sampled_from(
            ["task_id", "code", "test_list", "test", "prompt", "tests", "input_output"]
        ),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=5,
        ),
    )
)
def test_every_row_has_an_outcome(row: Row) -> None:
    for parse in FORMATS.values():
        try:
            parse(row, MOST)
        except RowError:
            continue
