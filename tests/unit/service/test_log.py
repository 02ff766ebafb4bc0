"""The log: what it must never cost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LOGS = """
import sys, structlog
from service.log import configure_log
configure_log(log_format=sys.argv[1], level="info", process="api")
for number in range(3):
    structlog.get_logger().warning("batch is cut short", number=number)
print("went on")
"""


@pytest.mark.parametrize("log_format", ["plain", "json"])
def test_a_line_that_cannot_be_written_stops_nothing(log_format: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", LOGS, log_format],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
            cwd=ROOT,
        )
    assert done.stdout == "went on\n"
