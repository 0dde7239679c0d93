-- The registers of governance (Directive 2016/2341 arts 20-32; Pensions Act 1990 Part VIB): who does what, what was
-- assessed, decided and written down, and what went wrong. All of it belongs to the firm and is seen by its people only.

-- What the statutory calendar asks of a scheme besides its first record. A year end that changes keeps its history:
-- [{ month, day, effectiveFrom }], oldest first; null stands for "from the beginning".
alter table schemes
  add column scheme_year_ends jsonb not null default '[]',
  add column has_authorised_trade_union boolean not null default false,
  add column considers_esg boolean not null default false,
  add column has_depositary boolean not null default false,
  -- Members of the whole trust, where the scheme is a section of a master trust: DORA counts per trust.
  add column trust_member_count integer check (trust_member_count >= 0),
  add column joining text not null default 'AUTOMATIC' check (joining in ('AUTOMATIC', 'BY_CHOICE'));
update schemes set scheme_year_ends = jsonb_build_array(scheme_year_end || '{"effectiveFrom": null}') where scheme_year_end is not null;

create table service_providers (
  tenant_id text not null references tenants (id),
  id text not null,
  name text not null,
  search_key text not null collate "C",
  kinds text[] not null default '{}',
  cro_number text,
  regulatory_reference text,
  registration_ends_on date,
  contact_name text,
  contact_email text,
  contact_phone text,
  notes text,
  ended_on date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id)
);
create index service_providers_by_name on service_providers (tenant_id, search_key, id);

create table outsourcing_arrangements (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  provider_id text not null,
  activity text not null,
  is_management boolean not null default false,
  is_critical_ict boolean not null default false,
  agreement_document_id text,
  signed_on date,
  in_force_from date,
  notice_days integer check (notice_days >= 0),
  authority_notified_on date,
  authority_reference text,
  -- [{ name, activity }]
  sub_outsourcing jsonb not null default '[]',
  -- Important developments that the Authority is told of: [{ number, occurredOn, description, notifiedOn, reference }]
  developments jsonb not null default '[]',
  review_due_on date,
  reviewed_on date,
  performance_measures text,
  exit_plan text,
  ended_on date,
  end_reason text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'IN_FORCE', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, provider_id) references service_providers (tenant_id, id),
  foreign key (tenant_id, agreement_document_id) references documents (tenant_id, id)
);
create index outsourcing_arrangements_by_provider on outsourcing_arrangements (tenant_id, provider_id);

create table key_function_holders (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  function text not null check (function in ('RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL', 'COMPLIANCE')),
  is_deputy boolean not null default false,
  holder_kind text not null check (holder_kind in ('INDIVIDUAL', 'FIRM')),
  holder_name text not null,
  search_key text not null collate "C",
  responsible_person text,
  organisation text,
  email text,
  relationship text not null,
  holds_same_function_for_employer boolean not null default false,
  conflict_protocol_document_id text,
  is_outsourced boolean not null default false,
  outsourcing_arrangement_id text,
  -- Fit and proper (Directive art. 22(1))
  qualifications_ok boolean,
  professional_qualification text,
  experience_years integer check (experience_years >= 0),
  repute_declaration_document_id text,
  assessed_on date,
  assessed_by text,
  assessment_outcome text check (assessment_outcome in ('PASS', 'FAIL', 'CONDITIONAL')),
  next_review_on date,
  proposed_on date not null,
  board_resolution_on date,
  minutes_document_id text,
  effective_from date,
  term_ends_on date,
  ended_on date,
  end_reason text,
  authority_notified_on date,
  authority_reference text,
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'FIT_PROPER_OK', 'FAILED', 'NOTIFIED', 'APPOINTED', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, outsourcing_arrangement_id) references outsourcing_arrangements (tenant_id, id),
  foreign key (tenant_id, conflict_protocol_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, repute_declaration_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);
create unique index key_function_holders_appointed on key_function_holders (tenant_id, scheme_id, function)
  where status = 'APPOINTED' and not is_deputy;

create table key_function_reports (
  tenant_id text not null,
  id text not null,
  holder_id text not null,
  number integer not null,
  scheme_id text not null,
  period_ends_on date not null,
  received_on date not null,
  document_id text,
  has_material_findings boolean not null default false,
  findings text,
  trustee_decision text,
  decided_on date,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, holder_id) references key_function_holders (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create unique index key_function_reports_by_holder on key_function_reports (tenant_id, holder_id, number);

-- What happened to a scheme and starts a duty: a change of the risk profile, an amendment of the rules, a notice.
create table scheme_events (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  occurred_on date not null,
  title text not null,
  search_key text not null collate "C",
  details text,
  document_id text,
  withdrawn_on date,
  withdrawn_reason text,
  status text not null default 'RECORDED' check (status in ('RECORDED', 'WITHDRAWN')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);

create table own_risk_assessments (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  cycle_number integer not null,
  scope text not null check (scope in ('WHOLE_IORP', 'SINGLE_SCHEME')),
  trigger text not null check (trigger in ('INITIAL', 'TRIENNIAL', 'SIGNIFICANT_CHANGE', 'AUTHORITY_REQUEST')),
  trigger_event_id text,
  as_of_on date not null,
  methodology text,
  risk_function_opinion text,
  -- { a: { text, notApplicableReason } … h, m, s }
  sections jsonb not null default '{}',
  started_on date,
  sent_to_trustees_on date,
  returned_on date,
  return_reason text,
  approved_on date,
  minutes_document_id text,
  report_document_id text,
  authority_requested_on date,
  authority_submitted_on date,
  authority_reference text,
  supersedes_id text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW', 'APPROVED', 'SUBMITTED', 'SUPERSEDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, scheme_id, cycle_number),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, trigger_event_id) references scheme_events (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, report_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, supersedes_id) references own_risk_assessments (tenant_id, id)
);

create table risk_items (
  tenant_id text not null,
  id text not null,
  assessment_id text not null,
  scheme_id text not null,
  area text not null,
  description text not null,
  inherent_likelihood integer not null check (inherent_likelihood between 1 and 5),
  inherent_impact integer not null check (inherent_impact between 1 and 5),
  controls text,
  residual_likelihood integer not null check (residual_likelihood between 1 and 5),
  residual_impact integer not null check (residual_impact between 1 and 5),
  owner text,
  appetite text not null default 'WITHIN' check (appetite in ('WITHIN', 'OUTSIDE')),
  action text,
  action_due_on date,
  -- The item of the assessment before that this one carries on.
  carried_from_id text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, assessment_id) references own_risk_assessments (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, carried_from_id) references risk_items (tenant_id, id)
);
create index risk_items_by_assessment on risk_items (tenant_id, assessment_id);

create table written_policies (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  title text not null,
  search_key text not null collate "C",
  basis text not null check (basis in ('STATUTE', 'CODE', 'GOOD_PRACTICE')),
  review_interval_months integer not null check (review_interval_months between 1 and 36),
  is_publicly_disclosed boolean not null default false,
  public_url text,
  last_reviewed_on date,
  -- Of the version in force, kept here for the calendar and the matrix: what is true today and how long.
  approved_on date,
  effective_from date,
  next_review_on date,
  in_force_version integer,
  latest_version integer not null default 1,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE', 'WITHDRAWN')),
  withdrawn_on date,
  withdrawn_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create unique index written_policies_one_a_kind on written_policies (tenant_id, scheme_id, kind) where status <> 'WITHDRAWN';

create table policy_versions (
  tenant_id text not null,
  policy_id text not null,
  number integer not null,
  id text not null,
  scheme_id text not null,
  content text not null,
  -- A statement of investment policy principles has fields of its own (Directive art. 30).
  statement jsonb,
  change_summary text,
  document_id text,
  drafted_by text not null default 'HUMAN' check (drafted_by in ('HUMAN', 'AI')),
  ai_draft_id text,
  submitted_by text,
  submitted_on date,
  approved_by text,
  approved_on date,
  minutes_document_id text,
  effective_from date,
  ended_on date,
  returned_reason text,
  sha256 text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE', 'SUPERSEDED', 'WITHDRAWN')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, policy_id, number),
  foreign key (tenant_id, policy_id) references written_policies (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);
create unique index policy_versions_by_id on policy_versions (tenant_id, id);
create unique index policy_versions_open on policy_versions (tenant_id, policy_id) where status in ('DRAFT', 'IN_REVIEW', 'APPROVED');
create unique index policy_versions_in_force on policy_versions (tenant_id, policy_id) where status = 'IN_FORCE';

-- What was approved stays as it was approved; a correction is another version.
create function app.keep_approved_policies() returns trigger language plpgsql as $$
begin
  if old.status not in ('DRAFT', 'IN_REVIEW') and (new.status in ('DRAFT', 'IN_REVIEW')
     or (new.number, new.content, new.statement, new.sha256, new.approved_on, new.approved_by, new.minutes_document_id)
     is distinct from (old.number, old.content, old.statement, old.sha256, old.approved_on, old.approved_by, old.minutes_document_id)) then
    raise exception 'An approved version of a policy is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_approved before update on policy_versions for each row execute function app.keep_approved_policies();

create table policy_acknowledgements (
  tenant_id text not null,
  policy_id text not null,
  number integer not null,
  user_id text not null,
  id text not null,
  sha256 text not null,
  acknowledged_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, policy_id, number, user_id),
  foreign key (tenant_id, policy_id, number) references policy_versions (tenant_id, policy_id, number),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table trustee_trainings (
  tenant_id text not null,
  id text not null,
  trustee_id text not null,
  scheme_id text not null,
  completed_on date not null,
  topic text not null,
  provider text,
  hours numeric(5, 1),
  document_id text,
  withdrawn_on date,
  withdrawn_reason text,
  status text not null default 'RECORDED' check (status in ('RECORDED', 'WITHDRAWN')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, trustee_id) references trustees (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create index trustee_trainings_by_trustee on trustee_trainings (tenant_id, trustee_id);

create table trustee_meetings (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  planned_for_on date not null,
  held_on date,
  title text not null,
  search_key text not null collate "C",
  location text,
  agenda text,
  attendees text[] not null default '{}',
  apologies text[] not null default '{}',
  quorum_met boolean,
  decisions text,
  minutes_document_id text,
  minutes_approved_on date,
  cancelled_reason text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'HELD', 'CANCELLED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);

create table meeting_actions (
  tenant_id text not null,
  id text not null,
  meeting_id text not null,
  scheme_id text not null,
  description text not null,
  owner text,
  due_on date,
  done_on date,
  outcome text,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'DROPPED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references trustee_meetings (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index meeting_actions_by_meeting on meeting_actions (tenant_id, meeting_id);

create table breaches (
  tenant_id text not null references tenants (id),
  id text not null,
  scheme_id text,
  employer_id text,
  source text not null check (source in ('CALENDAR', 'CONTRIBUTION', 'KFH', 'MANUAL', 'MEMBER_COMPLAINT')),
  category text not null,
  -- What a detector found once it does not enter twice: rule and period, or batch and limb.
  detection_key text,
  obligation_id text,
  contribution_id text,
  title text not null,
  search_key text not null collate "C",
  description text,
  occurred_on date not null,
  detected_on date not null,
  -- The moment of awareness, from which 72 hours run (GDPR art. 33(1)).
  aware_at timestamptz not null default clock_timestamp(),
  due_on date,
  resolved_on date,
  amount_cents bigint check (amount_cents >= 0),
  members_affected integer check (members_affected >= 0),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- What the rules would say, kept beside what a person decides.
  suggested_severity text check (suggested_severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  suggested_reportability text not null default 'UNDECIDED',
  suggestion_reason text,
  root_cause text,
  remedial_action text,
  owner text,
  reportability text not null default 'UNDECIDED'
    check (reportability in ('UNDECIDED', 'NONE', 'VOLUNTARY_S84', 'COMPULSORY_S83', 'KFH_S64AH', 'GDPR_33', 'DORA_19')),
  reportability_reason text,
  reportability_citation text,
  -- Each decision as it was taken, the suggestion of the day beside it, oldest first.
  assessments jsonb not null default '[]',
  is_restricted boolean not null default false,
  assessed_on date,
  remediation_on date,
  reported_at timestamptz,
  report_reference text,
  closed_on date,
  closing_reason text,
  is_not_a_breach boolean not null default false,
  corrects_id text,
  status text not null default 'OPEN' check (status in ('OPEN', 'ASSESSED', 'REPORTABLE', 'REPORTED', 'REMEDIATION', 'CLOSED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  foreign key (tenant_id, contribution_id) references contribution_batches (tenant_id, id),
  foreign key (tenant_id, corrects_id) references breaches (tenant_id, id)
);
create unique index breaches_once on breaches (tenant_id, detection_key) where detection_key is not null;
create unique index breaches_corrected_once on breaches (tenant_id, corrects_id) where corrects_id is not null;
create index breaches_by_detection on breaches (tenant_id, detected_on desc, id desc);

-- Every duty of every scheme, as the rules compute it from the facts. Rows are never deleted: what a change of facts
-- makes void is closed as NOT_APPLICABLE with its reason. What is UPCOMING, DUE_SOON or OVERDUE depends on the day and is
-- said by app.obligation_status.
create table obligations (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  rule_id text not null,
  period_key text not null,
  -- Of the rule as it was when it made the duty
  rule_version integer not null,
  title text not null,
  search_key text not null collate "C",
  who text not null,
  source text not null,
  citations text[] not null,
  ruling text,
  -- The record the duty is about, where it is not the scheme: { kind, id }
  subject jsonb,
  anchor_on date,
  due_on date,
  -- Where the law's own arithmetic ends later than the safe date (Regulation 1182/71).
  legal_end_on date,
  soon_days integer not null,
  state text not null check (state in ('OPEN', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL')),
  reason text not null,
  -- What it was computed from: [{ label, value }]
  facts jsonb not null default '[]',
  completed_on date,
  effective_on date,
  completion_note text,
  evidence_document_ids text[] not null default '{}',
  -- Completed or waived by a person, and not found in a register.
  is_by_hand boolean not null default false,
  completed_by text,
  waived_by text,
  waiver_reason text,
  severity text not null,
  confidence text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, scheme_id, rule_id, period_key),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index obligations_by_due on obligations (tenant_id, due_on, id);
-- What is still to be done is a small part of what there ever was.
create index obligations_open on obligations (tenant_id, scheme_id, due_on) where state in ('OPEN', 'DATA_GAP');
create index obligations_open_by_due on obligations (tenant_id, due_on, id) where state = 'OPEN';

-- The address under which a person's calendar program reads their duties: only a hash of the token is kept.
create table calendar_feeds (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  token_hash text not null,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index calendar_feeds_by_token on calendar_feeds (token_hash);
create unique index calendar_feeds_live on calendar_feeds (tenant_id, user_id) where revoked_at is null;

-- What a mail told whom of, so that nothing is sent twice: written down, then begun, then handed over, then marked.
create table sent_reminders (
  tenant_id text not null,
  id text not null,
  user_id text,
  -- An employer's contact, where the person has no account: the employer
  employer_id text,
  kind text not null check (kind in ('DIGEST', 'CHASER')),
  for_on date not null,
  items jsonb not null,
  -- The day, by the service's clock, on which handing over was begun
  begun_on date,
  handed_over_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create unique index sent_reminders_once on sent_reminders (tenant_id, kind, for_on, coalesce(user_id, ''), coalesce(employer_id, ''));

alter table users
  add column wants_digest boolean not null default true;
grant select (wants_digest) on users to pcs_app;
alter table breaches add foreign key (tenant_id, obligation_id) references obligations (tenant_id, id);

-- Whether a rule applies to a scheme, and why; taken again when a fact changes, and what was decided before is kept.
create table rule_decisions (
  tenant_id text not null,
  scheme_id text not null,
  rule_id text not null,
  decided_at timestamptz not null default clock_timestamp(),
  id text not null,
  rule_version integer not null,
  applies text not null check (applies in ('YES', 'NO', 'CONFIRM', 'CANNOT_TELL')),
  reason text not null,
  is_current boolean not null default true,
  primary key (tenant_id, scheme_id, rule_id, decided_at),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create unique index rule_decisions_current on rule_decisions (tenant_id, scheme_id, rule_id) where is_current;

-- The state of a scheme at the end of a day as it was seen on that day; the as-at view has to come to the same.
create table compliance_snapshots (
  tenant_id text not null,
  scheme_id text not null,
  taken_on date not null,
  taken_at timestamptz not null,
  id text not null,
  rating text not null check (rating in ('RED', 'AMBER', 'GREEN', 'NOT_APPLICABLE')),
  overdue integer not null,
  due_soon integer not null,
  -- SHA-256 of every rule's decision: what the as-at view computes from the audit log comes to the same
  digest text not null,
  primary key (tenant_id, scheme_id, taken_on),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);

create function app.obligation_status(state text, due_on date, completed_on date, soon_days integer) returns text
  language sql stable parallel safe
  return case
    when state = 'DONE' then case when completed_on > due_on then 'DONE_LATE' else 'DONE' end
    when state <> 'OPEN' then state
    when due_on < app.today() then 'OVERDUE'
    when due_on <= app.today() + soon_days then 'DUE_SOON'
    else 'UPCOMING' end;
revoke all on function app.obligation_status(text, date, date, integer) from public;
grant execute on function app.obligation_status(text, date, date, integer) to pcs_app;

-- The records of a scheme, and the settings of its firm, as they stood at a moment, by the audit log: what the people of the firm
-- may see anyway, without who did what, which stays with the log.
create function app.states_as_at(p_scheme text, p_moment timestamptz)
  returns table (entity_type text, entity_id text, state jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.entity_type, e.entity_id, e.new_state
    from (select distinct on (a.entity_type, a.entity_id) a.entity_type, a.entity_id, a.new_state
            from schemes s join audit_log a on a.tenant_id = s.tenant_id
           where s.id = p_scheme and app.reaches(s.tenant_id, null, null) and a.timestamp <= p_moment
             and (a.entity_id in (s.id, s.tenant_id) or coalesce(a.new_state, a.previous_state) ->> 'schemeId' = s.id)
           order by a.entity_type, a.entity_id, a.sequence desc) e
   where e.new_state is not null
$$;
revoke all on function app.states_as_at(text, timestamptz) from public;
grant execute on function app.states_as_at(text, timestamptz) to pcs_app;

-- The open duties of the firm of a feed's owner, while the feed and the account live; null for any other token.
create function app.duties_of_feed(p_token_hash text) returns json
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'scheme', s.name, 'rule', o.rule_id, 'who', o.who,
             'due', o.due_on, 'source', o.source, 'ruling', o.ruling, 'updated', app.instant(o.updated_at)) order by o.due_on, o.id)
           from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
          where o.tenant_id = f.tenant_id and o.state = 'OPEN' and s.status <> 'WOUND_UP'
            and o.due_on <= app.today() + 400), '[]')
    from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id join tenants t on t.id = f.tenant_id
   where f.token_hash = p_token_hash and f.revoked_at is null and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and u.role in ('BrokerUser', 'BrokerAdmin')
$$;
revoke all on function app.duties_of_feed(text) from public;
grant execute on function app.duties_of_feed(text) to pcs_app;

do $$
declare
  name text;
begin
  foreach name in array array['service_providers', 'outsourcing_arrangements', 'key_function_holders', 'key_function_reports',
    'scheme_events', 'own_risk_assessments', 'risk_items', 'written_policies', 'trustee_trainings', 'trustee_meetings',
    'meeting_actions', 'breaches', 'obligations', 'calendar_feeds'] loop
    execute format('create index %I on %I (id)', name || '_by_id', name);
    execute format('create policy definer_reads on %I for select to pcs_owner using (true)', name);
  end loop;
  foreach name in array array['outsourcing_arrangements', 'key_function_holders', 'scheme_events', 'own_risk_assessments',
    'written_policies', 'trustee_meetings', 'breaches'] loop
    execute format('create index %I on %I (tenant_id, scheme_id, created_at desc, id desc)', name || '_by_scheme', name);
    execute format('create index %I on %I (tenant_id, created_at desc, id desc)', name || '_by_age', name);
  end loop;
  foreach name in array array['service_providers', 'outsourcing_arrangements', 'key_function_holders', 'key_function_reports',
    'scheme_events', 'own_risk_assessments', 'risk_items', 'written_policies', 'policy_versions', 'policy_acknowledgements',
    'trustee_trainings', 'trustee_meetings', 'meeting_actions', 'breaches', 'obligations', 'rule_decisions',
    'compliance_snapshots', 'calendar_feeds', 'sent_reminders'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy reach on %I to pcs_app using (app.reaches(tenant_id, null, null))', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
end $$;
grant delete on risk_items to pcs_app;

-- A suspected misappropriation is shown to the firm's administrators and to who entered it, whatever asks for it.
alter policy reach on breaches using (app.reaches(tenant_id, null, null)
  and (not is_restricted or created_by = current_setting('app.user', true)
       or current_setting('app.role', true) in ('BrokerAdmin', 'SuperAdmin')));

-- Deductions and the employer's money are due by the same day, and each is met for itself (PA s.58A(1), (2)).
alter table contribution_batches add column first_received_on date, add column deductions_received_on date,
  add column employer_received_on date;
-- What came before counts as a whole, until its next receipt or correction; the owner reaches no rows while security is forced.
alter table contribution_batches no force row level security;
alter table contribution_receipts no force row level security;
update contribution_batches b set deductions_received_on = b.funded_on, employer_received_on = b.funded_on,
       first_received_on = (select min(r.received_on) from contribution_receipts r where r.tenant_id = b.tenant_id and r.batch_id = b.id)
 where b.received_on is not null;
alter table contribution_batches force row level security;
alter table contribution_receipts force row level security;

-- Whose record is this? As before (migrations/0009), and for the registers, which belong to the firm alone.
create or replace function app.owner_of(p_kind text, p_id text)
  returns table (tenant_id text, employer_id text, member_id text, version integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_firm constant jsonb := '{
    "trustee": "trustees", "serviceProvider": "service_providers", "outsourcingArrangement": "outsourcing_arrangements",
    "keyFunctionHolder": "key_function_holders", "keyFunctionReport": "key_function_reports", "schemeEvent": "scheme_events",
    "ownRiskAssessment": "own_risk_assessments", "riskItem": "risk_items", "writtenPolicy": "written_policies",
    "trusteeTraining": "trustee_trainings", "trusteeMeeting": "trustee_meetings", "meetingAction": "meeting_actions",
    "breach": "breaches", "obligation": "obligations" }';
begin
  if of_firm ? p_kind then
    return query execute format('select r.tenant_id, null::text, null::text, r.version from %I r where r.id = $1', of_firm ->> p_kind) using p_id;
    return;
  end if;
  case p_kind
    when 'scheme' then return query select r.tenant_id, r.employer_id, null::text, r.version from schemes r where r.id = p_id;
    when 'member' then return query select r.tenant_id, r.employer_id, r.id, r.version from members r where r.id = p_id;
    when 'employer' then return query select r.tenant_id, r.id, null::text, r.version from employers r where r.id = p_id;
    when 'user' then return query select r.tenant_id, r.employer_id, r.member_id, r.version from users r where r.id = p_id;
    when 'tenant' then return query select r.id, null::text, null::text, r.version from tenants r where r.id = p_id;
    when 'contribution' then return query select r.tenant_id, r.employer_id, null::text, r.version from contribution_batches r where r.id = p_id;
    -- A document belongs to the employer or the member that it is shared with; to a member also by their scheme.
    when 'document' then return query
      select r.tenant_id, case when r.visibility <> 'BROKER' then r.employer_id end,
             case when r.visibility = 'MEMBER' then
               case when r.member_id is not null then r.member_id
                    when r.scheme_id = app.own_scheme() then current_setting('app.member', true) end end,
             r.version
        from documents r where r.id = p_id;
    else raise exception 'Unknown kind of record';
  end case;
end $$;
