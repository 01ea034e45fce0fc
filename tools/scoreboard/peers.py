"""peers.py NAME SAMPLES OUT: what one other detector answers to each sample, a JSON object a line: label, confidence, language;
the last line has its version and the seconds that its calls took.

SAMPLES has a JSON object a line, whose `data` are the bytes in base64.
"""

import base64
import ctypes
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version

ROOT = pathlib.Path(__file__).parents[2]
CED_WRAPPER = """
#include "compact_enc_det/compact_enc_det.h"
extern "C" const char* detect(const char* bytes, int length) {
    int consumed;
    bool reliable;
    return MimeEncodingName(CompactEncDet::DetectEncoding(bytes, length, nullptr, nullptr, nullptr, UNKNOWN_ENCODING,
        UNKNOWN_LANGUAGE, CompactEncDet::WEB_CORPUS, false, &consumed, &reliable));
}
"""


def chardetng():
    import chardetng_py

    def answer(data):
        detector = chardetng_py.EncodingDetector()
        detector.feed(data, last=True)
        return detector.guess(tld=None, allow_utf8=True), None, None

    return version("chardetng-py"), answer


def compact_enc_det():
    """Google's C++ out of the crate of the feature `compact-enc-det`, by the machine's compiler."""
    metadata = subprocess.run(["cargo", "metadata", "--format-version=1", "--all-features", "--locked"], cwd=ROOT, check=True, capture_output=True)
    crate = next(package for package in json.loads(metadata.stdout)["packages"] if package["name"] == "compact-enc-det-sys")
    source = pathlib.Path(crate["manifest_path"]).parent / "deps/compact_enc_det"
    with tempfile.TemporaryDirectory() as folder:
        wrapper = pathlib.Path(folder, "wrapper.cc")
        wrapper.write_text(CED_WRAPPER)
        files = ["compact_enc_det/compact_enc_det.cc", "compact_enc_det/compact_enc_det_hint_code.cc",
                 "util/encodings/encodings.cc", "util/languages/languages.cc"]
        library = pathlib.Path(folder, "ced.so")
        subprocess.run(["c++", "-O2", "-std=c++17", "-w", "-shared", "-fPIC", "-I.", "-o", library, wrapper, *files], cwd=source, check=True)
        detect = ctypes.CDLL(library).detect
    detect.restype = ctypes.c_char_p
    return f"of compact-enc-det-sys {crate['version']}", lambda data: (detect(data, len(data)).decode(), None, None)


def chardet():
    import chardet

    def answer(data):
        found = chardet.detect(data)
        return found["encoding"], found["confidence"], found["language"]

    return version("chardet"), answer


def charset_normalizer():
    import charset_normalizer

    def answer(data):
        best = charset_normalizer.from_bytes(data).best()
        return (best.encoding, None, best.language) if best else (None, None, None)

    return version("charset-normalizer"), answer


def faust_cchardet():
    import cchardet

    def answer(data):
        found = cchardet.detect(data)
        return found["encoding"], found["confidence"], None

    return version("faust-cchardet"), answer


def resiliparse():
    from resiliparse.parse.encoding import detect_encoding

    return version("resiliparse"), lambda data: (detect_encoding(data), None, None)


def turbohtml():
    import turbohtml.detect

    def answer(data):
        found = turbohtml.detect.detect(data)
        return (found.encoding, getattr(found, "confidence", None), getattr(found, "language", None)) if found else (None, None, None)

    return version("turbohtml"), answer


def icu():
    import icu

    def answer(data):
        try:
            found = icu.CharsetDetector(data).detect()
        except icu.ICUError:
            found = None
        return (found.getName(), found.getConfidence() / 100, found.getLanguage()) if found else (None, None, None)

    return f"{icu.ICU_VERSION} (PyICU {version('PyICU')})", answer


def main(name, samples, out):
    release, answer = globals()[name]()
    seconds = 0.0
    with open(samples) as lines, open(out, "w") as answers:
        for line in lines:
            data = base64.b64decode(json.loads(line)["data"])
            start = time.process_time()
            label, confidence, language = answer(data)
            seconds += time.process_time() - start
            print(json.dumps({"label": label, "confidence": confidence, "language": language}), file=answers)
        print(json.dumps({"version": release, "seconds": seconds}), file=answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
