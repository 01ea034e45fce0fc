#!/usr/bin/env python3
"""Loads every case in headless Chromium and Firefox, and writes their answers to the record.

    python3 tools/browsers/record.py [--only PREFIX] [--browser chromium|firefox] [--out FILE]
    python3 tools/browsers/record.py --random page|css|script|xml|text|unlabelled [--count N] [--from N] [--twice] --out FILE

Needs the two browsers (Debian: apt-get install chromium firefox-esr) and Python 3.10 or later,
nothing else. Everything stays on 127.0.0.1, in empty profiles that are deleted afterwards.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

sys.dont_write_bytecode = True
from cases import all_cases  # noqa: E402
from random_cases import SUBJECTS, random_cases  # noqa: E402
from server import HERE, Run  # noqa: E402
from unlabelled import DOMAINS  # noqa: E402

RECORD = HERE.parent.parent / "fixtures" / "browsers" / "record.jsonl"
# Seconds after which a browser that has not finished is stopped.
LIMIT = 900

FIREFOX_SETTINGS = {
    "dom.disable_open_during_load": False,
    "dom.popup_maximum": -1,
    "dom.min_background_timeout_value": 4,
    "dom.min_background_timeout_value_without_budget_throttling": 4,
    "dom.timeout.enable_budget_timer_throttling": False,
    "dom.timeout.throttling_delay": -1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.aboutwelcome.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.tabs.warnOnClose": False,
    "browser.newtabpage.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "devtools.jsonview.enabled": False,
    "browser.link.open_newwindow.restriction": 0,
    "browser.link.open_newwindow": 3,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "toolkit.telemetry.enabled": False,
    "termsofuse.bypassNotification": True,
    "trailhead.firstrun.didSeeAboutWelcome": True,
    # Everything but loopback is sent to a proxy that does not exist.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.allow_hijacking_localhost": False,
    # The hosts of pages with a top-level domain.
    "network.dns.localDomains": ",".join(f"page.{domain}" for domain in DOMAINS),
    "network.proxy.no_proxies_on": ",".join(f"page.{domain}" for domain in DOMAINS),
}


def chromium(profile, url):
    return [
        executable("chromium", "chromium-browser", "google-chrome"),
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-popup-blocking", "--disable-background-timer-throttling",
        "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
        "--disable-dev-shm-usage", "--lang=en-US",
        # Everything but loopback is sent to a proxy that does not exist.
        "--proxy-server=127.0.0.1:9",
        # The hosts of pages with a top-level domain.
        "--proxy-bypass-list=page.*", "--host-resolver-rules=MAP page.* 127.0.0.1",
        f"--user-data-dir={profile}", url,
    ]  # fmt: skip


def firefox(profile, url):
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in FIREFOX_SETTINGS.items()]
    Path(profile, "user.js").write_text("\n".join(lines) + "\n")
    return [executable("firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", profile, url]


BROWSERS = {"chromium": chromium, "firefox": firefox}


def executable(*names):
    for name in names:
        if path := shutil.which(name):
            return path
    sys.exit(f"none of these is installed: {', '.join(names)}")


def version(command):
    out = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    return re.sub(r" built on.*", "", out.strip())


def stop(process):
    """Ends a browser. It was started in its own session, so the process group has its processes only."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
            process.wait(10)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            pass


def line(value):
    """One line of JSON. Control characters and right-to-left characters are escaped."""

    def escaped(found):
        character = found.group()
        plain = character.isprintable() and unicodedata.bidirectional(character) not in ("R", "AL", "NSM", "AN")
        return character if plain else json.dumps(character)[1:-1]

    return re.sub(r"[^\x00-\x7e]", escaped, json.dumps(value, ensure_ascii=False, separators=(",", ":"))) + "\n"


def ask(browser, cases):
    """The answers of one browser, by the number of the case, and its version."""
    run = Run(cases)
    port = run.serve()
    with tempfile.TemporaryDirectory(prefix="charsniff-", ignore_cleanup_errors=True) as profile:
        command = BROWSERS[browser](profile, f"http://127.0.0.1:{port}/driver.html")
        environment = {**os.environ, "LANG": "en_US.UTF-8", "LANGUAGE": "en_US", "TZ": "UTC", "HOME": profile}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        started = time.monotonic()
        try:
            while not run.done.wait(15) and time.monotonic() - started < LIMIT and process.poll() is None:
                print(f"{browser}: {len(run.answers)} of {len(cases)}", file=sys.stderr)
        finally:
            stop(process)
        finished = run.done.is_set()
    run.stop()
    print(f"{browser}: {len(run.answers)} answers in {time.monotonic() - started:.0f} s", file=sys.stderr)
    if not finished:
        sys.exit(f"{browser} did not finish")
    return run.answers, version(command[0])


def main():
    # If the script is ended, it still ends the browser.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only the cases whose id starts so")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="only this browser")
    parser.add_argument("--out", type=Path, help="not the record but this file")
    parser.add_argument("--random", choices=SUBJECTS, help="not the cases but random ones")
    parser.add_argument("--count", type=int, default=500, help="how many random ones")
    parser.add_argument("--twice", action="store_true", help="ask twice, and leave out cases whose answers differ")
    parser.add_argument("--from", type=int, default=0, dest="start", help="the number of the first random one")
    options = parser.parse_args()
    if (options.only or options.browser or options.random) and not options.out:
        parser.error("a part is not the record: name another file with --out")
    out = options.out or RECORD
    made = random_cases(options.random, options.count, options.start) if options.random else all_cases()
    cases = [case for case in made if case.id.startswith(options.only)]
    answers, versions = {}, {}
    unstable = set()
    for browser in options.browser or BROWSERS:
        answers[browser], versions[browser] = ask(browser, cases)
        if options.twice:
            again, _ = ask(browser, cases)
            unstable.update(number for number in range(len(cases)) if answers[browser].get(number) != again.get(number))
    if options.twice:
        print(f"left out, since the answers differ: {len(unstable)} cases", file=sys.stderr)
    lines = [{"recorded": time.strftime("%Y-%m-%d"), "browsers": versions, "cases": len(cases) - len(unstable)}]
    for number, case in enumerate(cases):
        if number in unstable:
            continue
        given = {browser: answers[browser].get(number) for browser in answers}
        if len(given) == 2 and given["chromium"] == given["firefox"]:
            given = {"both": given["chromium"]}
        lines.append({**case.record(), **given})
    text = "".join(map(line, lines))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8", newline="\n")
    print(f"{out}: {len(lines) - 1} cases, {len(text.encode())} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
