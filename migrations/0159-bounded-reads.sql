-- The indexes of words have parts of one and two letters as well: a search for two letters read every record of a firm.
\ir functions/22-search.sql

reindex index schemes_by_parts;
reindex index members_by_parts;
reindex index employers_by_parts;
reindex index breaches_by_parts;
reindex index key_function_holders_by_parts;
reindex index documents_by_parts;
reindex index document_versions_by_parts;
reindex index written_policies_by_parts;
reindex index drafts_by_parts;

-- The command palette shows the first breaches by title.
create index breaches_by_title on breaches (tenant_id, search_key, id);
-- A search of obligations compares each title of a firm once.
create index obligations_by_title on obligations (tenant_id, search_key);
-- The grid of contributions reads the schemes of one employer after the other.
create index scheme_participations_of_employer on scheme_participations (tenant_id, employer_id, scheme_id);
drop index scheme_participations_by_employer;
-- Lists of a large firm by the compliance status of its schemes read the obligations that decide it from the first of these indexes alone: what is due by
-- a day, and what is not known. The second has the same columns in the order of the schemes.
create index obligations_open_by_day on obligations (tenant_id, state, due_on)
  include (scheme_id, legal_end_on, soon_days, confidence, rule_id, breach_id) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
drop index obligations_open;
drop index obligations_open_by_scheme;
create index obligations_open on obligations (tenant_id, scheme_id, due_on)
  include (state, legal_end_on, soon_days, confidence, rule_id, breach_id) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
