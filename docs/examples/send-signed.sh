#!/bin/sh
# Sends a file to a signed call; URL and EVENTS_SECRET in the environment:
#   sh send-signed.sh /api/events events.json application/json
#   sh send-signed.sh '/api/photos?type=4&memberID=7' picture.jpg image/jpeg
set -eu
address=$1 file=$2 type=$3
timestamp=$(date +%s)
digest=$(openssl dgst -sha256 -r "$file" | cut -d' ' -f1)
signature=$(printf '%s.POST %s\n%s' "$timestamp" "$address" "$digest" |
  openssl dgst -sha256 -hmac "$EVENTS_SECRET" -r | cut -d' ' -f1)
curl --silent --show-error --fail-with-body --data-binary "@$file" \
  --header "Content-Type: $type" --header "X-Timestamp: $timestamp" \
  --header "X-Content-SHA256: $digest" --header "X-Signature: $signature" "$URL$address"
