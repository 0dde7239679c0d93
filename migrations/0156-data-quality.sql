-- Counts of the data-quality report for each scheme, so that ordering the schemes of a large firm by their faults does not read all of its members.
-- The nightly run stores them. A stored row counts until a member of the scheme changes (scheme_data_changes) or a date is reached from which
-- a count can be another (expires_on).
create table scheme_data_quality (
  tenant_id text not null,
  scheme_id text not null,
  member_count integer not null,
  pps_number_missing integer not null,
  birth_date_missing integer not null,
  birth_date_improbable integer not null,
  joining_date_missing integer not null,
  email_missing integer not null,
  pay_missing integer not null,
  expires_on date not null,
  primary key (tenant_id, scheme_id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id) on delete cascade
);

-- Schemes whose members have changed since their counts were stored. A transaction adds its own row and waits for no other transaction; the run
-- that stores counts deletes the rows that its snapshot sees, so that a change that it does not see stays marked.
create table scheme_data_changes (
  tenant_id text not null,
  scheme_id text not null,
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, scheme_id, changed_in),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['scheme_data_quality', 'scheme_data_changes'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy reach on %I to pcs_app using (tenant_id = (select app.tenant_in_scope()) or app.reaches(tenant_id, null, null))', name);
    execute format('create policy within_schemes on %I as restrictive to pcs_app using ((select app.in_schemes(null)) or app.in_schemes(scheme_id))', name);
    -- With a scheme that is deleted.
    execute format('create policy definer_reads on %I for select to pcs_owner using (true)', name);
    execute format('create policy definer_removes on %I for delete to pcs_owner using (true)', name);
  end loop;
end $$;
create policy definer_marks on scheme_data_changes for insert to pcs_owner with check (true);
grant select, insert, update on scheme_data_quality to pcs_app;
grant select, delete on scheme_data_changes to pcs_app;

-- The triggers call these functions.
\ir functions/24-data-quality.sql

create trigger mark_added after insert on members
  referencing new table as new_rows for each statement execute function app.mark_members();
create trigger mark_changed after update on members
  referencing old table as old_rows new table as new_rows for each statement execute function app.mark_members();
create trigger mark_deleted after delete on members
  referencing old table as old_rows for each statement execute function app.mark_members();
create trigger mark_added after insert on member_pay
  referencing new table as new_rows for each statement execute function app.mark_pay();
create trigger mark_changed after update on member_pay
  referencing new table as new_rows for each statement execute function app.mark_pay();
create trigger mark_deleted after delete on member_pay
  referencing old table as old_rows for each statement execute function app.mark_pay();
