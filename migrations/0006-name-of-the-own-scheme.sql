-- What a member's own scheme is called: the one thing of a scheme that its members read. For everybody else it answers
-- nothing: they read the scheme itself, or not at all.
create function app.name_of_own_scheme(p_scheme text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  return (
    select s.name from schemes s
    join members m on m.tenant_id = s.tenant_id and m.scheme_id = s.id
    where s.id = p_scheme and current_setting('app.scope', true) = 'member'
      and m.id = current_setting('app.member', true) and m.tenant_id = current_setting('app.tenant', true)
  );
revoke all on function app.name_of_own_scheme(text) from public;
grant execute on function app.name_of_own_scheme(text) to pcs_app;
