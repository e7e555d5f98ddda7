"""A book as it is asked for on the command line: made for a ruleset and a language, written to files, tested."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.errors import UsageError
from yupana.schemas.render import render
from yupana.schemas.sheet_files import told_text
from yupana.schemas.source import Diagnostic, Report, RulesetError
from yupana.schemas.texts import load_texts

from ..compare.model import PartChange
from ..compare.revisions import committed
from ..compare.sides import open_sides
from ..compare.wording import lines
from ..documents.html import to_html
from ..documents.markdown import to_markdown
from ..documents.model import Document, pictures, to_json
from ..shell.exits import FAULTS, leave
from ..shell.files import folder_is_writable, write_text
from ..shell.output import colour_wanted, print_json
from ..shell.sentences import suggestion
from ..targets.rulesets import compile_target
from .errata import errata
from .exhibits import Artist, Renewal, renewed
from .make import make, make_maker
from .maker import Maker
from .review import Review, accept_rules, review

STYLE = "\n" + Path(__file__).with_name("style.css").read_text(encoding="utf-8")
"""How a printed rulebook looks: on a screen, and on A4."""


def maker_of(target: str, lang: str, *, as_json: bool) -> tuple[Maker, list[Diagnostic]]:
    """What a book is made with, and the faults of the ruleset's texts in its language. A ruleset with errors ends the
    command.

    Raises UsageError when there is no such ruleset or language, RulesetError when the ruleset has errors.
    """
    compiled = compile_target(target)
    if not isinstance(compiled, SoundRuleset):
        errors = [each for each in compiled.diagnostics if each.severity == "error"]
        if as_json:
            print_json("faults", {"ok": False, "diagnostics": [each.to_json() for each in errors]})
            leave(FAULTS)
        raise RulesetError(errors)
    report = Report()
    texts = load_texts(compiled.ruleset, compiled.parts, lang, report)
    for each in report.diagnostics:
        if each.code == "YUP253":
            raise UsageError(f"{each.message[:1].upper()}{each.message[1:]}; {each.hint}.")
    found = list(report.diagnostics)
    return make_maker(compiled, texts, Report()), found


BASE = "base"
"""What stands for the ruleset below all overlays."""
ENDINGS = (".html", ".htm", ".md", ".markdown", ".pdf")
"""The endings of the files in which a book is written."""


def write_book(
    target: str,
    output: Path | None,
    lang: str,
    to_pdf: Callable[[Document], bytes],
    artist: Artist,
    *,
    as_json: bool,
) -> None:
    """Write the book to a file with its pictures beside it, or print it; ends the command when its texts are wrong.
    `to_pdf` sets it on paper; `artist` draws its components and boards."""
    _can_be_written(output)
    maker, faults = maker_of(target, lang, as_json=as_json)
    book = make(maker, artist=artist)
    _render([*faults, *maker.report.in_order()], maker, sys.stderr)
    if any(each.severity == "error" for each in (*faults, *maker.report.diagnostics)):
        leave(FAULTS)
    _give(book, output, to_pdf, f"{book.title}, {len(book.chapters)} chapters", as_json=as_json)


def write_errata(
    target: str,
    since: str,
    output: Path | None,
    lang: str,
    to_pdf: Callable[[Document], bytes],
    renewal: Renewal,
    *,
    as_json: bool,
) -> None:
    """Write what the book says otherwise than in a revision, or than the ruleset below an overlay (`base`); `renewal`
    draws the components that have changed."""
    _can_be_written(output)
    maker, _ = maker_of(target, lang, as_json=as_json)
    old = str(maker.parts[0]) if since == BASE else f"{target}@{since}"
    if since == BASE and len(maker.parts) < 2:
        raise UsageError(f"`{target}` is no overlay, and has no base; a revision says what it was, such as HEAD.")
    with open_sides(old, target, programs=True) as (before, _):
        texts = load_texts(before.sound.ruleset, before.sound.parts, lang, Report())
        older = make_maker(before.sound, texts, Report())
        was, pieces = make(older, played=False), renewed(older, maker, renewal)
    told = was.title if since == BASE else maker.say("errata_revision", date=committed(str(maker.parts[0]), since))
    book = errata(was, make(maker, played=False), maker.words, told, pieces)
    _give(book, output, to_pdf, book.title, as_json=as_json)


def _can_be_written(output: Path | None) -> None:
    """Whether a document can be written to a file is known before it is made. Raises UsageError where it cannot."""
    if output is not None:
        if output.suffix.lower() not in ENDINGS:
            raise UsageError(f"`{output}` is neither .html nor .pdf nor .md: the ending says what is written.")
        folder_is_writable(output)


def _give(
    book: Document, output: Path | None, to_pdf: Callable[[Document], bytes], told: str, *, as_json: bool
) -> None:
    """Write a document to a file and say what it is (`told`); without a file print it."""
    written = _write(book, output, to_pdf)
    if as_json:
        print_json("rulebook", {**to_json(book), "written": written})
    elif output is None:
        sys.stdout.write(to_markdown(book))
    else:
        sys.stdout.write(f"{written[0]}: {told}\n")


def _write(book: Document, output: Path | None, to_pdf: Callable[[Document], bytes]) -> list[str]:
    """Write a document as the ending of the file says, if there is one; gives the files that were written."""
    written: list[str] = []
    ending = "" if output is None else output.suffix.lower()
    if output is not None and ending in (".html", ".htm"):
        write_text(output, to_html(book, STYLE))
        written.append(str(output))
    elif output is not None and ending == ".pdf":
        write_text(output, to_pdf(book))
        written.append(str(output))
    elif output is not None:
        files: dict[str, str] = {}
        for picture in pictures(book.chapters):
            file = output.with_name(f"{output.stem}.{picture.name}.svg")
            write_text(file, picture.svg + "\n")
            files[picture.name] = file.name
            written.append(str(file))
        write_text(output, to_markdown(book, files))
        written.insert(0, str(output))
    return written


def _render(diagnostics: list[Diagnostic], maker: Maker, stream: TextIO) -> None:
    """Faults of texts, with excerpts."""
    if not diagnostics:
        return
    files = dict(maker.compiled.files)
    for each in diagnostics:
        if each.span.file and each.span.file not in files:
            files[each.span.file] = told_text(each.span.file)
    stream.write(render(diagnostics, files, colour=colour_wanted(stream)))


def _what_changed(done: Review) -> str:
    """In every stale rule what was accepted and what stands there now, line by line."""
    compared, rows = done.compared, []
    stale: dict[str, list[str]] = {**{rule: [] for rule in compared.stale_text}, **compared.stale_code}
    for rule, elements in stale.items():
        changes = done.changes(rule, elements)
        rows += [f"{rule}: what has changed since it was accepted"] if changes else []
        if changes and rule in compared.stale_code:
            rows.append(f"  it says: {done.was[f'{rule} {done.now[rule].text}']['text']}")
        for each in changes:
            rows.append(f"  {each.element}: {each.key}")
            if each.key == "text" and each.old is None:
                rows.append(f"    + {each.new}")
                continue
            change = PartChange(each.key, each.old, each.new, code=True)
            rows += [f"    {line.mark} {line.text}" for line in lines(change)]
    return "".join(f"{row}\n" for row in rows)


def check_book(target: str, rules: list[str], lang: str, *, accept: bool, strict: bool, as_json: bool) -> None:
    """Tell in which rules text and behaviour have parted, or accept them; ends the command when something is wrong."""
    if rules and not accept:
        raise UsageError(f"Rules are named to accept them: `yupana rulebook check {target} --accept {rules[0]}`.")
    maker, faults = maker_of(target, lang, as_json=as_json)
    done = review(maker, target=target)
    if unknown := [each for each in rules if each not in done.now]:
        raise UsageError(f"`{target}` has no rule `{unknown[0]}`.{suggestion(unknown[0], done.now)}")
    if accept:
        folder_is_writable(done.path)
        write_text(done.path, accept_rules(done, rules, lang))
        maker, faults = maker_of(target, lang, as_json=as_json)
        done = review(maker, target=target)
    found = [*faults, *done.diagnostics]
    errors = [each for each in found if each.severity == "error"]
    ok = not errors and not (strict and found)
    if as_json:
        print_json("rulebook-check", {"ok": ok, **done.to_json(), "diagnostics": [each.to_json() for each in found]})
    else:
        _render(found, maker, sys.stdout)
        sys.stdout.write(_what_changed(done))
        sys.stdout.write("".join(f"{each}\n" for each in done.summary(target)))
    if not ok:
        leave(FAULTS)
