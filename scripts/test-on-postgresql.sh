#!/usr/bin/env bash
# The suite on PostgreSQL and Redis instead of the embedded database and limits in memory. What has to do with neither, and
# takes long, is left to `npm test`: the build of the web application, the reader of files, the store, the dependency rules, the golden set.
# TEST_DATABASE_URL needs a login that may create databases and roles.
set -euo pipefail

export TEST_DATABASE_URL="${TEST_DATABASE_URL:-postgresql://postgres@127.0.0.1:5432/postgres}"
export TEST_REDIS_URL="${TEST_REDIS_URL:-redis://127.0.0.1:6379}"
exec vitest run \
  --exclude 'test/build-web.test.ts' --exclude 'test/boundaries.test.ts' --exclude 'test/golden-gate.test.ts' --exclude 'src/web/**' \
  --exclude 'src/server/platform/sheet/**' --exclude 'src/server/platform/files/**' "$@"
