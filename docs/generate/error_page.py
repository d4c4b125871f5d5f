"""The page of the exceptions: the tree, and what each of them says."""

import inspect

from docstrings import markdown

import checkwright
from checkwright.contract import errors

__all__ = ["page"]


def page() -> str:
    """Give the page: the tree as it stands in the module, then each exception in its order."""
    _, _, tree = (inspect.getdoc(errors) or "").partition("\n\n")
    parts = [
        "# Exceptions\n",
        "Every exception that Checkwright raises on purpose:\n",
        f"```text\n{tree}\n```\n",
        "`load_rubric` and `parse_rubric` raise `InvalidDocument`, and leave `OSError` to their caller. "
        "`CheckError`, `NotExecutable` and `ServiceError` are for kinds to raise; no call of the core lets "
        "them out, since they become outcomes: [write a kind](../how-to/write-a-kind.md) says which.\n",
    ]
    for name in sorted(errors.__all__, key=tree.index):
        public = getattr(checkwright, name)
        parts += [f"## {name}\n", f"{markdown(inspect.getdoc(public) or '')}\n"]
    return "\n".join(parts)
