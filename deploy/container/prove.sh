#!/usr/bin/env bash
# Proves the steps of the Containerfile without a container engine: copies what .dockerignore lets through, builds and prunes it,
# starts the service as an unprivileged user from a read-only tree with a writable data folder, and runs the health check.
# Run as root, so that it can change to the unprivileged user. Takes about two minutes.
set -euo pipefail
# As in an image build.
umask 022

project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d /tmp/container-proof.XXXXXX)
service=''
mounted=''
finish() {
  if [[ -n $service ]]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
  cd /
  [[ -z $mounted ]] || umount "$folder/app"
  rm -rf "$folder"
}
trap finish EXIT

((EUID == 0)) || { echo 'Run this script as root: it starts the service as another user.' >&2; exit 1; }

echo "1. COPY: the files that .dockerignore lets through"
mkdir -p "$folder/app" "$folder/data" "$folder/tmp"
cd "$project"
grep '^!' .dockerignore | cut -c2- |
  tar --create --exclude=node_modules --exclude='*.test.ts' --exclude='*.test.tsx' --exclude='.env*' --exclude='*.pem' --exclude='*.key' --files-from=- |
  tar --extract --directory "$folder/app"

cd "$folder/app"
echo "2. RUN npm ci, with the build of the web application"
npm ci --no-audit --no-fund --loglevel=error
# The image has this Node; here it is the one of the lockfile.
PATH=$folder/app/node_modules/.bin:$PATH
node=$(realpath "$(command -v node)")
echo "3. RUN npm prune --omit=dev"
npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
for package in vitest typescript @biomejs/biome playwright-core; do
  [[ ! -e node_modules/$package ]] || { echo "$package is still there" >&2; exit 1; }
done

echo "4. Read-only tree, unprivileged user"
chown -R root:root "$folder/app"
# Modes stay as the build left them, as COPY --from does: the user must be able to read them.
chmod -R go-w "$folder/app"
chmod 755 "$folder"
if mount --bind "$folder/app" "$folder/app" 2>/dev/null; then
  mounted=yes
  mount -o remount,ro,bind "$folder/app"
else
  echo "   (no right to mount: the tree belongs to root, so the user cannot write to it)"
fi
user=10001
install -d -o "$user" -g "$user" -m 0700 "$folder/data" "$folder/tmp"
as_user=(setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs)
if "${as_user[@]}" touch "$folder/app/written" 2>/dev/null; then echo 'The tree is writable' >&2; exit 1; fi

port=$("$node" -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
# An embedded database in the data folder and mails as files: the proof needs no other service.
environment=(
  PATH="$PATH" TMPDIR="$folder/tmp" NODE_ENV=production PORT="$port" HOST=127.0.0.1 DATA_DIR="$folder/data"
  ALLOW_EMBEDDED_IN_PRODUCTION=1 OUTBOX_DIR="$folder/data/outbox" APP_URL=https://pensions.example.ie
)
for name in SESSION_SECRET CSRF_SECRET PPS_ENCRYPTION_KEY PPS_INDEX_KEY CRON_TOKEN RAG_INGEST_TOKEN; do
  environment+=("$name=$(secret)")
done

echo "5. CMD and HEALTHCHECK"
"${as_user[@]}" env -i "${environment[@]}" "$node" src/server/main.ts >"$folder/service.log" 2>&1 &
service=$!
for _ in {1..300}; do
  if env -i "${environment[@]}" "$node" deploy/container/health.js; then break; fi
  kill -0 "$service" 2>/dev/null || break
  sleep 0.2
done
if ! "${as_user[@]}" env -i "${environment[@]}" "$node" deploy/container/health.js; then
  echo 'The health check failed. The service said:' >&2
  tail -n 20 "$folder/service.log" >&2
  exit 1
fi
curl --silent --fail --output /dev/null --header 'Host: pensions.example.ie' --header 'X-Forwarded-Proto: https' "http://127.0.0.1:$port/signin"
owner=$(stat --format %u "$folder/data/database")
[[ $owner == "$user" ]] || { echo "The data belongs to $owner" >&2; exit 1; }
echo "6. STOPSIGNAL"
kill -TERM "$service"
code=0
wait "$service" || code=$?
service=''
((code == 0)) || { echo "The service ended with $code" >&2; tail -n 20 "$folder/service.log" >&2; exit 1; }
echo "Proved: built, pruned, started as user $user from a read-only tree, healthy, and ended with code 0."
