"""The command: the script `charsniff`, and `python -m charsniff`."""

import signal
import sys

from ._charsniff import command


def main() -> None:
    # Python's handler waits until Rust returns. The system's ends the command at once. Where SIGINT is
    # ignored (as shells do for jobs in the background), it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["charsniff", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
