"""Read from the source of a package which names each module makes public, and which it takes from others."""

import ast
from pathlib import Path

__all__ = ["not_public"]


def _exported(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            getattr(one, "id", None) == "__all__" for one in node.targets
        ):
            return set(ast.literal_eval(node.value))
    return set()


def _modules(package):
    """Map the dotted name of each module to its syntax tree, and tell whether it is a package."""
    root = Path(package.__file__).parent
    for path in root.rglob("*.py"):
        steps = [package.__name__, *path.relative_to(root).with_suffix("").parts]
        is_package = steps[-1] == "__init__"
        yield ".".join(steps[:-1] if is_package else steps), ast.parse(path.read_text("utf-8")), is_package


def _target(module, is_package, node):
    """Spell the module that an import takes names from."""
    if not node.level:
        return node.module
    steps = module.split(".") if is_package else module.split(".")[:-1]
    around = steps[: len(steps) - node.level + 1]
    return ".".join([*around, node.module] if node.module else around)


def not_public(package):
    """List each name that a module takes from another of the package, where it is not in `__all__`."""
    modules = {name: (tree, is_package) for name, tree, is_package in _modules(package)}
    found = []
    for module, (tree, is_package) in modules.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            target = _target(module, is_package, node)
            if target not in modules:
                continue
            public = _exported(modules[target][0])
            found += [
                f"{module}: {alias.name} of {target}"
                for alias in node.names
                if alias.name not in public and f"{target}.{alias.name}" not in modules
            ]
    return found
