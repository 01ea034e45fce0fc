"""Results can be pickled and copied."""

from __future__ import annotations

import copyreg

from ._charsniff import Decoded, Guess, Sniffed

# As in _codecs.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    _Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


def _sniffed(result: Sniffed) -> _Reduced:
    return Sniffed._of, (result._state(),)


def _decoded(result: Decoded) -> _Reduced:
    make, parts = _sniffed(result)
    return Decoded._with_text, (make(*parts), result.text, result.had_errors, result.repairs, result.unlisted_repairs)


def _guess(result: Guess) -> _Reduced:
    return Guess._of, (result.encoding, result.probability, result.runners_up, result.language, result.script)


copyreg.pickle(Sniffed, _sniffed)
copyreg.pickle(Decoded, _decoded)
copyreg.pickle(Guess, _guess)
