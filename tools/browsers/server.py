"""Serves the driver page and the cases on loopback, and collects the answers."""

import base64
import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {"/driver.html": "text/html", "/driver.js": "text/javascript", "/report.js": "text/javascript"}


class Run:
    """What one browser has answered so far, and whether it is done."""

    def __init__(self, cases):
        self.cases = cases
        self.answers = {}
        self.done = threading.Event()
        self.servers = []

    def serve(self):
        """Listens on two ports, so that a frame can have another origin. Returns the first."""
        for _ in range(2):
            server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
            server.daemon_threads = True
            self.servers.append(server)
            threading.Thread(target=server.serve_forever, daemon=True).start()
        return self.servers[0].server_port

    def stop(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def descriptors(self):
        items = []
        for number, case in enumerate(self.cases):
            item = {"number": number, "how": case.how, "environment": case.environment}
            if case.how == "text-decoder":
                item["base64"] = base64.b64encode(case.bytes()).decode()
            items.append(item)
        return json.dumps(items)

    def page(self, number):
        """The page around a case that is not a document itself: (Content-Type, bytes)."""
        case = self.cases[number]
        facts = case.environment
        here, other = (server.server_port for server in self.servers)
        if case.how == "import-scripts":
            return "text/javascript", f"importScripts('/c/{number}'); postMessage(result)".encode()
        charset = f' charset="{facts["charset"]}"' if "charset" in facts else ""
        style_sheet = f"/i/{number}" if "style_sheet" in facts else f"/c/{number}"
        if case.how == "style" and facts.get("link") == "xml-stylesheet":
            inside = f'<?xml-stylesheet type="text/css" href="{style_sheet}"{charset}?><r/>'
            return f"application/xml;charset={facts['document']}", inside.encode()
        if case.how == "style":
            inside = f'<link rel="stylesheet"{charset} href="{style_sheet}">'
        elif case.how == "frame":
            port = here if facts["same_origin"] else other
            # `record.py` makes the browsers look for such a host here.
            host = f"page.{facts['tld']}" if "tld" in facts else "127.0.0.1"
            inside = (
                "<script>onmessage = (event) => { window.result = event.data }</script>"
                f'<iframe src="http://{host}:{port}/c/{number}"></iframe>'
            )
        else:
            kind = ' type="module"' if case.context == "module-script" else ""
            inside = f'<script{kind}{charset} src="/c/{number}"></script>'
        document = facts.get("document") or facts.get("parent")
        return f"text/html;charset={document}", f"<!DOCTYPE html><title>page</title>{inside}".encode()

    def response(self, path):
        """(values of Content-Type, bytes) for a path; None if it does not exist."""
        if path in FILES:
            return [FILES[path] + ";charset=utf-8"], (HERE / path[1:]).read_bytes()
        if path == "/cases":
            return ["application/json"], self.descriptors().encode()
        kind, _, number = path[1:].partition("/")
        if not number.isdecimal() or int(number) >= len(self.cases):
            return None
        number = int(number)
        if kind == "c":
            return self.cases[number].content_type, self.cases[number].bytes()
        if kind == "p":
            content_type, body = self.page(number)
            return [content_type], body
        if kind == "i":
            charset = self.cases[number].environment["style_sheet"]
            return [f"text/css;charset={charset}"], f'@import "/c/{number}";'.encode()
        return None


def handler(run):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # One packet for head and body, since chunks are not the subject of the test.
        wbufsize = -1
        disable_nagle_algorithm = True

        def answer(self, status, content_type, body):
            self.send_response(status)
            for value in content_type:
                self.send_header("Content-Type", value)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def handle(self):
            # A browser that is stopped closes its connections.
            with contextlib.suppress(ConnectionError):
                super().handle()

        def do_GET(self):
            found = run.response(self.path.partition("?")[0])
            self.answer(*((200, *found) if found else (404, ["text/plain"], b"")))

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/results":
                run.answers.update(body)
            self.answer(200, ["text/plain"], b"")
            if self.path == "/done":
                run.done.set()

        def log_message(self, *_):
            pass

    return Handler
