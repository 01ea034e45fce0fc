"""How the HTML cases are built: a page with a declaration somewhere and the probe at its end."""

from case import FRENCH, Case, marked

PROBE = b"<p>" + marked(FRENCH)
KOI = b"<meta charset=koi8-r>"
# A comment in the head: nothing but the limit of the prescan changes by it.
FAR = [b"<!--", (b"x", 1200), b"-->"]


class Group:
    """Numbers the cases of a group: `group/1`, `group/2`, ..."""

    def __init__(self, name, context="html", how="navigate"):
        self.name, self.context, self.how = name, context, how
        self.cases = []

    def add(self, *body, content_type=("text/html",), detector=False, **environment):
        pieces = [piece for piece in body if piece and (isinstance(piece, bytes) or piece[1] > 0)]
        number = len(self.cases) + 1
        self.cases.append(
            Case(f"{self.name}/{number}", self.context, self.how, pieces, list(content_type), environment, detector)
        )

    def page(self, *head, **facts):
        """A page that starts with `head`, bytes or pieces, and ends with the probe."""
        self.add(b"<!DOCTYPE html>", *head, PROBE, **facts)
