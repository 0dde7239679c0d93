-- Indexes in the order of lists, so that a page of a firm with 200,000 members is read and not sorted.

create index members_by_age on members (tenant_id, created_at desc, id desc);
create index members_by_status on members (tenant_id, status, id);
create index members_by_joining on members (tenant_id, coalesce(joined_scheme_on, '-infinity') desc, id desc);

create index documents_by_title on documents (tenant_id, search_key, id);
create index documents_by_kind on documents (tenant_id, kind, id);
create index documents_by_status on documents (tenant_id, status, id);
create index documents_by_receipt on documents (tenant_id, coalesce(received_on, '-infinity') desc, id desc);

create index obligations_by_day on obligations (tenant_id, coalesce(due_on, 'infinity'), id);
create index obligations_by_last_day on obligations (tenant_id, coalesce(due_on, '-infinity') desc, id desc);
create index obligations_by_rule on obligations (tenant_id, rule_id, coalesce(due_on, 'infinity'), id);
create index obligations_by_state on obligations (tenant_id, state, coalesce(due_on, 'infinity'), id);

create index contribution_batches_by_age on contribution_batches (tenant_id, created_at desc, id desc);
create index contribution_batches_by_day on contribution_batches (tenant_id, due_on, id);
create index contribution_batches_by_status on contribution_batches (tenant_id, status, payroll_month desc, id desc);

create index written_policies_by_title on written_policies (tenant_id, search_key, id);
create index written_policies_by_kind on written_policies (tenant_id, kind, id);
create index written_policies_by_status on written_policies (tenant_id, status, id);
create index written_policies_by_review on written_policies (tenant_id, coalesce(next_review_on, 'infinity'), id);
create index policy_versions_in_review on policy_versions (tenant_id, policy_id) where status = 'IN_REVIEW';

create index key_function_holders_by_name on key_function_holders (tenant_id, search_key, id);
create index key_function_holders_by_review on key_function_holders (tenant_id, coalesce(next_review_on, 'infinity'), id);

create index trustee_meetings_by_day on trustee_meetings (tenant_id, coalesce(held_on, planned_for_on), id);
create index meeting_actions_by_day on meeting_actions (tenant_id, coalesce(due_on, 'infinity'), id);
create index meeting_actions_by_age on meeting_actions (tenant_id, created_at desc, id desc);

create index compliance_statements_by_age on compliance_statements (tenant_id, created_at desc, id desc);
create index contribution_reminders_by_day on contribution_reminders (tenant_id, contacted_on desc, id desc);

-- Counts of a day without the table.
create index compliance_snapshots_by_rating on compliance_snapshots (tenant_id, taken_on, rating, scheme_id);

create index audit_log_by_time_in_firm on audit_log (tenant_id, "timestamp", id);

-- Money that has not arrived: a small part of all months. As isMoneyOutstanding() of the service.
create index contribution_batches_outstanding on contribution_batches (tenant_id, due_on)
  where status not in ('REJECTED', 'UNDONE') and (status = 'EXPECTED' or received_cents < total_cents);

-- Records that wait for a person: a small part of all records.
create index schemes_by_status on schemes (tenant_id, status, id);
create index own_risk_assessments_in_review on own_risk_assessments (tenant_id) where status = 'TRUSTEE_REVIEW';
create index drafts_to_approve on drafts (tenant_id) where status = 'DRAFT' and open_places = 0;
create index drafts_by_title on drafts (tenant_id, search_key, id);
create index drafts_by_change on drafts (tenant_id, updated_at desc, id desc);
create index schemes_by_change on schemes (tenant_id, updated_at desc, id desc);
