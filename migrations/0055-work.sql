-- Who a record is assigned to, comments on records, and the inbox of each user.
alter table obligations add column assignee_id text, add foreign key (tenant_id, assignee_id) references users (tenant_id, id);
alter table breaches add column assignee_id text, add foreign key (tenant_id, assignee_id) references users (tenant_id, id);
alter table written_policies add column assignee_id text, add foreign key (tenant_id, assignee_id) references users (tenant_id, id);
alter table drafts add column assignee_id text, add foreign key (tenant_id, assignee_id) references users (tenant_id, id);
create index obligations_by_assignee on obligations (tenant_id, assignee_id, due_on, id) where assignee_id is not null;
create index breaches_by_assignee on breaches (tenant_id, assignee_id) where assignee_id is not null;
create index written_policies_by_assignee on written_policies (tenant_id, assignee_id) where assignee_id is not null;
create index drafts_by_assignee on drafts (tenant_id, assignee_id) where assignee_id is not null;

\ir functions/13-inbox.sql

-- A comment is never changed; its author can remove it.
create table comments (
  tenant_id text not null,
  id text not null,
  -- The record, under the name that the audit log gives its kind.
  entity_type text not null check (entity_type in ('scheme', 'obligation', 'breach', 'writtenPolicy', 'draft')),
  entity_id text not null,
  -- Of the record; null for a breach without a scheme.
  scheme_id text,
  text text not null,
  mention_ids text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index comments_by_id on comments (id);
create index comments_by_record on comments (tenant_id, entity_type, entity_id, created_at desc, id desc);
alter table comments enable row level security, force row level security;
create policy reach on comments for select to pcs_app
  using (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id));
create policy writes on comments for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id)
    and created_by = current_setting('app.user', true));
create policy removes on comments for delete to pcs_app
  using (app.reaches(tenant_id, null, null) and created_by = current_setting('app.user', true));
create policy definer_reads on comments for select to pcs_owner using (true);
grant select, insert, delete on comments to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('comment', 'comments');

-- What a user should know of: a comment that mentions them, a record assigned to them, a record that an approver returned to them.
create table inbox_items (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  kind text not null check (kind in ('MENTION', 'ASSIGNMENT', 'RETURNED')),
  entity_type text not null,
  entity_id text not null,
  comment_id text,
  read_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, comment_id) references comments (tenant_id, id) on delete cascade,
  check ((kind = 'MENTION') = (comment_id is not null))
);
create index inbox_items_by_user on inbox_items (tenant_id, user_id, created_at desc, id desc);
create index inbox_items_unread on inbox_items (tenant_id, user_id) where read_at is null;
create index inbox_items_by_comment on inbox_items (tenant_id, comment_id) where comment_id is not null;
alter table inbox_items enable row level security, force row level security;
create policy reach on inbox_items for select to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true)
    and app.sees_record(tenant_id, entity_type, entity_id));
create policy reads on inbox_items for update to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true));
create policy notifies on inbox_items for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id));
create policy definer_expires on inbox_items to pcs_owner using (true);
grant select, insert, update on inbox_items to pcs_app;
