"""Which legacy encodings a language was written in, as far as the Encoding Standard has them."""

import re
import unicodedata

# The encodings of a language are those of its lines here; a text that an encoding cannot write is left out.
WRITTEN_IN = {
    "windows-1250": "bs cs de hr hsb hu pl ro sk sl sq sr-latn",
    "iso-8859-2": "bs cs de hr hsb hu pl ro sk sl sq sr-latn",
    "iso-8859-16": "ro",
    "windows-1251": "be bg kk ky mk mn ru sr tg tt uk",
    "koi8-r": "ru",
    "koi8-u": "uk",
    "iso-8859-5": "be bg mk ru sr uk",
    "ibm866": "be ru",
    "x-mac-cyrillic": "bg mk ru sr uk",
    "windows-1253": "el",
    "iso-8859-7": "el",
    "windows-1254": "az ku tr",
    "windows-1255": "he yi",
    "iso-8859-8": "he",
    "windows-1256": "ar fa ur",
    "iso-8859-6": "ar",
    "windows-1257": "et lt lv",
    "iso-8859-4": "et lt lv",
    "iso-8859-13": "et lt lv",
    "iso-8859-3": "eo mt",
    "iso-8859-10": "is se",
    "iso-8859-14": "cy ga gd",
    "iso-8859-15": "ca da de es et eu fi fr gl is it nb nl pt sv",
    "macintosh": "ca da de es fi fr is it nb nl pt sv",
    "windows-1258": "vi",
    "windows-874": "th",
    "shift_jis": "ja",
    "euc-jp": "ja",
    "euc-kr": "ko",
    "gbk": "zh-hans",
    "gb18030": "zh-hans",
    "big5": "zh-hant",
}
# Python's names, where they differ.
CODECS = {
    "windows-874": "cp874", "shift_jis": "cp932", "euc-kr": "cp949", "gb18030": "gb18030", "gbk": "gbk", "big5": "cp950",
    "ibm866": "cp866", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman",
}
OTHER_NAMES = {
    "no": "nb", "nn": "nn", "iw": "he", "zh-cn": "zh-hans", "zh-sg": "zh-hans", "zh-tw": "zh-hant", "zh-hk": "zh-hant",
    "zh-mo": "zh-hant", "sr-cyrl": "sr", "zh": "zh-hans", "sr-latin": "sr-latn", "pt-br": "pt", "pt-pt": "pt", "kmr": "ku",
    "be-latin": "be-latn", "tt-iqtelif": "tt-latn", "uz-cyrillic": "uz-cyrl", "fu": "fur", "oci": "oc",
}


def language(name):
    """The language of a file by the name that its package gives it: `pt_BR`, `zh-hans`, `deu`."""
    name = name.lower().replace("_", "-").replace("@", "-")
    name = OTHER_NAMES.get(name, name)
    head, _, rest = name.partition("-")
    # A country says nothing about the encoding; a script does.
    return name if len(rest) == 4 else OTHER_NAMES.get(head, head)


def encodings(language, text):
    """The encodings in which this text of that language is taken: every one that could write it."""
    names = [name for name, languages in WRITTEN_IN.items() if language in languages.split()]
    # Every language in Latin script that fits was written in windows-1252.
    if "windows-1252" not in names:
        names.append("windows-1252")
    return [name for name in names if encode(text, name) is not None] + ["utf-8"]


def prepared(text, language):
    """The text as its legacy encodings write it: Vietnamese tone marks stand apart."""
    text = unicodedata.normalize("NFC", text)
    if language == "vi":
        apart = unicodedata.normalize("NFD", text)
        # A dot below may come before a circumflex.
        apart = re.sub("([\u0323\u0300\u0301\u0303\u0309])([\u0302\u0306\u031b])", r"\2\1", apart)
        text = re.sub(".[\u0302\u0306\u031b]", lambda letter: unicodedata.normalize("NFC", letter[0]), apart)
    if language == "ro":
        # Before 2007 no system had the comma below; only ISO-8859-16 has it.
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    if language in ("fa", "ur"):
        text = text.translate(str.maketrans("ی", "ي"))
    return text


def codec(name):
    return CODECS.get(name, name)


def encode(text, name):
    """The bytes, or None if the encoding cannot write the text and give it back."""
    if name == "iso-8859-16":
        text = text.translate(str.maketrans("şţŞŢ", "șțȘȚ"))
    try:
        data = text.encode(codec(name))
        return data if data.decode(codec(name)) == text else None
    except UnicodeError:
        return None
