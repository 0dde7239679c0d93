-- The example of a firm: one employer with its schemes and their records, which the firm can remove as a whole. A scheme is of the example
-- if its employer is.
alter table employers add column is_example boolean not null default false;
create index employers_of_the_example on employers (tenant_id) where is_example;

-- app.delete_example deletes the records of the example: those of the employer, and those that refer to them. The application itself
-- can delete none of these.
do $$
declare
  name text;
begin
  for name in
    with recursive referring as (
      select 'employers'::regclass::oid as relation
      union
      select c.conrelid from referring r join pg_constraint c on c.confrelid = r.relation and c.contype = 'f' and c.conrelid <> 'users'::regclass
    )
    select r.relation::regclass::text from referring r
  loop
    execute format('create policy definer_removes_the_example on %s for delete to pcs_owner using (true)', name);
    if not exists (select from pg_policies where schemaname = 'public' and tablename = name and roles = '{pcs_owner}' and cmd in ('SELECT', 'ALL')) then
      execute format('create policy definer_reads_the_example on %s for select to pcs_owner using (true)', name);
    end if;
  end loop;
end $$;
create policy definer_releases_files on unclaimed_files for insert to pcs_owner with check (true);
