-- Periods in hours end at an instant; due_on is its day in Dublin.
alter table obligations add column due_at timestamptz;

-- Whether a personal-data breach is likely to result in a risk to people (GDPR arts 33(1), 34); null: not assessed.
alter table breaches add column risk_to_people text check (risk_to_people in ('UNLIKELY', 'RISK', 'HIGH'));

-- Facts of an event that its obligations depend on.
alter table scheme_events
  add column aware_at timestamptz,
  add column is_significant boolean,
  add column extended_on date,
  add column extension_reason text,
  add constraint scheme_events_extension check ((extended_on is null) = (extension_reason is null));
