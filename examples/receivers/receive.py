import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
# In your own service: a table with a unique column, in the transaction of what you do.
seen = set()


def is_signed(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    # An old request is somebody's copy.
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # While a secret is being rotated there are two signatures.
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(b"v1," + digest, signature) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The signature is over these very bytes: verify first, parse then.
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_signed(self.headers, body):
            self.send_response(400)
            self.end_headers()
            return
        message_id = self.headers["webhook-id"]
        if message_id not in seen:
            seen.add(message_id)
            event = json.loads(body)
            print(event["eventType"], message_id, json.dumps(event["payload"], separators=(",", ":")), flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


server = HTTPServer(("127.0.0.1", 8080), Receiver)
print("Listening", flush=True)
server.serve_forever()
