"""What the service says of itself: capabilities, languages, health.

Imports the wire types and `sandbox.languages`. Pure: everything comes in as values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version

from sandbox.languages import Language
from sandbox.model import Guarantees
from service.errors import NoWorker
from service.jobqueue.api import QueueStats
from service.limits import LimitsPolicy, granted
from service.settings import Settings
from trainer_client.wire import Capabilities, Guarantee, Health, LanguageInfo

NOT_ISOLATED = (
    "PROGRAMS ARE NOT ISOLATED (isolation none): they can read, write and reach whatever this "
    "service's user can; judge nothing that you would not run yourself"
)


def package_version() -> str:
    """Return the version of the installed package, "unknown" in a bare checkout."""
    try:
        return version("microjudge")
    except PackageNotFoundError:
        return "unknown"


def guarantee_list(guarantees: Guarantees) -> list[Guarantee]:
    """Return each guarantee as on or off, in the order of `sandbox.model.Guarantees`."""
    return [
        Guarantee(name=field.name, on=getattr(guarantees, field.name))
        for field in fields(guarantees)
        if field.name != "notes"
    ]


def language_list(languages: Iterable[Language]) -> list[LanguageInfo]:
    """Return languages in the wire's words, by name."""
    found = [LanguageInfo(name=each.name, aliases=list(each.aliases)) for each in languages]
    return sorted(found, key=lambda each: each.name)


def language_names(languages: list[LanguageInfo]) -> frozenset[str]:
    """Return every name that a submission's language may have."""
    return frozenset(name for language in languages for name in (language.name, *language.aliases))


def capabilities_of(settings: Settings, stats: QueueStats) -> Capabilities:
    """Return what the service can do.

    Raises:
        NoWorker: no worker was ever ready, so nobody knows.
    """
    if stats.ready is None:
        raise NoWorker("no worker is ready to say what it can do")
    limits = LimitsPolicy.of(settings)
    return Capabilities(
        version=package_version(),
        backend=stats.ready.backend,
        environment=stats.ready.environment,
        isolation=settings.isolation,
        guarantees=stats.ready.guarantees,
        notes=stats.ready.notes,
        languages=stats.ready.languages,
        slots=settings.slots,
        default_limits=granted(limits.default),
        max_limits=granted(limits.most),
        max_body_bytes=settings.max_body_bytes,
        max_submissions=settings.max_submissions,
        max_tests=settings.max_tests,
        max_source_bytes=settings.max_source_bytes,
    )


def health_of(settings: Settings, stats: QueueStats, *, started: bool, stopping: bool) -> Health:
    """Return whether the service can judge now, and loudly so where nothing is isolated."""
    if stopping:
        status = "stopping"
    elif not started:
        status = "starting"
    else:
        status = "ok" if stats.live_workers else "no_worker"
    return Health.model_validate(
        {
            "status": status,
            "backend": None if stats.ready is None else stats.ready.backend,
            "isolation": settings.isolation,
            "slots": settings.slots,
            "live_slots": stats.live_workers,
            "warning": NOT_ISOLATED if settings.isolation == "none" else None,
        }
    )
