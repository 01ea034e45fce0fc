"""One case: the bytes of a resource, the headers it is served with, and what surrounds it.

The bytes are kept as pieces, `b"..."` or `(b"x", 900)` for nine hundred times x, so that a
declaration after 64 KB of comment still is one short line in the record.
"""

from dataclasses import dataclass, field


@dataclass
class Case:
    id: str
    context: str  # a row of the table of contexts: "html", "css-from-document", ...
    how: str  # a key of `ways` in driver.js
    body: list
    content_type: list = field(default_factory=list)  # values of Content-Type, one a header
    environment: dict = field(default_factory=dict)
    detector: bool = False  # a guess from the text decides

    def bytes(self):
        return b"".join(piece if isinstance(piece, bytes) else piece[0] * piece[1] for piece in self.body)

    def record(self):
        """The case in the format of the record: each byte is the character of the same number."""
        text = [
            piece.decode("latin-1") if isinstance(piece, bytes) else [piece[0].decode("latin-1"), piece[1]]
            for piece in self.body
        ]
        line = {"id": self.id, "context": self.context}
        if self.how not in ("navigate", self.context):
            line["how"] = self.how
        if self.context != "text-decoder":
            line["content_type"] = self.content_type
        if self.environment:
            line["environment"] = self.environment
        if self.detector:
            line["detector"] = True
        line["body"] = text
        return line


# French in windows-1252: both detectors answer windows-1252, which is what a page without a
# declaration gets anyway. Only closely related encodings decode these bytes to the same text.
FRENCH = b"L'\xe9t\xe9 est d\xe9j\xe0 l\xe0 "

# For contexts without a detector: bytes that decode differently in each encoding.
TELLTALE = b"\xc3\xa9 \x81\x30\x81\x30 \x8e\xa1 \xa4\xd0\xfd\xfe \xe4\xbd\xa0 "

# Well-formed in every encoding that can be declared, for parsers that stop at an error.
FAITHFUL = b"\xc3\xa9\xc2\xab\xc3\xb6"


def marked(probe):
    return b"[[[" + probe + b"]]]"
