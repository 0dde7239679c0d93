-- Notes on the file of a scheme, the history of the public texts, and what of a firm has to be looked at again when they change.

-- What is on file stays as it was written: a note is added to by another one, and never changed.
create table file_notes (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  -- What its writer says, where it is more than an answer.
  text text,
  -- The answer of the assistant that is filed, copied as it was: its question, the day whose law it tells, who asked and when.
  answer_id text,
  question text,
  on_day date,
  asked_by text,
  asked_at timestamptz,
  sentences jsonb,
  citations jsonb,
  answer_notes text[],
  answer_model text,
  search_key text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, answer_id) references assistant_answers (tenant_id, id),
  check (text is not null or answer_id is not null),
  check ((answer_id is null) = (question is null) and (answer_id is null) = (sentences is null) and (answer_id is null) = (citations is null))
);
create index file_notes_by_id on file_notes (id);
create index file_notes_by_scheme on file_notes (tenant_id, scheme_id, created_at desc, id desc);
create policy definer_reads on file_notes for select to pcs_owner using (true);
alter table file_notes enable row level security;
alter table file_notes force row level security;
create policy reach on file_notes to pcs_app using (app.reaches(tenant_id, null, null));
grant select, insert on file_notes to pcs_app;


-- Each time a text came into the corpus, or a version of it did, or it was withdrawn. The passages say with which of these they came
-- and with which they ended, so that what one of them changed can be read again, old words beside new ones.
create table corpus_ingests (
  id text primary key,
  document_id text not null references corpus_documents (id),
  outcome text not null check (outcome in ('ADDED', 'CHANGED', 'WITHDRAWN')),
  version_before_on date,
  -- What it changed holds from this day.
  version_on date not null,
  passages_added integer not null,
  passages_changed integer not null,
  passages_removed integer not null,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  created_by text
);
create index corpus_ingests_by_document on corpus_ingests (document_id, created_at desc);
alter table corpus_chunks add column entered_with text references corpus_ingests (id);
alter table corpus_chunks add column ended_with text references corpus_ingests (id);
create index corpus_chunks_entered on corpus_chunks (entered_with);
create index corpus_chunks_ended on corpus_chunks (ended_with) where ended_with is not null;
-- A text that is withdrawn is not answered from on this day or later.
alter table corpus_documents add column withdrawn_on date;
alter table corpus_documents add column withdrawn_reason text;
alter table corpus_documents add check ((withdrawn_on is null) = (withdrawn_reason is null));
create policy read_at_work on corpus_ingests for select to pcs_app using (current_setting('app.scope', true) in ('tenant', 'platform'));
create policy written_by_platform on corpus_ingests to pcs_app using (current_setting('app.scope', true) = 'platform');
alter table corpus_ingests enable row level security;
alter table corpus_ingests force row level security;
grant select, insert, update on corpus_ingests to pcs_app;

-- What of a firm rests on words that are no longer what they were: looked at again by somebody, or not yet.
create table corpus_reviews (
  tenant_id text not null,
  id text not null,
  -- The text, and what changed it; they belong to no firm.
  document_id text not null,
  ingest_id text not null,
  -- The unit of the text: ARTICLE 28; of what has no number, its anchor.
  place text not null,
  anchor text not null,
  citation text not null,
  what text not null check (what in ('CHANGED', 'REMOVED')),
  version_before_on date,
  version_on date not null,
  kind text not null check (kind in ('POLICY', 'OBLIGATION', 'FILE_NOTE', 'DRAFT')),
  record_id text not null,
  -- What is looked at once, where several records are the same question: the rule of a scheme, of all its open duties.
  subject text not null,
  label text not null,
  scheme_id text,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'NOT_AFFECTED')),
  closed_by text,
  closed_at timestamptz,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  check ((status = 'OPEN') = (closed_at is null))
);
create index corpus_reviews_by_id on corpus_reviews (id);
create unique index corpus_reviews_once on corpus_reviews (tenant_id, ingest_id, place, kind, subject);
create index corpus_reviews_open on corpus_reviews (tenant_id, version_on desc) where status = 'OPEN';
create policy definer_reads on corpus_reviews for select to pcs_owner using (true);
alter table corpus_reviews enable row level security;
alter table corpus_reviews force row level security;
create policy reach on corpus_reviews to pcs_app using (app.reaches(tenant_id, null, null));
grant select, insert, update on corpus_reviews to pcs_app;

insert into app.kinds_of_firms (kind, relation) values ('fileNote', 'file_notes'), ('corpusReview', 'corpus_reviews');
