"""The lists of packages in the root pyproject.toml, made of the folder names."""

import re
from collections.abc import Sequence
from pathlib import Path

__all__ = ["pyproject"]

#: Folders of plugins that own a role: what runs, judges or sandboxes are; kinds may import them.
_OWNERS = ("judging", "runner", "sandboxing")
#: Extras that the distribution `checkwright` asks for, by folder.
_EXTRAS = {"php_lint": "bundled", "sandbox_bwrap": "bundled"}
_BLOCK = re.compile(r"(?<=# folders: begin\n)(?P<name>\w+) = .*?(?=# folders: end\n)", re.DOTALL)


def pyproject(root: Path) -> dict[Path, str]:
    """Return the root pyproject.toml with its lists as the folders want them."""
    path = root / "pyproject.toml"
    lists = iter(_lists(root))

    def filled(block: re.Match[str]) -> str:
        name, values = next(lists)
        if block["name"] != name:
            raise ValueError(f"{path}: expected the list {name} in this place, not {block['name']}")
        lines = "".join(f'    "{value}",\n' for value in values)
        return f"{name} = [\n{lines}]\n"

    text = _BLOCK.sub(filled, path.read_text(encoding="utf-8"))
    if next(lists, None) is not None:
        raise ValueError(f"{path}: a list between `# folders: begin` and `# folders: end` is missing")
    return {path: text}


def _lists(root: Path) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the lists in the order of the file."""
    folders = sorted(path.parent.name for path in root.glob("plugins/[!_]*/pyproject.toml"))
    owners = [f"checkwright_{name}" for name in folders if name in _OWNERS]
    others = [f"checkwright_{name}" for name in folders if name not in _OWNERS]
    plugins = [*owners, *others]
    layers = [
        " | ".join(["checkwright_contract", *others]),
        " | ".join(owners),
        "checkwright",
        "checkwright_schema",
    ]
    packages = ["checkwright_schema", "checkwright", "checkwright_contract", *plugins]
    return [
        ("dependencies", [_requirement(name) for name in folders]),
        ("root_packages", packages),
        ("layers", layers),
        ("ancestors", _rooms(root)),
        ("source_modules", ["checkwright_contract", *plugins]),
        ("source_modules", [name for name in packages if name != "checkwright_contract"]),
    ]


def _requirement(folder: str) -> str:
    extra = f"[{_EXTRAS[folder]}]" if folder in _EXTRAS else ""
    return f"checkwright-{folder.replace('_', '-')}{extra}>=0.1,<0.2"


def _rooms(root: Path) -> list[str]:
    """Return every package of the workspace that holds more than one module."""
    rooms = []
    for source in sorted(root.glob("**/src")):
        if not {"_template", "tests", ".venv"} & set(source.relative_to(root).parts):
            for face in source.rglob("__init__.py"):
                if sum(1 for _ in face.parent.glob("*.py")) > 1 or any(
                    (path / "__init__.py").exists() for path in face.parent.iterdir() if path.is_dir()
                ):
                    rooms.append(".".join(face.parent.relative_to(source).parts))
    return sorted(rooms)
