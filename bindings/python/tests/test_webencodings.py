"""`charsniff.compat.webencodings`: webencodings' own tests, and that packages can be given it."""

import subprocess
import sys

import peers
import webencodings

from charsniff.compat import webencodings as compat


def test_the_peers_own_tests(tmp_path):
    source = peers.source(tmp_path, "webencodings")
    tests = source.glob("**/test_webencodings.py")
    total, failed = peers.run(tmp_path, tests, {"from webencodings import": "from charsniff.compat.webencodings import"})
    assert failed == [] and total > 10


def test_the_same_labels():
    assert compat.LABELS == webencodings.LABELS
    assert compat.PYTHON_NAMES == webencodings.PYTHON_NAMES
    for label in webencodings.LABELS:
        assert compat.lookup(label).codec_info.name == webencodings.lookup(label).codec_info.name


def test_the_same_names():
    public = {name for name in vars(webencodings) if not name.startswith("_")} - {"codecs", "custom", "labels"}
    public -= {"replacement_codec_info", "user_codec_info"}
    assert public <= set(vars(compat))


def test_the_standards_decoders():
    """webencodings has Python's, which lack some characters of the Web."""
    assert webencodings.decode(b"\x81", "windows-1252")[0] == "\ufffd"
    assert compat.decode(b"\x81", "windows-1252")[0] == "\x81"


def test_html5lib_works_with_it():
    program = (
        "import sys, charsniff.compat.webencodings as ours; sys.modules['webencodings'] = ours; import html5lib;"
        "tree = html5lib.parse(b'<meta charset=windows-1252><p>\\x80\\x81', namespaceHTMLElements=False);"
        "assert ''.join(tree.itertext()) == '\u20ac\x81', ascii(''.join(tree.itertext()))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
