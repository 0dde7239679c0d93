-- The AI disclosure log.

create or replace function app.end_disclosure_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'A disclosure ends once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- The calls and the cost of the caller's firm since a moment, of all its users.
create or replace function app.provider_use(p_since timestamptz, out calls integer, out cents numeric)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer, coalesce(sum(d.cost_cents), 0) from ai_disclosures d
   where d.tenant_id = current_setting('app.tenant', true) and d.began_at >= p_since
$$;

revoke all on function app.end_disclosure_once(), app.provider_use(timestamptz) from public;
grant execute on function app.provider_use(timestamptz) to pcs_app;
