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
    decode,
    detect,
    detect_all,
    explain,
    health,
    labels,
    lookup,
    sniff,
    try_decode,
    warc,
)
from ._clients import aiohttp, httpx, requests
from ._codecs import register_codecs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._options import Options
    from ._repair import Repair

__all__ = [
    "Context",
    "Decoded",
    "Explanation",
    "Guess",
    "Health",
    "Options",
    "Positions",
    "Record",
    "Repair",
    "Sniffed",
    "StageReport",
    "Stream",
    "Warc",
    "__version__",
    "aiohttp",
    "arrow",
    "content",
    "decode",
    "detect",
    "detect_all",
    "explain",
    "health",
    "httpx",
    "labels",
    "lookup",
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
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
