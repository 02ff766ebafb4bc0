"""The tags that a language goes by in completions. Standard library only; nothing but tables."""

from __future__ import annotations

_TAGS: dict[str, frozenset[str]] = {
    "python": frozenset({"python", "python3", "python2", "py", "py3", "pypy", "pypy3", "cpython"}),
    "c": frozenset({"c", "c99", "c11", "c17"}),
    "cpp": frozenset(
        {"cpp", "c++", "cxx", "cc", "cpp11", "cpp14", "cpp17", "cpp20", "cpp23", "c++17", "c++20"}
    ),
    "javascript": frozenset({"javascript", "js", "node", "nodejs"}),
    "typescript": frozenset({"typescript", "ts"}),
    "csharp": frozenset({"csharp", "c#", "cs"}),
    "kotlin": frozenset({"kotlin", "kt"}),
    "rust": frozenset({"rust", "rs"}),
    "go": frozenset({"go", "golang"}),
    "haskell": frozenset({"haskell", "hs"}),
    "ruby": frozenset({"ruby", "rb"}),
    "bash": frozenset({"bash", "sh", "shell"}),
}
WRAPPERS = frozenset({"", "markdown", "md", "text", "txt", "plaintext"})
_OTHER_TAGS = frozenset(
    {
        *{"java", "php", "perl", "scala", "swift", "lua", "r", "julia", "sql", "html", "css"},
        *{"json", "yaml", "xml", "toml", "diff", "console", "output", "input", "stdin", "stdout"},
        *{"pycon", "ipython", "latex", "math", "pseudocode"},
    }
)
KNOWN_TAGS = frozenset[str]().union(*_TAGS.values(), WRAPPERS, _OTHER_TAGS) - {""}


def tags_of(language: str) -> frozenset[str]:
    """Return the tags of a language, in lower case.

    Args:
        language: a wire name, or any of the tags themselves, in any case.
    """
    lowered = language.lower()
    for tags in _TAGS.values():
        if lowered in tags:
            return tags
    return frozenset({lowered})
