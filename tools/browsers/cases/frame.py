"""What a page in a frame inherits from the page around it."""

from .page import KOI, PROBE, Group

REPORT = b"<script src=/report.js></script>"


def cases():
    group = Group("frame", how="frame")
    for parent in ("koi8-r", "windows-1251", "shift_jis", "utf-8", "windows-1252", "gbk", "iso-2022-jp", "x-user-defined"):
        for same_origin in (True, False):
            facts = {"parent": parent, "same_origin": same_origin}
            group.add(b"<!DOCTYPE html>", PROBE, REPORT, **facts)
            group.add(b"<!DOCTYPE html><p>[[[ascii]]]", REPORT, **facts)
            group.add(b"<!DOCTYPE html><meta charset=euc-kr>", PROBE, REPORT, **facts)
    for same_origin in (True, False):
        facts = {"parent": "koi8-r", "same_origin": same_origin}
        group.add(b"<!DOCTYPE html>", PROBE, REPORT, content_type=["text/html;charset=euc-kr"], **facts)
        group.add(b"<!DOCTYPE html>", PROBE, REPORT, content_type=["text/html;charset=bogus"], **facts)
        group.add(b"<!DOCTYPE html><meta charset=bogus>", PROBE, REPORT, **facts)
        group.add(b"<?xml encoding='euc-kr'?><!DOCTYPE html>", PROBE, REPORT, **facts)
        group.add(b"\xef\xbb\xbf<!DOCTYPE html><p>[[[d\xc3\xa9]]]", REPORT, **facts)
        group.add(b"<!DOCTYPE html><!--", (b"x", 1200), b"--><meta charset=euc-kr>", PROBE, REPORT, **facts)
        group.add(b"<!DOCTYPE html><body><!--", (b"x", 1200), b"-->", KOI.replace(b"koi8-r", b"euc-kr"), PROBE, REPORT, **facts)
        # Valid UTF-8 that nothing declares.
        group.add(b"<!DOCTYPE html><p>[[[d\xc3\xa9j\xc3\xa0 \xe4\xbd\xa0\xe5\xa5\xbd]]]", REPORT, detector=not same_origin, **facts)
    return group.cases
