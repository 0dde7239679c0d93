-- Counts of the dashboard over all rows of a firm. They read as the owner, so that a count of 200,000 rows reads an index and compares no policy with
-- each row, and return counts only. They count nothing outside the caller's scope.

-- Schemes of a firm by the compliance status of a day, without those of the example.
create or replace function app.count_ratings(p_tenant text, p_day date) returns table (rating text, schemes bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.rating, count(*) from compliance_snapshots c
   where c.tenant_id = p_tenant and c.taken_on = p_day and c.rating <> 'NOT_APPLICABLE' and (select app.reaches(p_tenant, null, null))
     and ((select app.in_schemes(null)) or app.in_schemes(c.scheme_id))
     and c.scheme_id not in (select s.id from employers e join schemes s on s.tenant_id = e.tenant_id and s.employer_id = e.id
           where e.tenant_id = p_tenant and e.is_example)
   group by c.rating
$$;

-- Members of a firm by status, or (null) of all firms for a SuperAdmin. A caller who is limited to schemes counts their members; all others count in
-- an index.
create or replace function app.count_members(p_tenant text) returns table (status text, members bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.status, count(*) from members m
   where m.tenant_id = p_tenant and (select app.reaches(p_tenant, null, null) and app.in_schemes(null))
   group by m.status
  union all
  select m.status, count(*) from members m
   where m.tenant_id = p_tenant and (select app.reaches(p_tenant, null, null) and not app.in_schemes(null)) and app.in_schemes(m.scheme_id)
   group by m.status
  union all
  select m.status, count(*) from members m
   where p_tenant is null and (select current_setting('app.scope', true) = 'platform' and app.in_schemes(null))
   group by m.status
$$;

revoke all on function app.count_ratings(text, date), app.count_members(text) from public;
grant execute on function app.count_ratings(text, date), app.count_members(text) to pcs_app;
