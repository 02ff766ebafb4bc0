"""The name of the site that a problem's address belongs to."""

from __future__ import annotations

from urllib.parse import urlsplit


def platform_of(url: str | None) -> str | None:
    """Return the site's name, such as `codeforces`; None where the address names none.

    Args:
        url: an address such as `https://open.kattis.com/problems/x`, which gives `kattis`.
    """
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:
        return None
    labels = host.split(".")
    return labels[-2] if len(labels) > 1 and labels[-2] and not labels[-1].isdigit() else None
