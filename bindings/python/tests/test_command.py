"""The package's command: the script `charsniff`, and `python -m charsniff`."""

import gzip
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import charsniff

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
SCRIPT = Path(sys.executable).parent / "charsniff"
WAYS = [pytest.param([str(SCRIPT)], id="script"), pytest.param([sys.executable, "-m", "charsniff"], id="module")]
on_unix = pytest.mark.skipif(os.name != "posix", reason="Unix file names and signals")


def run(*arguments, way=(str(SCRIPT),), stdin=b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*way, *arguments], input=stdin, capture_output=True, timeout=60)


@pytest.mark.parametrize("way", WAYS)
def test_the_answers_are_those_of_the_package(way):
    pages = sorted(path for path in (FIXTURES / "pages").iterdir() if path.suffix == ".html")
    done = run("--json", *pages, way=way)
    assert done.returncode == 0 and done.stderr == b""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(pages) > 20
    for path, line in zip(pages, lines):
        sniffed = charsniff.sniff(path.read_bytes())
        assert line["path"] == str(path)
        assert (line["encoding"], line["confidence"], line["source"]) == (
            sniffed.encoding,
            sniffed.confidence,
            sniffed.source,
        )


@pytest.mark.parametrize("way", WAYS)
def test_exit_statuses(way, tmp_path):
    good = tmp_path / "good.txt"
    good.write_bytes("Größe".encode())
    assert run(good, way=way).returncode == 0
    failed = run(tmp_path / "missing", good, way=way)
    assert failed.returncode == 1 and b"missing" in failed.stderr and b"UTF-8" in failed.stdout
    wrong = run("--nonsense", way=way)
    assert wrong.returncode == 2 and b"--nonsense" in wrong.stderr and b"Traceback" not in wrong.stderr
    assert run("--health", "--reading", "standard", "--content-type", "text/plain; charset=utf-8", "-", way=way, stdin=b"\xff").returncode == 3


def test_help_and_version():
    assert run("--version").stdout == f"charsniff {charsniff.__version__}\n".encode()
    shown = run("--help")
    assert shown.returncode == 0 and b"Usage: charsniff" in shown.stdout and b"--reading" in shown.stdout
    assert b"\nhtml " in run("--contexts").stdout


def test_standard_input_and_text():
    text = "Марс, планета" * 10000
    done = run("--decode", "--content-type", "text/html; charset=koi8-r", "-", stdin=text.encode("koi8-r"))
    assert done.stdout.decode() == text and done.returncode == 0


def test_crawls():
    crawl = FIXTURES / "crawl.warc.gz"
    done = run(crawl)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    records = list(charsniff.warc(crawl))
    assert [line["url"] for line in lines] == [record.url for record in records]
    assert [line["encoding"] for line in lines] == [record.sniffed.encoding for record in records]
    assert b" texts, " in done.stderr


def test_output_files(tmp_path):
    for name, unpack in [("out.gz", gzip.decompress), ("out", bytes)]:
        assert run("--decode", "-o", tmp_path / name, "-", stdin="é".encode("latin-1")).returncode == 0
        assert unpack((tmp_path / name).read_bytes()) == "é".encode()
    assert run("--decode", "-o", tmp_path / "out.zst", "-", stdin=b"a" * 100000).returncode == 0
    packed = (tmp_path / "out.zst").read_bytes()
    assert packed.startswith(b"\x28\xb5\x2f\xfd") and len(packed) < 1000


@on_unix
def test_names_of_files_are_bytes(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff\xe9.html"
    try:
        with open(name, "wb") as file:
            file.write("Größe".encode())
    except OSError:
        pytest.skip("the file system takes no such names")
    done = run("--json", name)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["encoding"] == "UTF-8"
    assert run("--decode", name).stdout == "Größe".encode()


@on_unix
def test_a_closed_pipe_is_no_error(tmp_path):
    """As in `charsniff --decode FILE | head`: no message, no failure."""
    page = tmp_path / "page.html"
    page.write_bytes(b"text " * 1_000_000)
    with subprocess.Popen([SCRIPT, "--decode", page], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.read(4) == b"text"
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait(timeout=60) == 0


@on_unix
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_ends_it(way):
    with subprocess.Popen(
        [*way, "--decode", "--content-type", "text/plain; charset=utf-8", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        # Output shows that the Rust code is reading; then it waits for more.
        text = b"a" * (32 << 20)
        os.set_blocking(process.stdin.fileno(), False)
        sent = 0
        while not select.select([process.stdout], [], [], 0)[0]:
            # None if the pipe is full.
            sent += process.stdin.write(text[sent:]) or 0
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT
        assert b"Traceback" not in process.stderr.read()


@on_unix
def test_an_ignored_interrupt_stays_ignored():
    """Shells start background jobs like this."""
    code = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "import charsniff.__main__ as command; command.command = lambda _: os.kill(os.getpid(), signal.SIGINT) or 7;"
        "command.main()"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 7
