#!/usr/bin/env python3
"""Writes Documentation/API.md from the compiler's symbol graphs: every public declaration with its comment."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["VideoCompression", "ImageCompression", "Jobs", "Media", "Capabilities"]
# Folders of the sources as chapters, in the order in which a reader needs them.
CHAPTERS = [
    ("VideoCompression/", "Compressing"),
    ("VideoCompression/Request", "What is asked for"),
    ("VideoCompression/Decode", "Choosing frames"),
    ("VideoCompression/Transform", "Drawing into frames"),
    ("VideoCompression/Backends", "Compressors of one kind of encoder"),
    ("VideoCompression/Report", "What happened"),
    ("Jobs", "What every job has: where results go, errors, checks"),
    ("VideoCompression/Plan", "What would be done"),
    ("VideoCompression/Probe", "What a file is"),
    ("ImageCompression", "Pictures"),
    ("Media", "Values"),
    ("Capabilities", "What the machine can encode"),
    ("VideoCompression", "Else"),
]
# What every value of a kind has, and what the compiler adds by itself.
IMPLIED = {"hash(into:)", "==(_:_:)", "encode(to:)", "init(from:)", "hashValue", "!=(_:_:)", "init(rawValue:)", "<(_:_:)"}


def graphs() -> list[dict]:
    subprocess.run(
        ["swift", "package", "dump-symbol-graph", "--minimum-access-level", "public", "--skip-synthesized-members"],
        cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folders = sorted(ROOT.glob(".build/*/symbolgraph"), key=lambda path: path.stat().st_mtime)
    files = [folders[-1] / f"{module}.symbols.json" for module in MODULES]
    for module in ["VideoCompression", "ImageCompression"]:
        files += sorted(folders[-1].glob(f"{module}@*.symbols.json"))
    return [json.loads(file.read_text()) for file in files]


def folder(symbol: dict) -> str:
    uri = symbol.get("location", {}).get("uri", "")
    return uri.split("/Sources/")[-1].rpartition("/")[0]


def chapter(symbol: dict) -> int:
    place = folder(symbol)
    for number, (prefix, _) in enumerate(CHAPTERS):
        if place == prefix.rstrip("/") if prefix.endswith("/") else place.startswith(prefix):
            return number
    return len(CHAPTERS) - 1


def declaration(symbol: dict) -> str:
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return re.sub(r"\s*\{ get (set )?\}$", "", text)


def comment(symbol: dict) -> list[str]:
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    # Links between symbols are links for readers of the source only.
    return [re.sub(r"``([^`]+)``", r"`\1`", line) for line in lines]


def split(lines: list[str]) -> tuple[str, list[str]]:
    """The sentences of a comment as one line, and its list of parameters, results and errors, a line each."""
    details: list[str] = []
    summary: list[str] = []
    for line in lines:
        if line.lstrip().startswith("- "):
            details.append(line)
        elif details and line.strip():
            details[-1] += " " + line.strip()
        elif line.strip():
            summary.append(line.strip())
    return " ".join(summary), details


def render(symbols: dict, children: dict, identifier: str, depth: int) -> list[str]:
    symbol = symbols[identifier]
    path = ".".join(symbol["pathComponents"])
    out = [f"{'#' * depth} {path}", "", "```swift", declaration(symbol), "```", ""]
    out += comment(symbol) + [""]
    members = [symbols[child] for child in children.get(identifier, [])]
    members = [member for member in members if member["names"]["title"].split(".")[-1] not in IMPLIED]
    members.sort(key=lambda member: (member["location"]["uri"], member["location"]["position"]["line"]))
    nested = [member for member in members if member["identifier"]["precise"] in children or is_type(member)]
    for member in members:
        if member in nested:
            continue
        summary, details = split(comment(member))
        out.append(f"- `{declaration(member)}`" + (f": {summary}" if summary else ""))
        out += [f"  {line}" for line in details]
    if len(members) > len(nested):
        out.append("")
    for member in nested:
        out += render(symbols, children, member["identifier"]["precise"], min(depth + 1, 5))
    return out


def is_type(symbol: dict) -> bool:
    return symbol["kind"]["identifier"] in {"swift.struct", "swift.enum", "swift.class", "swift.protocol"}


def main() -> None:
    symbols: dict[str, dict] = {}
    children: dict[str, list[str]] = {}
    parents: dict[str, str] = {}
    for graph in graphs():
        for symbol in graph["symbols"]:
            if "location" in symbol:
                symbols[symbol["identifier"]["precise"]] = symbol
        for edge in graph["relationships"]:
            if edge["kind"] in {"memberOf", "requirementOf", "optionalRequirementOf"}:
                parents[edge["source"]] = edge["target"]
    for child, parent in parents.items():
        if child in symbols and parent in symbols and child not in children.get(parent, []):
            children.setdefault(parent, []).append(child)
    roots = [identifier for identifier in symbols if parents.get(identifier) not in symbols]
    out = [
        "# Swage's library", "",
        "Every public declaration of `import Swage` with its comment, written by `make docs` from the sources. `README.md` "
        "shows how they go together, `Migrating.md` what the names of other libraries became.", "",
    ]
    for number, (_, title) in enumerate(CHAPTERS):
        found = [identifier for identifier in roots if chapter(symbols[identifier]) == number]
        if not found:
            continue
        out += [f"## {title}", ""]
        for identifier in sorted(found, key=lambda each: symbols[each]["names"]["title"]):
            out += render(symbols, children, identifier, 3)
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"
    target = ROOT / "Documentation" / "API.md"
    if "--check" in sys.argv:
        if target.read_text() != text:
            sys.exit("Documentation/API.md isn't what the sources say; run 'make docs'")
        return
    target.write_text(text)


main()
