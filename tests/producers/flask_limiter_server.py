"""A Flask server behind Flask-Limiter: flask_limiter_server.py LIMIT WINDOW_SECONDS. Prints the port that it listens on."""

import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limit, seconds = sys.argv[1:]
app = Flask(__name__)
Limiter(
    get_remote_address,
    app=app,
    default_limits=[f"{limit} per {seconds} seconds"],
    headers_enabled=True,
    storage_uri="memory://",
    strategy="fixed-window",
)


@app.get("/")
def index():
    return "here you are\n"


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
