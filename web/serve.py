"""Serve a folder on this machine: serve.py PORT FOLDER, or check a port: serve.py --check PORT."""

import functools
import gzip
import http.server
import io
import pathlib
import sys


@functools.cache
def compressed(path, _changed):
    return gzip.compress(path.read_bytes())


class Handler(http.server.SimpleHTTPRequestHandler):
    def send_head(self):
        path = pathlib.Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        takes_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if not takes_gzip or not path.is_file() or path.suffix == ".png":
            return super().send_head()
        body = compressed(path, path.stat().st_mtime_ns)
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def end_headers(self):
        # The page is then alone in its process, and its clock ticks more finely.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


def bind(port, folder):
    handler = functools.partial(Handler, directory=folder)
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        sys.exit(f"web: port {port}: {error.strerror}; choose another one with --port")


def main():
    if sys.argv[1] == "--check":
        bind(int(sys.argv[2]), ".").server_close()
        return
    with bind(int(sys.argv[1]), sys.argv[2]) as server:
        print(f"http://127.0.0.1:{server.server_port}/  (Ctrl-C ends)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


main()
