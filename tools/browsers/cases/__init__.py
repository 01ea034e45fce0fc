"""The cases, in a fixed order. One module a subject; each has `cases()`."""

from . import bom, content_type, css, docs, frame, meta, once, pragma, position, script, text_decoder, text_document, wrapper
from . import xhr, xml_declaration, xml_document

SUBJECTS = [
    meta, pragma, wrapper, position, content_type, bom, xml_declaration, xml_document, frame, css, script, xhr,
    text_document, text_decoder, once, docs,
]  # fmt: skip


def all_cases():
    """Every case, those that ask the same thing twice left out."""
    found, seen = [], set()
    for subject in SUBJECTS:
        for case in subject.cases():
            asks = repr((case.how, case.bytes(), case.content_type, case.environment))
            if asks not in seen:
                seen.add(asks)
                found.append(case)
    return found
