"""The client's modules as one script and its styles as one, without a build tool."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

CLIENT = Path(__file__).parent / "client"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) ([A-Za-z_$][\w$]*))", re.M)
_COMMENT = re.compile(r"^[ ]*/\*\*?(?:(?!\*/)[\s\S])*\*/[ ]*\n", re.M)
_TYPE = re.compile(r"/\*\* @(?:type|param) (?:(?!\*/)[^\n])*\*/ ?")
_NOTE = re.compile(r"[ ]*/\*(?:(?!\*/)[\s\S])*\*/")
_REMARK = re.compile(r"(?:^|(?<=[;,{}()\]]))[ ]*// .*", re.M)
_AROUND = re.compile(r"\s*([{};])\s*")
_COLON = re.compile(r": (?=[^{}]*[;}])")
_BLANKS = re.compile(r"^[ ]+|^\n", re.M)
_SIGN = re.compile(r' ?(=>|[!=]==|&&|\|\||\?\?|[-+*]=|[=<>*?:,{}();]) ?')
_PLAIN = r"`(?:[^`\\$]|\\.|\$(?!\{))*`"  # a template with no values, with values, with templates in these
_VALUED = rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|\{{[^{{}}]*\}}|{_PLAIN})*\}})*`"
_TEMPLATE = rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|\{{[^{{}}]*\}}|{_VALUED})*\}})*`"
_REGEX = r"(?:(?<=[(,=:!&|?>])|(?<=return)) ?/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*"
_LITERAL = re.compile(rf"""("(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|{_TEMPLATE}|{_REGEX})""")
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport\s*\(|\bimport\.meta\b|</script|<!--", re.M | re.I)


class UnknownForm(ValueError):  # noqa: N818
    """A module is written in a way that cannot be put into one script."""


def bundle(entry: Path) -> str:
    """ES modules as one script that does what the module of a file does. Raises UnknownForm.

    Each module becomes a function that is called once and gives what the module exports; imports are taken out of what
    the others gave. Our modules are written in the few forms that this knows, and any other is refused, so that nothing
    is put together wrongly: named imports from a file, and `export` before a function, class or constant."""
    order: dict[Path, int] = {}
    written: list[str] = []

    def add(path: Path, above: tuple[Path, ...]) -> int:
        if path in above:
            raise UnknownForm(f"{path.name} imports itself")
        if path not in order:
            text = _BLANKS.sub("", _REMARK.sub("", _TYPE.sub("", _COMMENT.sub("", path.read_text(encoding="utf-8")))))
            taken = []
            for names, other in _IMPORT.findall(text):
                number = add((path.parent / other).resolve(), (*above, path))
                taken.append(f"const {{{names.replace(' as ', ': ')}}} = m{number};\n")
            exported = _EXPORT.findall(text)
            body = _EXPORT.sub("", _IMPORT.sub("", text)).strip()
            unknown = _OTHER.search(body)
            if unknown is not None:
                raise UnknownForm(f"{path.name}: {unknown[0].strip()[:80]}")
            order[path] = len(order)
            written.append(
                f"const m{order[path]} = (() => {{\n{''.join(taken)}{body}\nreturn {{{', '.join(exported)}}};\n}})();\n"
            )
        return order[path]

    add(entry.resolve(), ())
    return _tight(f'"use strict";\n{"".join(written)}')


def _tight(script: str) -> str:
    """A script without the blanks around signs, but for those in its strings, templates and patterns. Raises
    UnknownForm."""
    parts = _LITERAL.split(script)  # code and literals by turns
    if "`" in "".join(parts[::2]):
        raise UnknownForm("a template holds others too deeply")
    return "".join([each if at % 2 else _SIGN.sub(r"\1", each) for at, each in enumerate(parts)])


def styled(names: Iterable[str]) -> str:
    """Files of style as one, without what is there for who writes them."""
    whole = "".join([(CLIENT / each).read_text(encoding="utf-8") for each in names])
    return _COLON.sub(":", _AROUND.sub(r"\1", _BLANKS.sub("", _NOTE.sub("", whole))).replace(";}", "}"))
