"""Batches of pages, as Arrow columns in and out.

    >>> import pyarrow, charsniff.arrow
    >>> bodies = pyarrow.array([b"<meta charset=sjis>\\x89\\xce\\x90\\xaf", None])
    >>> pyarrow.array(charsniff.arrow.decode(bodies)).field("text").to_pylist()
    ['<meta charset=sjis>火星', None]
"""

from ._charsniff import DecodedBatch
from ._charsniff import decode_batch as decode

__all__ = ["DecodedBatch", "decode"]
