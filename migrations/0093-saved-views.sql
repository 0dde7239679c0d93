-- Filters and order of a list that a user keeps under a name. Each user has their own.
create table saved_views (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  -- The address of the page with the list: /schemes.
  page text not null,
  name text not null,
  search jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index saved_views_by_id on saved_views (id);
create unique index saved_views_by_name on saved_views (tenant_id, user_id, page, lower(name));
alter table saved_views enable row level security, force row level security;
create policy reach on saved_views to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true));
create policy definer_reads on saved_views for select to pcs_owner using (true);
grant select, insert, delete on saved_views to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('savedView', 'saved_views');
