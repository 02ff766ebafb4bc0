"""Runs the command line as `python -m service.cli`."""

from __future__ import annotations

from .main import main

main()
