"""A server on loopback that answers /N with case N the first time, and with success from then on."""

import socketserver
import threading


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        number = int(self.rfile.readline().split()[1].rsplit(b"/", 1)[1])
        while self.rfile.readline().strip():
            pass
        with self.server.lock:
            seen = self.server.seen.get(number, 0)
            self.server.seen[number] = seen + 1
        if seen:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            return
        case = self.server.cases[number]
        head = [f"HTTP/1.1 {case['status']} X", "Content-Length: 0", "Connection: close"]
        head += [f"{name}: {value}" for name, value in case["headers"]]
        self.wfile.write("\r\n".join(head + ["", ""]).encode("utf-8"))


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, cases):
        super().__init__(("127.0.0.1", 0), Handler)
        self.cases, self.seen, self.lock = cases, {}, threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
