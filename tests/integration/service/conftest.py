"""One service for the tests that do not end it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.service.served import Served


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    with Served(max_body_bytes=200_000, max_source_bytes=50_000, max_tests=50) as running:
        yield running
