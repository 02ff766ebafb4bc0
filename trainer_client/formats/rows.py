"""Turns one decoded row into a typed one, with an error that names the field.

Rows are strict in the fields that are listed and ignore all others (they are provenance).
"""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from .records import Row, RowError

M = TypeVar("M", bound=BaseModel)


class RowModel(BaseModel):
    """Base of a format's row types: strict types, unknown fields ignored."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


def validated(model: type[M], row: Row) -> M:
    """Return the row as `model`.

    Raises:
        RowError: a field is missing or of the wrong type; the first one is named.
    """
    try:
        return model.model_validate(row)
    except ValidationError as error:
        raise RowError(_first_fault(error)) from error


def limits_row(cpu_time_s: float | None, memory_mib: int | None) -> Row:
    """Return limits as `wire.Problem` reads them; what is None takes the service's default.

    Args:
        cpu_time_s: CPU seconds of one test case.
        memory_mib: memory of one test case, MiB.
    """
    memory_bytes = None if memory_mib is None else memory_mib * 2**20
    return {"cpu_time_s": cpu_time_s, "memory_bytes": memory_bytes}


def _first_fault(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    path = ".".join(str(part) for part in faults[0]["loc"])
    text = f"{path}: {faults[0]['msg']}" if path else faults[0]["msg"]
    return text if len(faults) == 1 else f"{text} (and {len(faults) - 1} more)"
