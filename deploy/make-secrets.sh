#!/bin/sh
# Makes the files of secrets that docker-compose.yml names, each where it is not there yet: what must be random is, what
# only the operator knows is empty, which counts as not set.
#
#   sh deploy/make-secrets.sh [FOLDER]        ./secrets
set -eu
folder=${1:-./secrets}
umask 077
mkdir -p "$folder"
# The folder keeps other users of this machine out. Containers see single files of it, as users of their own.
chmod 0700 "$folder"

# A file appears whole, and the first one stays: a link takes no other's place, also where two of these run at once.
put() {
  [ -e "$folder/$1" ] && return 0
  draft=$(mktemp "$folder/.draft.XXXXXX")
  cat > "$draft"
  chmod 0444 "$draft"
  ln "$draft" "$folder/$1" 2> "$draft.said" || [ -e "$folder/$1" ] || { cat "$draft.said" >&2; rm -f "$draft" "$draft.said"; return 1; }
  rm -f "$draft" "$draft.said"
}
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }

for name in vault-key notary-key postgres-password metrics-token eventstore-admin-password eventstore-ops-password; do
  random | put "$name"
done
for name in eventstore-url database-url database-session-url smtp-url rpc-url x-client-secret x-bearer-token youtube-client-secret youtube-api-key \
  instagram-app-secret instagram-verify-token instagram-access-token tiktok-client-key tiktok-client-secret tiktok-refresh-token \
  otlp-headers; do
  : | put "$name"
done
echo "$folder has all secrets. Keep a copy of vault-key and notary-key elsewhere: without them a backup cannot be read."
