"""What Python 3.10 lacks of `typing`."""

import sys

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = ["NotRequired"]
