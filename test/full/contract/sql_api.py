"""The site's API over SQLite, written by hand in another language. Prints its port. Standard input is the content as JSON.

Its rows show what databases do to JSON: decimals as text, flags as 0 and 1, dates with a space, lists as JSON text.
"""

import json
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

content = json.load(sys.stdin)
LISTS = ("courses", "courses_categories", "news", "blogs", "events", "team")


def stored(key, value):
    if key == "date":
        return value.replace("T", " ") + ("" if "T" in value else " 18:30:00")
    if key == "count":
        return f"{value:.2f}"
    if isinstance(value, bool):
        return int(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def quoted(column):
    return '"' + column + '"'


database = sqlite3.connect(":memory:", check_same_thread=False)
database.row_factory = sqlite3.Row
for name in LISTS:
    columns = sorted({key for item in content[name] for key in item})
    database.execute(f"create table {name} ({', '.join(map(quoted, columns))})")
    for item in content[name]:
        row = [stored(key, item[key]) if key in item else None for key in columns]
        database.execute(f"insert into {name} values ({', '.join('?' * len(columns))})", row)


def rows(name, **where):
    condition = " and ".join(quoted(column) + " = ?" for column in where) or "1"
    found = database.execute(f"select * from {name} where {condition} order by rowid", list(where.values()))
    return [{key: row[key] for key in row.keys() if row[key] is not None} for row in found]


def one(name, payload):
    column = "id" if "id" in payload else "slug"
    value = payload.get(column)
    return (rows(name, **{column: value}) or [None])[0] if isinstance(value, (int, str)) else None


def by_category(payload):
    slug = payload.get("slug", "")
    if not slug:
        return {"courses": rows("courses"), "category": None}
    category = one("courses_categories", payload)
    return category and {"courses": rows("courses", category=slug), "category": category}


def events(payload):
    kind = payload.get("event_type")
    return rows("events", event_type=kind) if kind in ("free_workshop", "competitions_programming") else None


def news(payload):
    flag = payload.get("ugarit_news")
    # One fault is planted: AI news comes with the news of the product.
    return (rows("news") if flag else rows("news", ugarit_news=0)) if isinstance(flag, bool) else None


ROUTES = {
    "get-data": lambda _: [{**{name: rows(name) for name in LISTS}, "goals": content["goals"]}],
    "get-courses-by-category": by_category,
    "get-courses-by-id": lambda payload: one("courses", payload),
    "get-course": lambda payload: one("courses", payload),
    "get-blogs": lambda _: rows("blogs"),
    "get-blog": lambda payload: one("blogs", payload),
    "get-blog-by-id": lambda payload: one("blogs", payload),
    "get-events": events,
    "get-event": lambda payload: one("events", payload),
    "get-news": news,
    "get-next-new": lambda payload: one("news", payload),
}
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def reply(self, payload):
        data = ROUTES[self.path[5:]](payload) if isinstance(payload, dict) else None
        if data is None:
            return self.answer(404, "application/json", b'{"message": "Not found"}')
        self.answer(200, "application/json", json.dumps({"data": data}, ensure_ascii=False).encode())

    def do_GET(self):
        if self.path.startswith("/images/"):
            return self.answer(200, "image/png", PICTURE)
        self.reply({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            self.reply(json.loads(body))
        except ValueError:
            self.answer(400, "application/json", b'{"message": "Bad request"}')

    def log_message(self, *_):
        print(self.path, file=sys.stderr, flush=True)


server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
print(server.server_address[1], flush=True)
server.serve_forever()
