-- What each key of the installation makes of a constant, so that a start with another key is noticed before the first record is written.
create table app.key_checks (
  name text primary key,
  value text not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table app.key_checks enable row level security;
alter table app.key_checks force row level security;
create policy definer_keeps on app.key_checks to pcs_owner using (true) with check (true);

-- True where the value is the one that was kept. The first value is kept, and another one while no data depends on the key.
create function app.check_key(p_name text, p_value text, p_has_data boolean) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.scope', true) is distinct from 'platform' then
    raise exception 'Keys are checked by the platform' using errcode = 'insufficient_privilege';
  end if;
  insert into app.key_checks (name, value) values (p_name, p_value)
    on conflict (name) do update set value = excluded.value, created_at = clock_timestamp() where not p_has_data;
  return exists (select from app.key_checks where name = p_name and value = p_value);
end $$;
revoke all on function app.check_key(text, text, boolean) from public;
grant execute on function app.check_key(text, text, boolean) to pcs_app;
