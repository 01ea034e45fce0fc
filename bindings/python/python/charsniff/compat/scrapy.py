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
        # A plain str, for queues that take nothing else (marshal's). The settings import this module, and with it the
        # codecs, before a job's queue is read.
        encoding = str(codec_of(response.body, response.headers, response.url))
        return response.replace(encoding=encoding)
