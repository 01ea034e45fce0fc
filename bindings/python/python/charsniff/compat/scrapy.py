"""A downloader middleware for Scrapy: pages have the encoding that charsniff gives them.

    DOWNLOADER_MIDDLEWARES = {"charsniff.compat.scrapy.CharsniffMiddleware": 545}

At 545 a response comes to it after the middleware at 590 has decompressed it.
"""

from scrapy.http import TextResponse

from .._clients import codec_of


class CharsniffMiddleware:
    """Sets the encoding of every text response."""

    def process_response(self, request, response, spider=None):
        if not isinstance(response, TextResponse) or not response.body:
            return response
        return response.replace(encoding=codec_of(response.body, response.headers, response.url))
