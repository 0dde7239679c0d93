#!/usr/bin/env bash
# Runs once, in the container of the database: the roles and logins of docs/operations.md, Installation on Debian.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set migration="$MIGRATION_DATABASE_PASSWORD" --set service="$SERVICE_DATABASE_PASSWORD" <<'SQL'
create role pcs_owner nologin;
create role pcs_app nologin;
create role pcs_migration login password :'migration' in role pcs_owner, pcs_app;
create role pcs_service login password :'service' in role pcs_app;
alter database pension_compliance owner to pcs_migration;
\connect pension_compliance
create extension if not exists vector;
SQL
