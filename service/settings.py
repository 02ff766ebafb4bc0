"""The settings of a service process: one frozen class, read once from the environment.

Imports pydantic and pydantic-settings. Each field is set by `MICROJUDGE_<NAME>`; its unit ends its
name, its default stands here, and its description is the sentence that the README's table repeats.
Contradictions are refused when the object is made, with the values that contradict.
"""

from __future__ import annotations

import os
from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024
ENV_PREFIX = "MICROJUDGE_"


def _usable_cores() -> int:
    return max(1, len(os.sched_getaffinity(0)))


class Settings(BaseSettings):
    """Everything that can be set about the service."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX, frozen=True, extra="forbid", hide_input_in_errors=True
    )

    host: str = Field(default="127.0.0.1", description="Address that the HTTP server binds.")
    port: int = Field(default=8000, ge=0, le=65535, description="TCP port; 0 takes a free one.")
    slots: int = Field(
        default_factory=_usable_cores,
        ge=1,
        le=1024,
        description="Programs judged at one time, each in a worker process; default: usable cores.",
    )
    backend: Literal["auto", "docker", "bubblewrap", "fake"] = Field(
        default="auto",
        description="What isolates programs; auto takes Docker where it answers, else bubblewrap.",
    )
    isolation: Literal["required", "none"] = Field(
        default="required",
        description="none lets programs run unisolated, which every health answer then says.",
    )
    log_format: Literal["plain", "json"] = Field(
        default="plain", description="Log lines on standard error: plain text or JSON."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least severe level that is logged."
    )

    max_body_bytes: int = Field(
        default=64 * MIB, ge=1024, description="Longest request body; a longer one gets 413."
    )
    max_submissions: int = Field(
        default=20_000, ge=1, description="Most submissions in one batch; more get 422."
    )
    max_tests: int = Field(
        default=10_000, ge=1, description="Most test cases of one problem; more get 422."
    )
    max_batch_tests: int = Field(
        default=1_000_000,
        ge=1,
        description="Most test results of one batch, over all its submissions; more get 422.",
    )
    max_batch_output_chars: int = Field(
        default=268_435_456,
        ge=0,
        description="Most characters of output that one batch may ask to get back; more gets 422.",
    )
    max_source_bytes: int = Field(
        default=MIB, ge=1, description="Longest source or completion, as UTF-8; longer gets 422."
    )
    max_queue_submissions: int = Field(
        default=50_000,
        ge=1,
        description="Most accepted and unfinished submissions; a batch without room gets 429.",
    )
    max_kept_results: int = Field(
        default=200_000,
        ge=1,
        description="Most results kept of finished batches; those already read go first, then 429.",
    )
    result_ttl_s: float = Field(
        default=900.0, gt=0, description="Seconds that a finished batch's results are kept."
    )
    judge_wait_s: float = Field(
        default=600.0,
        ge=0,
        le=3600,
        description="Longest and default wait of POST /v1/judge; then it answers 202 with the id.",
    )
    poll_wait_s: float = Field(
        default=60.0, ge=0, le=3600, description="Longest wait of GET /v1/batches/{id}."
    )

    default_cpu_time_s: float = Field(
        default=10.0, gt=0, description="CPU seconds of a test case where none are asked."
    )
    max_cpu_time_s: float = Field(
        default=60.0, gt=0, description="Most CPU seconds of a test case; more is lowered to this."
    )
    max_wall_time_s: float = Field(
        default=130.0,
        gt=0,
        description="Most wall seconds of a test case; the default is 2 x CPU seconds + 1.",
    )
    default_memory_bytes: int = Field(
        default=1024 * MIB, ge=16 * MIB, description="Memory of a test case where none is asked."
    )
    max_memory_bytes: int = Field(
        default=4096 * MIB, ge=16 * MIB, description="Most memory of a test case."
    )
    default_output_bytes: int = Field(
        default=16 * MIB, ge=1, description="Bytes of output of a test case where none are asked."
    )
    max_output_bytes: int = Field(
        default=64 * MIB, ge=1, description="Most bytes of output of a test case."
    )
    default_pids: int = Field(
        default=64, ge=1, description="Processes and threads of a test case where none are asked."
    )
    max_pids: int = Field(default=256, ge=1, description="Most processes of a test case.")

    attempts: int = Field(
        default=3,
        ge=1,
        le=10,
        description="Times that a submission is tried through faults of ours before it ends as IE.",
    )
    stall_s: float = Field(
        default=120.0,
        gt=0,
        description="Seconds beyond the longest possible test case after which a worker that "
        "reports nothing is killed and replaced.",
    )
    start_timeout_s: float = Field(
        default=60.0, gt=0, description="Seconds that a worker may take to open its first slot."
    )
    no_worker_grace_s: float = Field(
        default=60.0,
        ge=0,
        description="Seconds without any live worker after which queued submissions end as IE.",
    )
    shutdown_grace_s: float = Field(
        default=30.0,
        ge=0,
        description="Seconds at shutdown to finish what was accepted; the rest ends as IE.",
    )
    problem_cache_bytes: int = Field(
        default=256 * MIB,
        ge=0,
        description="Test data that one worker keeps prepared for the next batch, as JSON bytes.",
    )

    @model_validator(mode="after")
    def _refuse_contradictions(self) -> Self:
        for name in ("cpu_time_s", "memory_bytes", "output_bytes", "pids"):
            default, most = getattr(self, f"default_{name}"), getattr(self, f"max_{name}")
            if default > most:
                raise ValueError(f"default_{name} {default} > max_{name} {most}")
        if self.max_cpu_time_s > self.max_wall_time_s:
            raise ValueError(
                f"max_cpu_time_s {self.max_cpu_time_s} > max_wall_time_s {self.max_wall_time_s}"
            )
        if self.max_submissions > self.max_queue_submissions:
            raise ValueError(
                f"max_submissions {self.max_submissions} > max_queue_submissions "
                f"{self.max_queue_submissions}: such a batch could never be accepted"
            )
        if self.max_submissions > self.max_kept_results:
            raise ValueError(
                f"max_submissions {self.max_submissions} > max_kept_results "
                f"{self.max_kept_results}: such a batch could never be accepted"
            )
        if self.max_source_bytes > self.max_body_bytes:
            raise ValueError(
                f"max_source_bytes {self.max_source_bytes} > max_body_bytes {self.max_body_bytes}"
            )
        if self.backend == "fake" and self.isolation != "none":
            raise ValueError("backend fake isolates nothing: it needs isolation none")
        if self.isolation == "none" and self.backend in {"docker", "bubblewrap"}:
            raise ValueError(f"backend {self.backend} isolates: it contradicts isolation none")
        return self
