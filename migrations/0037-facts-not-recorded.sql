-- A fact that is not recorded is null, and never "no". Values that were saved before stay as they are.
alter table schemes
  alter column is_regulatory_own_funds drop not null, alter column is_regulatory_own_funds drop default,
  alter column has_authorised_trade_union drop not null, alter column has_authorised_trade_union drop default,
  alter column considers_esg drop not null, alter column considers_esg drop default,
  alter column has_depositary drop not null, alter column has_depositary drop default;

-- Counts stated by hand, oldest first: a rule asks for the count of the date in its law.
alter table schemes add column member_count_history jsonb not null default '[]';
update schemes set member_count_history = jsonb_build_array(member_counts) where member_counts is not null;
