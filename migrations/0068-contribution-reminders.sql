-- Reminders for contributions that a person recorded: a call, a mail, a letter. Broker roles read and write them.
create table contribution_reminders (
  tenant_id text not null,
  id text not null,
  employer_id text not null,
  payroll_month text not null,
  contacted_on date not null,
  channel text not null check (channel in ('PHONE', 'EMAIL', 'LETTER', 'IN_PERSON')),
  recipient text not null check (recipient in ('PAYROLL_CONTACT', 'EMPLOYER_USER', 'OTHER')),
  note text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index contribution_reminders_by_id on contribution_reminders (id);
create index contribution_reminders_by_employer on contribution_reminders (tenant_id, employer_id, payroll_month);
alter table contribution_reminders enable row level security, force row level security;
create policy reach on contribution_reminders to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on contribution_reminders for select to pcs_owner using (true);
grant select, insert on contribution_reminders to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('contributionReminder', 'contribution_reminders');

-- Whose address an automatic reminder went to; null: not known, because it was sent before this column.
alter table sent_reminders add column recipient text check (recipient in ('PAYROLL_CONTACT', 'EMPLOYER_USER'));
