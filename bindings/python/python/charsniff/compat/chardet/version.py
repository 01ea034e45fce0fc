"""Where the dependents of older chardets import these from."""

from . import __version__

VERSION = __version__.split(".")

__all__ = ["VERSION", "__version__"]
