"""Print each figure beside its target; exit 1 when one lies above it.

usage: python core/benchmarks [NAME...]
names: engine, store, chrf, json_schema, markdown, start, memory, workers, sandbox, judges
"""

import sys

import chrf
import engine
import json_schema
import judges
import markdown
import memory
import sandbox
import start
import store
import workers
from figures import Figure, summary

BENCHMARKS = {
    "engine": engine.figures,
    "store": store.figures,
    "chrf": chrf.figures,
    "json_schema": json_schema.figures,
    "markdown": markdown.figures,
    "start": start.figures,
    "memory": memory.figures,
    "workers": workers.figures,
    "sandbox": sandbox.figures,
    "judges": judges.figures,
}


def main(names: list[str]) -> int:
    """Run the benchmarks that are asked for, all without a name."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    for name in names or BENCHMARKS:
        for figure in BENCHMARKS[name]():
            figures.append(figure)
            print(figure, flush=True)
    print()
    print(summary(figures))
    return 1 if any(figure.over for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
