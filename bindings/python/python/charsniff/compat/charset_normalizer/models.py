"""Where charset_normalizer's dependents import these from."""

from . import CharsetMatch, CharsetMatches

__all__ = ["CharsetMatch", "CharsetMatches"]
