#!/usr/bin/env bash
# Writes nginx.conf and modsecurity.conf for this machine to the folder OUT, from these variables:
#   OUT, SERVER_NAME, UPSTREAMS ("127.0.0.1:3000 10.0.0.2:3000"), TLS_CERT, TLS_KEY (absolute paths)
# and optionally HTTP_PORT (80), HTTPS_PORT (443), RUN (folder for temporary files, default OUT), COUNTRY_RULES, ACCESS_LOG, ERROR_LOG.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
: "${OUT:?}" "${SERVER_NAME:?}" "${UPSTREAMS:?}" "${TLS_CERT:?}" "${TLS_KEY:?}"
RUN=${RUN:-$OUT}
mkdir -p "$OUT" "$RUN"

servers=''
for address in $UPSTREAMS; do servers+="    server $address max_fails=3 fail_timeout=5s;"$'\n'; done
modules=''
for name in ndk_http_module ngx_http_modsecurity_module; do
  [[ -e /usr/lib/nginx/modules/$name.so ]] && modules+="load_module /usr/lib/nginx/modules/$name.so;"$'\n'
done

render() {
  local text
  text=$(<"$here/$1")
  text=${text//@MODULES@/$modules}
  text=${text//@UPSTREAMS@/$servers}
  text=${text//@RUN@/$RUN}
  text=${text//@SERVER_NAME@/$SERVER_NAME}
  text=${text//@HTTP_PORT@/${HTTP_PORT:-80}}
  text=${text//@HTTPS_PORT@/${HTTPS_PORT:-443}}
  text=${text//@TLS_CERT@/$TLS_CERT}
  text=${text//@TLS_KEY@/$TLS_KEY}
  text=${text//@ACCESS_LOG@/${ACCESS_LOG:-/var/log/nginx/access.log}}
  text=${text//@ERROR_LOG@/${ERROR_LOG:-/var/log/nginx/error.log}}
  text=${text//@COUNTRY_RULES@/${COUNTRY_RULES:-$here/country-rules.conf}}
  text=${text//@MODSECURITY@/$OUT/modsecurity.conf}
  text=${text//@CRS_SETUP@//etc/modsecurity/crs/crs-setup.conf}
  text=${text//@EXCLUSIONS@/$here/exclusions.conf}
  printf '%s\n' "$text" >"$OUT/$1"
}
render nginx.conf
render modsecurity.conf
