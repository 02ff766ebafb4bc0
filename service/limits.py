"""Which limits a submission is granted: what was asked, else the default, at most the maximum.

Imports the wire types and `sandbox.model`. The wall limit that nobody asked for is twice the CPU
limit and a second.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.model import Limits
from service.settings import Settings
from trainer_client.wire import GrantedLimits, LimitsSpec

_HARD_WALL_FACTOR = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitsPolicy:
    """The server's default and maximal limits of one test case."""

    default: Limits
    most: Limits

    @classmethod
    def of(cls, settings: Settings) -> LimitsPolicy:
        """Return the policy that the settings describe."""
        most = Limits(
            cpu_time_s=settings.max_cpu_time_s,
            wall_time_s=settings.max_wall_time_s,
            memory_bytes=settings.max_memory_bytes,
            output_bytes=settings.max_output_bytes,
            pids=settings.max_pids,
        )
        default = Limits(
            cpu_time_s=settings.default_cpu_time_s,
            wall_time_s=min(most.wall_time_s, _wall_time_s(settings.default_cpu_time_s)),
            memory_bytes=settings.default_memory_bytes,
            output_bytes=settings.default_output_bytes,
            pids=settings.default_pids,
        )
        return cls(default=default, most=most)

    def grant(self, asked: LimitsSpec) -> Limits:
        """Return the limits that a test case gets."""
        most, default = self.most, self.default
        cpu_time_s = min(asked.cpu_time_s or default.cpu_time_s, most.cpu_time_s)
        return Limits(
            cpu_time_s=cpu_time_s,
            wall_time_s=min(asked.wall_time_s or _wall_time_s(cpu_time_s), most.wall_time_s),
            memory_bytes=min(asked.memory_bytes or default.memory_bytes, most.memory_bytes),
            output_bytes=min(asked.output_bytes or default.output_bytes, most.output_bytes),
            pids=min(asked.pids or default.pids, most.pids),
        )


def longest_test_s(limits: Limits) -> float:
    """Return how long one test case can take, seconds, on a machine whose CPUs are overloaded.

    A wall limit does not count time spent waiting for a CPU, but no run lasts longer than ten
    times the wall limit.
    """
    return limits.wall_time_s * _HARD_WALL_FACTOR


def granted(limits: Limits) -> GrantedLimits:
    """Return limits as they stand in answers."""
    return GrantedLimits(
        cpu_time_s=limits.cpu_time_s,
        wall_time_s=limits.wall_time_s,
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
        pids=limits.pids,
    )


def _wall_time_s(cpu_time_s: float) -> float:
    return 2 * cpu_time_s + 1
