"""Where charset_normalizer's dependents import these from."""

from . import VERSION, __version__

__all__ = ["VERSION", "__version__"]
