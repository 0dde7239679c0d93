-- Deletes unfinished imports that were not continued in time. Their files become unclaimed: housekeeping removes them.
create or replace function app.expire_import_drafts() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_deleted bigint;
begin
  with expired as (
    delete from import_drafts d where d.expires_at <= clock_timestamp() returning d.tenant_id, d.storage_key
  )
  insert into unclaimed_files (tenant_id, storage_key) select e.tenant_id, e.storage_key from expired e;
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;

revoke all on function app.expire_import_drafts() from public;
grant execute on function app.expire_import_drafts() to pcs_app;
