"""Drop-ins for other packages: the same names and signatures, with charsniff's answers.

`charsniff.compat.w3lib`, `.webencodings`, `.resiliparse`, `.chardet`, `.charset_normalizer`, and
`.scrapy` with a downloader middleware. docs/python.md says where they differ from the originals.
"""
