-- The outbox sends the mails of the firms in turn, and keeps an emptied row of each mail that it gave up.
alter table app.mail_outbox
  -- The firm of the change that causes the mail; empty for a change without a firm.
  add column firm text not null default '',
  -- Place in the order of sending: mails of one firm are a second apart, so that many of one firm do not delay those of the others.
  add column turn_at timestamptz not null default clock_timestamp(),
  add column given_up_at timestamptz,
  add column reason text check (reason in ('REFUSED_BY_RELAY', 'NOT_SENT_IN_TIME')),
  alter column sealed drop not null,
  add check ((given_up_at is null) = (sealed is not null) and (given_up_at is null) = (reason is null));
update app.mail_outbox set turn_at = created_at;
drop index app.mail_outbox_by_due;
create index mail_outbox_by_turn on app.mail_outbox (turn_at, id) where given_up_at is null;
create index mail_outbox_by_firm on app.mail_outbox (firm, turn_at) where given_up_at is null;
create index mail_outbox_given_up on app.mail_outbox (given_up_at) where given_up_at is not null;
