"""A downloader middleware for Scrapy: pages have the encoding that charsniff gives them.

    DOWNLOADER_MIDDLEWARES = {"charsniff.compat.scrapy.CharsniffMiddleware": 545}

At 545 a response comes to it after the middleware at 590 has decompressed it.
"""

from typing import Any

from scrapy.http import Response, TextResponse

from .._clients import codec_of


class CharsniffMiddleware:
    """Sets the encoding of every text response."""

    def process_response(self, request: Any, response: Response, spider: Any = None) -> Response:
        if not isinstance(response, TextResponse) or not response.body:
            return response
        return response.replace(encoding=codec_of(response.body, response.headers, response.url))
