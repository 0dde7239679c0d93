-- Comments and inboxes.

-- Whether the user can see a record that has comments or is in an inbox. Runs with the rights of the caller, so that row-level security
-- of the record's own table decides, also when a breach is restricted later.
create or replace function app.sees_record(tenant text, kind text, record text) returns boolean
  language sql stable parallel safe
  return case kind
    when 'scheme' then exists (select from schemes r where r.tenant_id = tenant and r.id = record)
    when 'obligation' then exists (select from obligations r where r.tenant_id = tenant and r.id = record)
    when 'breach' then exists (select from breaches r where r.tenant_id = tenant and r.id = record)
    when 'writtenPolicy' then exists (select from written_policies r where r.tenant_id = tenant and r.id = record)
    when 'draft' then exists (select from drafts r where r.tenant_id = tenant and r.id = record)
    when 'ownRiskAssessment' then exists (select from own_risk_assessments r where r.tenant_id = tenant and r.id = record)
    else false end;

-- Deletes what was read 90 days ago and what is a year old.
create or replace function app.expire_inbox_items() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_deleted bigint;
begin
  delete from inbox_items i
   where i.read_at < clock_timestamp() - interval '90 days' or i.created_at < clock_timestamp() - interval '1 year';
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;

revoke all on function app.sees_record(text, text, text), app.expire_inbox_items() from public;
grant execute on function app.sees_record(text, text, text), app.expire_inbox_items() to pcs_app;
