-- Lists of a large firm by the compliance status of its schemes read this index alone: the open obligations of each scheme, with the columns that
-- decide the status.
create index obligations_open_by_scheme on obligations (tenant_id, scheme_id)
  include (state, due_on, legal_end_on, soon_days, confidence, rule_id, breach_id) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
-- Breaches that make a scheme red.
create index breaches_grave on breaches (tenant_id, scheme_id)
  where severity in ('HIGH', 'CRITICAL') and status <> 'CLOSED' and not is_not_a_breach and not is_restricted;
-- Breaches to report: few of all. As buildToReportCondition() of the service.
create index breaches_to_report on breaches (tenant_id) where status = 'REPORTABLE'
  or (status = 'OPEN' and reported_at is null and reportability = 'UNDECIDED' and suggested_reportability not in ('UNDECIDED', 'NONE'));
-- Counts of the dashboard. Without the id, PostgreSQL stores the rows of a status together, and reads 200 pages for 200,000 members.
create index members_counted on members (tenant_id, status);
create index trustees_appointed on trustees (tenant_id, scheme_id, role) where status = 'APPOINTED';
-- Records that wait for a person: to be approved, or returned to their author. As the work queue of the dashboard.
create index schemes_waiting on schemes (tenant_id) where status = 'PENDING_APPROVAL' or (status = 'DRAFT' and rejection_reason is not null);
create index policy_versions_waiting on policy_versions (tenant_id) where status = 'IN_REVIEW' or (status = 'DRAFT' and returned_reason is not null);
create index own_risk_assessments_waiting on own_risk_assessments (tenant_id)
  where status = 'TRUSTEE_REVIEW' or (status = 'DRAFTING' and return_reason is not null);
-- Plans of large firms, and how many candidates a search compares.
\ir functions/01-access.sql
\ir functions/22-search.sql
