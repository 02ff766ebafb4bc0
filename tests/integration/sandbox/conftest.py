"""What the tests of the host's end of a slot share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.sandbox.scripted_guest import Stage


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A maker of slots over scripted guests."""
    made = Stage()
    yield made
    made.close()
