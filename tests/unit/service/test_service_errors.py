"""The table of HTTP errors is complete."""

from __future__ import annotations

import pytest

from service import errors
from service.errors import HTTP_ERRORS, CallerError, ServiceError, Unavailable, http_error


def _leaves(kind: type[ServiceError]) -> list[type[ServiceError]]:
    own = [sub for sub in kind.__subclasses__() if sub.__module__ == errors.__name__]
    return [leaf for sub in own for leaf in _leaves(sub)] or [kind]


@pytest.mark.parametrize("kind", _leaves(ServiceError))
def test_each_error_has_its_place_in_the_table(kind: type[ServiceError]) -> None:
    found = HTTP_ERRORS[kind]
    if issubclass(kind, CallerError):
        assert 400 <= found.status < 500
    elif issubclass(kind, Unavailable):
        assert found.status in {429, 503}
    else:
        assert found.status == 500


@pytest.mark.parametrize("kind", _leaves(ServiceError))
def test_each_error_is_drawn_in_the_tree(kind: type[ServiceError]) -> None:
    assert kind.__name__ in (errors.__doc__ or "")


def test_an_unlisted_child_takes_its_parents_place() -> None:
    class Narrow(errors.BadInput):
        pass

    assert http_error(Narrow("no", path="x")) == HTTP_ERRORS[errors.BadInput]
    assert http_error(ServiceError("no")).status == 500
