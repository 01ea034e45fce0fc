"""Where charset_normalizer's dependents import this from."""

from . import detect

__all__ = ["detect"]
