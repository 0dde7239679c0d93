-- Access of excluded employees to a Standard PRSA (PA s.121(1)): the terms of joining of a scheme, and what its employer arranged.
alter table schemes
  add column limits_entry boolean,
  add column waiting_period_months integer check (waiting_period_months between 0 and 600);
alter table employers
  add column prsa_provider text,
  add column prsa_designated_on date,
  add column prsa_notified_on date;
