"""Where chardet's dependents import it from."""

from . import UniversalDetector

__all__ = ["UniversalDetector"]
