#!/usr/bin/env bash
# The whole suite on PostgreSQL and Redis instead of the embedded database and limits in memory.
# TEST_DATABASE_URL needs a login that may create databases and roles.
set -euo pipefail

export TEST_DATABASE_URL="${TEST_DATABASE_URL:-postgresql://postgres@127.0.0.1:5432/postgres}"
export TEST_REDIS_URL="${TEST_REDIS_URL:-redis://127.0.0.1:6379}"
exec vitest run "$@"
