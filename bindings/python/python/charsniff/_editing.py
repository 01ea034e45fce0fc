"""Files that are edited, and the results of `Edit`, `convert`, `declarations`, `lint` and `mixed_lines`."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self, TypeAlias, Unpack

from ._charsniff import Context, Edit, Sniffed, content, replace_file
from ._options import Options

Unmapped: TypeAlias = Literal["error", "reference", "escape", "utf-8"] | Callable[[str], str | None]


class Unmappable(NamedTuple):
    """A character that an encoding lacks, and its place in the original."""

    character: str
    offset: int
    line: int
    column: int
    encoding: str


class Converted(NamedTuple):
    """A resource in another encoding."""

    data: bytes
    sniffed: Sniffed
    """The verdict on the original."""
    encoding: str
    """The encoding of `data`."""
    relabelled: int
    """How many declarations were changed or added."""
    unmappable: tuple[Unmappable, ...]
    """What became character references."""
    malformed: int
    """How many malformed sequences of the original are U+FFFD now."""
    header: str | None
    """The Content-Type with which `data` must be served, since the given header names another encoding, or nothing in
    `data` can name this one; None if none is needed."""


class Edited(NamedTuple):
    """A resource with changed text."""

    data: bytes
    encoding: str
    """The encoding that it was written in."""
    sniffed: Sniffed
    """The verdict on `data`."""
    replaced: int
    """How many characters that the encoding lacks were written in another way."""
    header: str | None
    """After unmappable="utf-8": the Content-Type that must be sent."""


class Declaration(NamedTuple):
    """Something that names the encoding of a resource."""

    source: str
    label: str | None
    encoding: str | None
    label_range: tuple[int, int] | None
    """Where the label is, in bytes."""
    range: tuple[int, int] | None
    """Where the tag, the rule or the byte order mark is, in bytes."""
    counts: bool
    why_not: str | None


class Finding(NamedTuple):
    """Something that a standard asks authors not to do, and where."""

    rule: str
    severity: str
    """ "error" or "warning"."""
    section: str
    """The URL of the standard's section."""
    range: tuple[int, int]
    """Where in the resource, in bytes; (0, 0) if it is not in the bytes, or concerns all of them."""
    line: int
    column: int
    message: str
    convert_mends: bool


class Lint(NamedTuple):
    """What is wrong with a resource."""

    findings: tuple[Finding, ...]
    unlisted: int
    """How many more findings there are."""


class LineRange(NamedTuple):
    """Consecutive lines in one encoding."""

    first: int
    """The number of the first line, from 1."""
    last: int
    encoding: str
    range: tuple[int, int]
    """Where they are in the resource, in bytes, with their line ends."""


class FileEdit(Edit):
    """A file whose text is edited: what `edit` gives."""

    path: str | os.PathLike[str]
    unmappable: Unmapped
    edited: Edited | None
    """What was written; None before."""
    _data: bytes

    def __new__(
        cls,
        path: str | os.PathLike[str],
        headers: Any = None,
        *,
        unmappable: Unmapped = "error",
        url: str | None = None,
        context: Context | str | None = None,
        **options: Unpack[Options],
    ) -> Self:
        with open(path, "rb") as file:
            data = file.read()
        if context is None and headers is None:
            context = Context.for_file_name(os.fsdecode(path))
        new = super().__new__(cls, data, headers, url=url, context=context, **options)
        if content(data) == "binary" and new.sniffed.source in ("detector", "locale", "default"):
            raise ValueError(f"{path}: binary data, no text; override_encoding=… reads it nevertheless")
        new.path, new.unmappable, new.edited, new._data = path, unmappable, None, data
        return new

    def save(self) -> Edited:
        """Writes the changes into the file in one step, and keeps its permissions. Without changes nothing is written."""
        edited = self.write(self.unmappable)
        if edited.data != self._data:
            with open(self.path, "rb") as file:
                if file.read() != self._data:
                    raise OSError(f"{self.path}: somebody else has changed the file meanwhile")
            replace_file(self.path, edited.data)
            self._data = edited.data
        self.edited = edited
        return edited

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.save()


def edit(
    path: str | os.PathLike[str],
    headers: Any = None,
    *,
    unmappable: Unmapped = "error",
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[Options],
) -> FileEdit:
    """The text of a file, to be changed: what is outside the changes stays, byte for byte.

        with charsniff.edit("page.html") as file:
            file.text = file.text.replace("colour", "color")

    At the end of the block the file is replaced, unless an exception was raised or nothing was changed: a reader finds the
    old file or the new one, never a part; permissions, owner and links stay. Raises UnicodeEncodeError if the file's
    encoding lacks a character, unless `unmappable` says what becomes of it, as in `Edit.write`, and OSError if the file
    was changed meanwhile.

    By default the extension says how the file is read. The keywords are those of `decode`.
    """
    return FileEdit(path, headers, unmappable=unmappable, url=url, context=context, **options)
