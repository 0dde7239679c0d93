-- Marks schemes whose counts of the data-quality report are to be made again.

create or replace function app.mark_schemes(p_tenants text[], p_schemes text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into scheme_data_changes (tenant_id, scheme_id)
    select s.tenant_id, s.id from schemes s
     where (s.tenant_id, s.id) in (select q.tenant_id, q.scheme_id from unnest(p_tenants, p_schemes) as q (tenant_id, scheme_id))
    on conflict do nothing
$$;

create or replace function app.mark_members() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'DELETE' then
    perform app.mark_schemes(array_agg(q.tenant_id), array_agg(q.scheme_id)) from (select distinct n.tenant_id, n.scheme_id from new_rows n) q;
  end if;
  if tg_op <> 'INSERT' then
    perform app.mark_schemes(array_agg(q.tenant_id), array_agg(q.scheme_id)) from (select distinct o.tenant_id, o.scheme_id from old_rows o) q;
  end if;
  return null;
end $$;

create or replace function app.mark_pay() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform app.mark_schemes(array_agg(m.tenant_id), array_agg(m.scheme_id)) from members m
      where (m.tenant_id, m.id) in (select o.tenant_id, o.member_id from old_rows o);
  else
    perform app.mark_schemes(array_agg(m.tenant_id), array_agg(m.scheme_id)) from members m
      where (m.tenant_id, m.id) in (select n.tenant_id, n.member_id from new_rows n);
  end if;
  return null;
end $$;

revoke all on function app.mark_schemes(text[], text[]), app.mark_members(), app.mark_pay() from public;
