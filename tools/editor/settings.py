"""What a client may set, and what it can do by itself.

At the start `initializationOptions` may say the settings, and `commands`: the names of the commands that the client
carries out, of which lenses may speak then (see `lenses`). Later `workspace/didChangeConfiguration` says the settings
anew; a client that only tells that they have changed is asked for them. They stand there as they are or under `yupana`.
What else stands there is the client's own. A value that cannot be is told of once, and what was before stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from .server import EditorServer

SECTION = "yupana"


@dataclass(frozen=True, slots=True)
class Settings:
    """`run_examples` says whether examples that an edit concerns are run by themselves while nobody types; `lint`
    whether the linter is asked."""

    run_examples: bool = True
    lint: bool = True


_CHOICES: Mapping[str, tuple[str, Mapping[str | bool, bool]]] = {
    "runExamples": ("run_examples", {"onIdle": True, "never": False}),
    "lint": ("lint", {True: True, False: False}),
}
"""The settings by their names: what they set, and what their values mean."""


def read(given: object, before: Settings) -> tuple[Settings, list[str]]:
    """The settings with what was given set anew, and a sentence for each value that cannot be."""
    section = given.get(SECTION, given) if isinstance(given, Mapping) else None
    found, wrong = before, []
    for name, (field, values) in _CHOICES.items():
        value = section.get(name) if isinstance(section, Mapping) else None
        if isinstance(value, str | bool) and value in values:
            found = replace(found, **{field: values[value]})
        elif value is not None:
            choices = " or ".join(map(_written, values))
            wrong.append(f"The setting `{SECTION}.{name}` is {choices}, not {_written(value)}.")
    return found, wrong


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else " ".join(str(value).split())[:40]


class Wishes:
    """The settings of one client. `commands` are those that it carries out by itself."""

    def __init__(self, server: EditorServer) -> None:
        self._server = server
        self._complained: set[str] = set()
        self.settings = Settings()
        self.commands: frozenset[str] = frozenset()

    def begin(self, options: object) -> None:
        """Take what the client says at the start."""
        section = options.get(SECTION, options) if isinstance(options, Mapping) else {}
        commands = section.get("commands") if isinstance(section, Mapping) else None
        self.commands = frozenset(map(str, commands)) if isinstance(commands, list | tuple) else frozenset()
        self.take(options)

    def take(self, given: object) -> None:
        """Take settings."""
        self.settings, wrong = read(given, self.settings)
        for each in wrong:
            if each not in self._complained:
                self._complained.add(each)
                self._server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, each))
        self._server.checker.asks_linter(asks=self.settings.lint)


def register(server: EditorServer) -> None:
    """Read the settings whenever the client tells them."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        given = params.settings
        able = server.client_capabilities.workspace
        if not given and able is not None and able.configuration:
            asked = types.ConfigurationParams([types.ConfigurationItem(section=SECTION)])
            with suppress(JsonRpcException):  # it cannot say it after all
                given = next(iter(await server.workspace_configuration_async(asked)), None)
        server.wishes.take(given)
