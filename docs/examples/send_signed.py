"""Sends a file to a signed call; URL and EVENTS_SECRET in the environment:
  python3 send_signed.py /api/events events.json application/json
  python3 send_signed.py '/api/photos?type=4&memberID=7' picture.jpg image/jpeg
"""
import hashlib
import hmac
import os
import sys
import time
import urllib.error
import urllib.request

address, file, kind = sys.argv[1:4]
with open(file, "rb") as opened:
    body = opened.read()
timestamp = str(int(time.time()))
digest = hashlib.sha256(body).hexdigest()
text = f"{timestamp}.POST {address}\n{digest}".encode()
headers = {
    "Content-Type": kind,
    "X-Timestamp": timestamp,
    "X-Content-SHA256": digest,
    "X-Signature": hmac.new(os.environ["EVENTS_SECRET"].encode(), text, hashlib.sha256).hexdigest(),
}
request = urllib.request.Request(os.environ["URL"] + address, data=body, headers=headers, method="POST")
try:
    with urllib.request.urlopen(request, timeout=30) as answer:
        print(answer.read().decode())
except urllib.error.HTTPError as refused:
    print(refused.read().decode())
    sys.exit(1)
