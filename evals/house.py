"""The house itself: is every import going down and none in a circle, is each named thing defined once, is it readable?

Imports inside functions count like any other: they hide a circle from the interpreter, not from a reader.

Knows: the source as syntax trees.  Does not know: what any of it does.
"""

from __future__ import annotations

import ast
import re
import statistics
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PROOF = "no import circle, no import upward, one figure, date and denial, broad handlers at most 5 %"

HERE = Path(__file__).parent.parent
SOURCE = HERE / "src"
MOST_BROAD = 0.05
NAMED = {
    "figure": re.compile(r"figures?(?:_in)?", re.IGNORECASE),
    "date": re.compile(r"(?:any_)?(?:dates?|years?|months?)(?:_in)?", re.IGNORECASE),
    "denial": re.compile(r"denials?(?:_in)?|denies|denied|negat(?:ion|ions|es|ed)", re.IGNORECASE),
}
"""What is defined once, in the text layer: a class, public function or pattern of such a name elsewhere is one more."""
_BROAD = {"Exception", "BaseException"}
_YEAR = re.compile(r"\((?:\?:|\?P<\w+>)?(?:1\[\d-\d\]|19|1\\d)(?:\\d\\d)?\|2[01]")
"""Within another pattern, which four digits are a year: `(?:19|20)…`, `(?:1[5-9]|20)…`."""
_FOREIGN = frozenset({"fathoms.sources.web.blocked", "fathoms.sources.formats.pdf"})
"""Words of others that happen to read alike: a server that denies access, a date as PDF writes it."""


@dataclass(frozen=True)
class Module:
    name: str
    path: Path
    tree: ast.Module
    lines: int

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]


def modules(root: Path = SOURCE) -> tuple[Module, ...]:
    """Every module below a source folder."""
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        found.append(Module(name, path, ast.parse(text), text.count("\n")))
    return tuple(found)


def imports(found: Sequence[Module]) -> dict[str, frozenset[str]]:
    """Which of our modules each imports, wherever the statement stands, but for the type checker alone."""
    known = {module.name for module in found}
    return {module.name: frozenset(_imported(module, known)) - {module.name} for module in found}


def _imported(module: Module, known: set[str]) -> Iterator[str]:
    for node in _run_by_the_interpreter(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            for alias in node.names:
                yield from (name for name in (f"{base}.{alias.name}",) if name in known)
            if base in known and any(f"{base}.{alias.name}" not in known for alias in node.names):
                yield base


def _run_by_the_interpreter(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield other
                yield from _run_by_the_interpreter(other)
            continue
        yield node
        yield from _run_by_the_interpreter(node)


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.package.split(".")
    base = ".".join(parts[: len(parts) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base


def circles(graph: Mapping[str, frozenset[str]]) -> tuple[tuple[str, ...], ...]:
    """Every set of modules that import each other, directly or through others."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        open_nodes.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in open_nodes:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = open_nodes.index(node)
            if len(open_nodes) - at > 1:
                found.append(tuple(sorted(open_nodes[at:])))
            del open_nodes[at:]

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return tuple(found)


def layers(project: Path = HERE / "pyproject.toml") -> tuple[frozenset[str], ...]:
    """From the top down, as the import linter has them; the members of one layer do not know each other."""
    table = tomllib.loads(project.read_text(encoding="utf-8"))
    rows = table["tool"]["importlinter"]["contracts"][0]["layers"]
    return tuple(frozenset(part.strip() for part in row.split("|")) for row in rows)


def upward(graph: Mapping[str, frozenset[str]], ranks: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """Imports from a layer to one above it, or to its neighbour."""

    def layer(module: str) -> tuple[int, str] | None:
        for rank, members in enumerate(ranks):
            for member in members:
                if module == member or module.startswith(f"{member}."):
                    return rank, member
        return None

    found = []
    for module, others in graph.items():
        here = layer(module)
        for other in sorted(others):
            there = layer(other)
            if here and there and here[1] != there[1] and there[0] <= here[0]:
                found.append(f"{module} → {other}")
    return tuple(found)


def twice_defined(found: Sequence[Module]) -> tuple[str, ...]:
    """Definitions of the named kinds outside the text layer: by name, and patterns that say what a year is."""
    told = []
    for module in found:
        if module.name.startswith("fathoms.text") or module.name in _FOREIGN:
            continue
        for node, name in _defined(module.tree):
            for kind, pattern in NAMED.items():
                if pattern.fullmatch(name.strip("_")):
                    told.append(f"{kind}: {module.name}.{name} ({module.path.name}:{node.lineno})")
        told += [f"year: {module.path.relative_to(SOURCE)}:{line}" for line in _years(module.tree)]
    return tuple(told)


def _defined(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Classes, public functions that look into a text, and compiled patterns at module level, by name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) or _is_public_reader(node):
            yield node, node.name
        elif isinstance(node, ast.Assign) and "re.compile" in ast.unparse(node.value):
            yield from ((node, target.id) for target in node.targets if isinstance(target, ast.Name))


def _is_public_reader(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
        return False
    first = node.args.args[0] if node.args.args else None
    return first is not None and first.annotation is not None and ast.unparse(first.annotation) == "str"


def _years(tree: ast.Module) -> list[int]:
    return sorted(
        {
            node.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _YEAR.search(node.value)
        }
    )


def functions(found: Sequence[Module]) -> Iterator[tuple[Module, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function and method, also those inside others."""
    for module in found:
        for node in ast.walk(module.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield module, node


def undocumented(found: Sequence[Module]) -> tuple[str, ...]:
    """Public functions at module level without a docstring."""
    return tuple(
        f"{module.name}.{node.name}"
        for module in found
        for node in module.tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and not node.name.startswith("_")
        and ast.get_docstring(node) is None
    )


def handlers(found: Sequence[Module]) -> tuple[int, int]:
    """How many handlers there are, and how many of them take any exception."""
    every = [node for module in found for node in ast.walk(module.tree) if isinstance(node, ast.ExceptHandler)]
    return len(every), sum(_is_broad(node) for node in every)


def _is_broad(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or ast.unparse(kind) in _BROAD for kind in caught)


def main() -> int:
    found = modules()
    graph = imports(found)
    rings, wrong, double = circles(graph), upward(graph, layers()), twice_defined(found)
    lengths = sorted((node.end_lineno or node.lineno) - node.lineno + 1 for _, node in functions(found))
    files = sorted(module.lines for module in found)
    every, broad = handlers(found)
    bare = undocumented(found)
    for title, rows in (("circle", rings), ("upward", wrong), ("defined twice", double)):
        for row in rows:
            print(f"{title}: {row if isinstance(row, str) else ' ↔ '.join(row)}")
    print(f"modules {len(found)}, median {statistics.median(files):.0f} lines, p90 {_at(files, 0.9)}, most {files[-1]}")
    print(f"functions {len(lengths)}: p50 {_at(lengths, 0.5)} lines, p95 {_at(lengths, 0.95)}, most {lengths[-1]}")
    print(f"public functions without a docstring: {len(bare)}")
    print(f"handlers {every}, broad {broad} ({broad / every:.1%})")
    print(
        f"{len(found)} modules, {len(rings)} circles, {len(wrong)} imports upward, {len(double)} defined twice, "
        f"broad handlers {broad / every:.1%}, p95 function {_at(lengths, 0.95)} lines"
    )
    return 1 if rings or wrong or double or broad / every > MOST_BROAD else 0


def _at(values: Sequence[int], share: float) -> int:
    return values[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    raise SystemExit(main())
