"""The examples of a project: which hold, and one made of what was played at the table."""

from __future__ import annotations

import time
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.beside import Beside
from yupana.interpreter.examples.claims import proves_nothing
from yupana.interpreter.examples.running import ExampleResult, each_example
from yupana.interpreter.index.elements import Elements, index
from yupana.schemas.source import RulesetError

from ..compare.sides import without_folders
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..testing.affected import affected, changes
from .bots_play import breathe
from .host import Host
from .making import Claim, Proposal, proposed
from .table import Table
from .writing import free_name, laid_out, written

TOLD = 0.25
"""How many seconds pass at least between two reports of examples that are run."""


class Examples:
    """What answers for the examples of a project. `proposal` is what was proposed last."""

    def __init__(self, host: Host, table: Table) -> None:
        self.host, self.table = host, table
        self.results: dict[str, ExampleResult] = {}
        self.proposal: Proposal | None = None
        self._ran_of: Elements | None = None
        self.ran = 0  # whoever runs them again ends the run before

    def compiled(self) -> SoundRuleset:
        """The ruleset as its files are now. Raises Refused where it has faults."""
        look = self.table.looked().sound
        if look is None:
            raise Refused(409, "The rules have faults; examples are run when they are mended.")
        return look

    # ------------------------------------------------------------ those that are there

    def listed(self) -> dict[str, Any]:
        """All examples, in their order, with how they went when they were run last."""
        compiled = self.compiled()
        places = {each.name: each for each in index(compiled) if each.section == "examples"}
        names = map(str, compiled.ruleset.examples)
        return {"examples": [self._told(compiled, name, places[name].span) for name in names]}

    def _told(self, compiled: SoundRuleset, name: str, span: Any) -> dict[str, Any]:
        decl = next(each for key, each in compiled.ruleset.examples.items() if str(key) == name)
        result = self.results.get(name)
        return {
            "name": name, "text": "" if decl.text is None else str(decl.text), "source": [*map(str, decl.source)],
            "file": self._path(str(span.file), compiled), "line": span.line,
            "ok": None if result is None else result.ok,
            **({} if result is None or result.ok else {
                "message": without_folders(result.message, compiled.parts), "at": result.span.line,
            }),
        }  # fmt: skip

    def _path(self, file: str, compiled: SoundRuleset) -> str:
        """A file as the page names it: relative to the project; "" where it is none of its own."""
        folder = self.host.folder.resolve()
        path = (self.host.folder / file).resolve()
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""

    async def run(self, names: list[str]) -> dict[str, Any]:
        """Run examples, all where none are named, and tell what comes of each as it is known. While the rules have
        faults they wait."""
        if self.table.looked().sound is None:
            return {"waiting": True}
        compiled = self.compiled()
        self.ran += 1
        number, told = self.ran, time.monotonic()
        known = [str(each) for each in compiled.ruleset.examples]
        wanted = [each for each in known if each in names] if names else self._the_doubtful_first(compiled, known)
        for done, result in enumerate(each_example(compiled, wanted, lambda: None), 1):
            self.results[result.name] = result
            if time.monotonic() - told > TOLD:
                failed = sum(not each.ok for each in self.results.values())
                self.host.tell("examples", {"done": min(done, len(wanted)), "total": len(wanted), "failed": failed})
                told = time.monotonic()
            await breathe()
            if number != self.ran:
                return {"stopped": True}
        found = self.listed()
        return {**found, "passed": sum(each["ok"] is True for each in found["examples"]),
                "failed": sum(each["ok"] is False for each in found["examples"])}  # fmt: skip

    def _the_doubtful_first(self, compiled: SoundRuleset, known: list[str]) -> list[str]:
        """All examples, those first that depend on what has changed since all were run last, or that failed then."""
        before, self._ran_of = self._ran_of, index(compiled)
        kept = {name: each for name, each in self.results.items() if each.ok and name in known}
        concerned: set[str] = set()
        if before is not None:
            concerned = set(affected(changes(before, self._ran_of), before, self._ran_of))
        self.results = kept = {name: each for name, each in kept.items() if name not in concerned}
        return sorted(known, key=lambda name: name in kept)

    # ------------------------------------------------------------ one that is made

    def propose(self) -> dict[str, Any]:
        """An example of what was done at the table since a decision was marked."""
        played, mark = self.table.now, self.table.mark
        self.proposal = found = proposed(played, mark)
        compiled = self.compiled()
        name = free_name(compiled, self._name(found))
        return {
            "name": name, "at": found.at, "mark": mark, "given": list(found.given), "when": list(found.when),
            "claims": [each.told() for each in found.claims], "text": laid_out(compiled, name, found.text()),
        }  # fmt: skip

    def _name(self, found: Proposal) -> str:
        last = found.when[-1].partition(": ")[2].partition("(")[0] if found.when else "position"
        return f"{last}_is_played" if found.when else "a_position"

    def make(self, said: RequestBody) -> dict[str, Any]:
        """The example with what was chosen of the claims, by their codes: its text, how it goes, and what writing it
        changes. Nothing is written here. Raises Refused."""
        proposal = self.proposal
        if proposal is None:
            raise Refused(409, "Propose an example first.")
        wanted = [int(each) for each in said.texts("claims") if each.isdecimal()]
        chosen = [each for number, each in enumerate(proposal.claims) if number in wanted]
        return self.written(said.text("name"), proposal.text(_one_that_waits(chosen)), "")

    def written(self, name: str, text: str, remark: str) -> dict[str, Any]:
        """What writing an example changes, and how it goes."""
        compiled = self.compiled()
        name = free_name(compiled, name)
        try:
            result = self._beside(compiled).result(text, name)
        except RulesetError as fault:
            raise Refused(409, f"{next(iter(fault.diagnostics)).message}.") from None
        decl = self._beside(compiled).declared(text, name)
        edit = written(compiled, self.host.folder, name, text, remark)
        return {
            "name": name, "ok": result.ok, "message": result.message, "nothing": proves_nothing(compiled.ruleset, decl),
            "shown": laid_out(compiled, name, text), "edit": edit,
        }  # fmt: skip

    def _beside(self, compiled: SoundRuleset) -> Beside:
        played = self.table.played
        if played is not None and played.ready.game.program.hash == compiled.hash:
            return played.beside
        return self.table.beside_for(compiled)


def _one_that_waits(claims: list[Claim]) -> list[Claim]:
    """The claims, of those about who is asked the last alone."""
    waits = [each for each in claims if each.sort == "waits"]
    return [each for each in claims if each.sort != "waits" or each is waits[-1]]


def register(host: Host, table: Table) -> Examples:
    """What can be asked of examples."""
    examples = Examples(host, table)

    @host.method("examples/list")
    def listed(said: RequestBody) -> Any:
        return examples.listed()

    @host.method("examples/run")
    async def run(said: RequestBody) -> Any:
        return await examples.run(said.texts("names"))

    @host.method("examples/propose")
    def propose(said: RequestBody) -> Any:
        return examples.propose()

    @host.method("examples/make")
    def make(said: RequestBody) -> Any:
        return examples.make(said)

    @host.method("examples/write")
    def write(said: RequestBody) -> Any:
        """What writing an example changes whose lines are known: one that was suggested."""
        return examples.written(said.text("name"), said.text("text", most=None), said.text("remark", ""))

    return examples
