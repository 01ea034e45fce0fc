"""Where charset_normalizer's dependents import these from."""

from . import from_bytes, from_fp, from_path, is_binary

__all__ = ["from_bytes", "from_fp", "from_path", "is_binary"]
