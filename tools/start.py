"""Where the `yupana` command begins: nothing is imported before signals end the program quietly.

Loading the command line takes a moment, and Python answers Ctrl-C with a traceback until somebody says otherwise.
"""

import os

try:
    import _signal as signal  # type: ignore[import-not-found]  # what `signal` is made of: there at once
except ImportError:
    import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> None:
    """The `yupana` command."""
    # no plugin of other people looks at what is read, and the looking for some fails where broken packages lie about
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from .cli import main as command_line  # the docstring says why it is late

    command_line()
