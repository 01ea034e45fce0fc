"""Responses of aiohttp whose text is what charsniff makes of it.

    aiohttp.ClientSession(response_class=charsniff.compat.aiohttp.CharsniffResponse)

aiohttp asks `charsniff.aiohttp`, its session's resolver, only where Content-Type has no charset, and never for JSON, which
it takes for UTF-8. These responses follow all the rules.
"""

from aiohttp import ClientResponse

from .._clients import codec_of


class CharsniffResponse(ClientResponse):
    """`text()` and `json()` decode as the whole body, its headers and its URL say."""

    def get_encoding(self) -> str:
        """The codec that decodes the body, which must have been read."""
        if self._body is None:
            return super().get_encoding()
        return codec_of(self._body, self.headers, str(self.url))
