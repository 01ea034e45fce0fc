"""Where chardet's dependents import these from."""

from . import EncodingEra, LanguageFilter

__all__ = ["EncodingEra", "LanguageFilter"]
