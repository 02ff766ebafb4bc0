"""`microjudge demo`: a service of its own, the bundled batch, the verdicts, nothing left behind.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from .exit_codes import ExitCode
from .options import Backend, Isolation, Slots, settings_with


def demo(slots: Slots = None, backend: Backend = None, isolation: Isolation = None) -> ExitCode:
    """Judge the bundled batch on a service of its own."""
    settings = settings_with(slots=slots, backend=backend, isolation=isolation)

    from .demo_service import demo_files, demo_service, free_port, say_where  # noqa: PLC0415
    from .judge_corpus import CorpusJob, judge_corpus  # noqa: PLC0415 - heavy
    from .signals import sigterm_interrupts  # noqa: PLC0415
    from .terminal import console  # noqa: PLC0415 - heavy

    shown = console(stderr=False)
    files = demo_files()
    with (
        sigterm_interrupts(),
        demo_service(settings, port=free_port(settings.host)) as running,
    ):
        say_where(running, asked=settings.backend, to=shown)
        code = judge_corpus(CorpusJob(files=files, lines=False), running.client)
    shown.print("The service has stopped.")
    return code
