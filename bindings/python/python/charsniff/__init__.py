"""Which character encoding a Web resource is in, how sure that is, and its text.

    >>> import charsniff
    >>> page = charsniff.decode(b"<meta charset=sjis>\\x89\\xce\\x90\\xaf", {"Content-Type": "text/html"})
    >>> page.encoding, page.source, page.text[-2:]
    ('Shift_JIS', 'meta', '火星')

The verdict is the Web platform's, and the decoders are the Encoding Standard's.
"""

from . import _pickle as _pickle
from . import arrow
from ._charsniff import (
    Context,
    Decoded,
    Edit,
    Explanation,
    Guess,
    Health,
    Positions,
    Record,
    Sniffed,
    StageReport,
    Stream,
    Warc,
    __version__,
    content,
    convert,
    declarations,
    decode,
    detect,
    detect_all,
    explain,
    health,
    labels,
    lint,
    lookup,
    mixed_lines,
    sniff,
    try_decode,
    warc,
)
from ._clients import aiohttp, httpx, requests
from ._codecs import register_codecs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._editing import Converted, Declaration, Edited, FileEdit, Finding, LineRange, Lint, Unmappable, edit
    from ._options import Options
    from ._repair import Repair

__all__ = [
    "Context",
    "Converted",
    "Declaration",
    "Decoded",
    "Edit",
    "Edited",
    "Explanation",
    "FileEdit",
    "Finding",
    "Guess",
    "Health",
    "LineRange",
    "Lint",
    "Options",
    "Positions",
    "Record",
    "Repair",
    "Sniffed",
    "StageReport",
    "Stream",
    "Unmappable",
    "Warc",
    "__version__",
    "aiohttp",
    "arrow",
    "content",
    "convert",
    "declarations",
    "decode",
    "detect",
    "detect_all",
    "edit",
    "explain",
    "health",
    "httpx",
    "labels",
    "lint",
    "lookup",
    "mixed_lines",
    "register_codecs",
    "requests",
    "sniff",
    "try_decode",
    "warc",
]


def __getattr__(name: str) -> object:
    # Their modules need `typing`, which would take longer to import than charsniff itself.
    if name == "Options":
        from ._options import Options

        return Options
    if name == "Repair":
        from ._repair import Repair

        return Repair
    if name in ("Converted", "Declaration", "Edited", "FileEdit", "Finding", "LineRange", "Lint", "Unmappable", "edit"):
        from . import _editing

        return getattr(_editing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
