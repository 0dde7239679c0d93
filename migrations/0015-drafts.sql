-- What is written for a scheme from a template. The draft and what was approved of it are two texts; every version of the draft stays.

create table drafts (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  -- The record beside the scheme that it is about; of which table, its kind says.
  subject_id text,
  title text not null,
  search_key text not null collate "C",
  text text not null,
  -- Places of the text that are not filled in yet
  open_places integer not null,
  latest_version integer not null default 1,
  last_edited_by text,
  -- What it was made from. Null: no model wrote any of it.
  model text,
  template_version integer not null,
  corpus_snapshot text not null,
  -- [{ section, docId, anchor, citation, sha256 }]
  passages jsonb not null,
  -- Of what was sent to the model
  prompt_sha256s text[] not null default '{}',
  -- [{ name, value }], [{ name, label, filledFrom }]
  facts jsonb not null,
  filled_places jsonb not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'APPROVED', 'DISCARDED', 'WITHDRAWN')),
  approved_text text,
  approved_by text,
  approved_at timestamptz,
  -- What became of it: { kind, id, versionNumber, filledSections, leftSections }
  applied_to jsonb,
  recalled_at timestamptz,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  check ((status = 'APPROVED') = (approved_text is not null and approved_at is not null))
);
create index drafts_by_id on drafts (id);
create index drafts_by_age on drafts (tenant_id, created_at desc, id desc);
create index drafts_by_scheme on drafts (tenant_id, scheme_id, created_at desc, id desc);
create index drafts_by_snapshot on drafts (tenant_id, corpus_snapshot);
create policy definer_reads on drafts for select to pcs_owner using (true);

create table draft_versions (
  tenant_id text not null,
  draft_id text not null,
  number integer not null,
  id text not null,
  origin text not null check (origin in ('COMPOSED', 'WRITTEN', 'EDITED')),
  text text not null,
  sha256 text not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, draft_id, number),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id)
);
create unique index draft_versions_by_id on draft_versions (tenant_id, id);

alter table policy_versions add foreign key (tenant_id, ai_draft_id) references drafts (tenant_id, id);

-- What was approved stays as it was approved.
create function app.keep_approved_drafts() returns trigger language plpgsql as $$
begin
  if old.approved_text is not null
     and (new.status, new.text, new.approved_text, new.approved_by, new.approved_at, new.applied_to)
     is distinct from (old.status, old.text, old.approved_text, old.approved_by, old.approved_at, old.applied_to) then
    raise exception 'An approved draft is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_approved before update on drafts for each row execute function app.keep_approved_drafts();

-- The report of a breach is there for whoever sees the breach.
alter table drafts enable row level security;
alter table drafts force row level security;
create policy reach on drafts to pcs_app using (app.reaches(tenant_id, null, null)
  and (kind <> 'BREACH_REPORT' or exists (select from breaches b where b.tenant_id = drafts.tenant_id and b.id = drafts.subject_id)));
grant select, insert, update on drafts to pcs_app;

alter table draft_versions enable row level security;
alter table draft_versions force row level security;
create policy reach on draft_versions to pcs_app using (app.reaches(tenant_id, null, null)
  and exists (select from drafts d where d.tenant_id = draft_versions.tenant_id and d.id = draft_versions.draft_id));
grant select, insert on draft_versions to pcs_app;

insert into app.kinds_of_firms (kind, relation) values ('draft', 'drafts');
