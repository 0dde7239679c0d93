// Made by `npm run rows` from the migrated schema; the check fails when it is out of date.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Instant = ColumnType<Date, Date | string, Date | string>
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>

export interface AiDisclosures {
  tenant_id: string
  id: string
  user_id: string
  purpose: string
  url: string
  model: string
  body: string
  sha256: string
  began_at: Instant
  ended_at: Instant | null
  status: number | null
  input_tokens: number | null
  output_tokens: number | null
  cost_cents: number | null
  provider_request: string | null
}

export interface ApiKeys {
  tenant_id: string
  id: string
  owner_id: string
  name: string
  prefix: string
  secret_hash: string
  operations: string[]
  scheme_ids: string[] | null
  expires_on: string
  last_used_at: Instant | null
  revoked_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface AssistantAnswers {
  tenant_id: string
  id: string
  user_id: string
  question: string
  read_as: string | null
  on_day: string
  mode: string
  model: string | null
  sent_question: string | null
  reason: string | null
  reason_code: string | null
  answer: string
  sentences: Json
  citations: Json
  notes: string[]
  calendar: Json | null
  comparison: Json | null
  rating: string | null
  comment: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface AuditChains {
  tenant_id: string
  sequence: Generated<number>
  hash: string
}

export interface AuditCheckpoints {
  tenant_id: string
  sequence: number
  hash: string
  sealed_at: Instant
  public_key: string
  signature: string
}

export interface AuditLog {
  tenant_id: string
  sequence: number
  id: string
  actor_id: string
  actor_type: string
  action: string
  entity_type: string
  entity_id: string
  previous_state: Json | null
  new_state: Json | null
  ip_address: string | null
  user_agent: string | null
  timestamp: Instant
  previous_hash: string
  hash: string
}

export interface AuthenticatorApps {
  tenant_id: string
  id: string
  user_id: string
  sealed_secret: string
  confirmed_at: Instant | null
  last_step: number | null
  last_used_at: Instant | null
  created_at: Generated<Instant>
}

export interface Breaches {
  tenant_id: string
  id: string
  scheme_id: string | null
  employer_id: string | null
  source: string
  category: string
  detection_key: string | null
  obligation_id: string | null
  contribution_id: string | null
  title: string
  search_key: string
  description: string | null
  occurred_on: string
  detected_on: string
  aware_at: Generated<Instant>
  due_on: string | null
  resolved_on: string | null
  amount_cents: number | null
  members_affected: number | null
  risk_to_people: string | null
  severity: string
  suggested_severity: string | null
  suggested_reportability: Generated<string>
  suggestion_reason: string | null
  root_cause: string | null
  remedial_action: string | null
  owner: string | null
  assignee_id: string | null
  reportability: Generated<string>
  reportability_reason: string | null
  reportability_citation: string | null
  assessments: Generated<Json>
  is_restricted: Generated<boolean>
  assessed_on: string | null
  remediation_on: string | null
  reported_at: Instant | null
  report_reference: string | null
  closed_on: string | null
  closing_reason: string | null
  is_not_a_breach: Generated<boolean>
  corrects_id: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface CalendarFeeds {
  tenant_id: string
  id: string
  user_id: string
  token_hash: string
  session_version: number
  revoked_at: Instant | null
  created_at: Generated<Instant>
}

export interface Comments {
  tenant_id: string
  id: string
  entity_type: string
  entity_id: string
  scheme_id: string | null
  text: string
  mention_ids: Generated<string[]>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface ComplianceSnapshots {
  tenant_id: string
  scheme_id: string
  taken_on: string
  taken_at: Instant
  id: string
  rating: string
  overdue: number
  due_soon: number
  digest: string
}

export interface ComplianceStatements {
  tenant_id: string
  id: string
  scheme_id: string
  acs_year: number
  answers: Json
  document_id: string | null
  first_signatory_id: string | null
  second_signatory_id: string | null
  completed_on: string | null
  provided_to_authority_on: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface ContributionBatches {
  tenant_id: string
  id: string
  scheme_id: string
  scheme_name: string
  scheme_type: string
  legal_form: string
  benefit_basis: string | null
  employer_id: string
  payroll_month: string
  status: string
  source: string | null
  file_name: string
  file_sha256: string
  row_count: number
  warning_count: Generated<number>
  confirmed_warnings: Generated<string[]>
  ee_cents: number
  er_cents: number
  avc_cents: number
  er_special_cents: number
  single_premium_cents: number
  total_cents: Generated<number>
  declared_total_cents: number | null
  received_cents: Generated<number>
  first_received_on: string | null
  deductions_received_on: string | null
  employer_received_on: string | null
  received_on: string | null
  funded_on: string | null
  invested_on: string | null
  deductions_invested_on: string | null
  receipt_months: Generated<Json>
  statement_issued_on: string | null
  due_on: string
  invest_by_on: string | null
  line_count: Generated<number>
  undone_at: Instant | null
  undo_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface ContributionLines {
  tenant_id: string
  batch_id: string
  number: number
  employer_id: string
  member_id: string
  row_number: number | null
  kind: string
  corrects: number | null
  pay_on: string
  period_start_on: string | null
  period_end_on: string | null
  pensionable_pay_cents: number | null
  ee_cents: number
  er_cents: number
  avc_cents: number
  er_special_cents: number
  single_premium_cents: number
  expected_ee_cents: number | null
  expected_er_cents: number | null
  flags: Generated<string[]>
  note: string | null
  created_at: Generated<Instant | null>
}

export interface ContributionReceipts {
  tenant_id: string
  id: string
  batch_id: string
  employer_id: string
  received_on: string
  amount_cents: number
  employee_cents: number | null
  is_direct: Generated<boolean>
  reference: string | null
  created_at: Generated<Instant>
  created_by: string | null
}

export interface ContributionReminders {
  tenant_id: string
  id: string
  employer_id: string
  payroll_month: string
  contacted_on: string
  channel: string
  recipient: string
  note: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface ContributionReports {
  tenant_id: string
  batch_id: string
  employer_id: string
  columns: Json
  rows: Json
  created_at: Generated<Instant>
}

export interface CorpusChunkTerms {
  chunk_id: number
  term_ids: number[]
  weights: number[]
}

export interface CorpusChunks {
  id: Generated<number>
  document_id: string
  anchor: string
  ordinal: number
  unit_kind: string
  unit_number: string | null
  provisions: Generated<string[]>
  is_of_another: Generated<boolean>
  given_act: string | null
  given_section: string | null
  given_provisions: Generated<string[]>
  given_how: string | null
  citation: string
  heading_path: string[]
  body: string
  questions: Generated<string[]>
  sources: Generated<string[]>
  rests_on: Generated<Json>
  confidence: string | null
  content_hash: string
  valid_from: string | null
  valid_to: string | null
  entered_with: string | null
  ended_with: string | null
}

export interface CorpusDocuments {
  id: string
  doc_id: string
  title: string
  kind: string
  aliases: Generated<string[]>
  authority_rank: number
  version_on: string
  in_force_from: string | null
  in_force_to: string | null
  withdrawn_on: string | null
  withdrawn_reason: string | null
  source_url: string | null
  licence: string | null
  attribution: string | null
  content_hash: string
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface CorpusEmbedders {
  id: Generated<number>
  model: string
  dimensions: number | null
  passages: Generated<number>
  has_passed: boolean | null
  measured_on: string | null
  measured_at: Instant | null
  figures: Json | null
}

export interface CorpusEmbeddings {
  embedder_id: number
  chunk_id: number
  content_hash: string
  embedding: string
}

export interface CorpusFields {
  field: string
  chunks: number
  terms: number
  mean_length: number
}

export interface CorpusIngests {
  id: string
  document_id: string
  outcome: string
  version_before_on: string | null
  version_on: string
  passages_added: number
  passages_changed: number
  passages_removed: number
  reason: string | null
  created_at: Generated<Instant>
  created_by: string | null
}

export interface CorpusPostings {
  term_id: number
  chunk_id: number
  weight: number
}

export interface CorpusReviews {
  tenant_id: string
  id: string
  document_id: string
  ingest_id: string
  place: string
  anchor: string
  citation: string
  what: string
  version_before_on: string | null
  version_on: string
  kind: string
  record_id: string
  subject: string
  label: string
  scheme_id: string | null
  status: Generated<string>
  closed_by: string | null
  closed_at: Instant | null
  note: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface CorpusTerms {
  id: Generated<number>
  field: string
  lexeme: string
  chunks: number
}

export interface DocumentVersions {
  tenant_id: string
  document_id: string
  number: number
  id: string
  file_name: string
  search_key: string
  mime_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  sealed_key: string
  key_fingerprint: string
  av_scan: string
  signature: string | null
  scanned_at: Instant | null
  created_at: Generated<Instant>
  created_by: string | null
}

export interface Documents {
  tenant_id: string
  id: string
  scheme_id: string | null
  employer_id: string | null
  member_id: string | null
  kind: string
  title: string
  search_key: string
  status: string
  visibility: string
  period_end_on: string | null
  effective_on: string | null
  received_on: string | null
  signed_on: string | null
  signed_by: Generated<string[]>
  filed_on: string | null
  retain_until_on: string | null
  superseded_by_id: string | null
  has_been_final: Generated<boolean>
  current_version: Generated<number>
  is_from_employer: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface DraftVersions {
  tenant_id: string
  draft_id: string
  number: number
  id: string
  origin: string
  text: string
  sha256: string
  created_at: Generated<Instant>
  created_by: string | null
}

export interface Drafts {
  tenant_id: string
  id: string
  scheme_id: string
  kind: string
  subject_id: string | null
  title: string
  search_key: string
  text: string
  open_places: number
  latest_version: Generated<number>
  last_edited_by: string | null
  edited_by: Generated<string[]>
  model: string | null
  template_version: number
  corpus_snapshot: string
  passages: Json
  prompt_sha256s: Generated<string[]>
  facts: Json
  filled_places: Json
  assignee_id: string | null
  status: Generated<string>
  approved_text: string | null
  approved_by: string | null
  approved_at: Instant | null
  applied_to: Json | null
  recalled_at: Instant | null
  ended_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Employers {
  tenant_id: string
  id: string
  legal_name: string
  search_key: string
  trading_name: string | null
  cro_number: string | null
  registered_number: string | null
  address: string | null
  eircode: string | null
  payroll_contact: Json | null
  pay_frequencies: Generated<string[]>
  participation_on: string | null
  cessation_on: string | null
  group_name: string | null
  auto_enrolment_status: string | null
  prsa_provider: string | null
  prsa_designated_on: string | null
  prsa_notified_on: string | null
  is_example: Generated<boolean>
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface FactorChallenges {
  tenant_id: string
  id: string
  user_id: string
  purpose: string
  bound_to: string
  challenge: string | null
  session_version: number
  failures: Generated<number>
  expires_at: Instant
  used_at: Instant | null
  created_at: Generated<Instant>
}

export interface FileNotes {
  tenant_id: string
  id: string
  scheme_id: string
  text: string | null
  answer_id: string | null
  question: string | null
  on_day: string | null
  asked_by: string | null
  asked_at: Instant | null
  sentences: Json | null
  citations: Json | null
  answer_notes: string[] | null
  answer_model: string | null
  search_key: string
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface Grants {
  tenant_id: string
  id: string
  scheme_id: string
  capability: string
  trustee_id: string | null
  person_name: string
  email: string
  user_tenant_id: string
  user_id: string
  starts_on: string
  ends_on: string | null
  revoked_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface IdempotencyKeys {
  tenant_id: string
  user_id: string
  key: string
  fingerprint: string
  status: number | null
  answer: string | null
  location: string | null
  etag: string | null
  created_at: Generated<Instant>
}

export interface ImportDrafts {
  tenant_id: string
  id: string
  kind: string
  employer_id: string | null
  scheme_id: string | null
  payroll_month: string | null
  file_name: string
  size_bytes: number
  sha256: string
  storage_key: string
  sealed_key: string
  key_fingerprint: string
  sealed_options: string
  row_count: number
  rejected_count: number
  expires_at: Instant
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface ImportMappings {
  tenant_id: string
  scheme_id: string
  employer_id: string
  kind: string
  mapping: Json
  updated_at: Generated<Instant>
  updated_by: string | null
}

export interface InboxItems {
  tenant_id: string
  id: string
  user_id: string
  kind: string
  entity_type: string
  entity_id: string
  comment_id: string | null
  read_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface KeyFunctionHolders {
  tenant_id: string
  id: string
  scheme_id: string
  function: string
  is_deputy: Generated<boolean>
  holder_kind: string
  holder_name: string
  search_key: string
  responsible_person: string | null
  name_keys: Generated<string[]>
  organisation: string | null
  email: string | null
  relationship: string
  holds_same_function_for_employer: Generated<boolean>
  conflict_protocol_document_id: string | null
  conflict_protocol_on: string | null
  is_outsourced: Generated<boolean>
  outsourcing_arrangement_id: string | null
  qualifications_ok: boolean | null
  professional_qualification: string | null
  experience_years: number | null
  repute_declaration_document_id: string | null
  assessed_on: string | null
  assessed_by: string | null
  assessment_recorded_by: string | null
  assessment_outcome: string | null
  next_review_on: string | null
  proposed_on: string
  board_resolution_on: string | null
  minutes_document_id: string | null
  effective_from: string | null
  term_ends_on: string | null
  ended_on: string | null
  end_reason: string | null
  authority_notified_on: string | null
  authority_reference: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface KeyFunctionReports {
  tenant_id: string
  id: string
  holder_id: string
  number: number
  scheme_id: string
  period_ends_on: string
  received_on: string
  document_id: string | null
  has_material_findings: Generated<boolean>
  findings: string | null
  trustee_decision: string | null
  decided_on: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface MeetingActions {
  tenant_id: string
  id: string
  meeting_id: string
  scheme_id: string
  description: string
  owner: string | null
  due_on: string | null
  done_on: string | null
  outcome: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface MemberEmoluments {
  tenant_id: string
  id: string
  member_id: string
  year: number
  emoluments_cents: number | null
  reduced_by: string | null
  recorded_by: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface MemberPay {
  tenant_id: string
  id: string
  member_id: string
  employer_id: string
  valid_from: string | null
  pensionable_salary_cents: number | null
  employee_rate_percent: number | null
  employer_rate_percent: number | null
  additional_voluntary_percent: number | null
  source: string | null
  recorded_by: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface Members {
  tenant_id: string
  id: string
  scheme_id: string
  employer_id: string
  first_name: string
  middle_name: string | null
  last_name: string
  name_keys: Generated<string[]>
  search_key: string
  date_of_birth: string | null
  pps_number_encrypted: string | null
  pps_number_hash: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
  email: string | null
  phone: string | null
  address: string | null
  sex: Generated<string>
  status: Generated<string>
  joined_employment_on: string | null
  joined_scheme_on: string | null
  left_service_on: string | null
  retired_on: string | null
  ended_on: string | null
  erased_on: string | null
  normal_retirement_on: string | null
  works_number: string | null
  has_pension_adjustment_order: Generated<boolean>
  ppsn_purpose: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface ObligationConfirmations {
  tenant_id: string
  id: string
  status: string
  answer: string
  is_on_due_date: boolean
  completed_on: string | null
  reason: string | null
  rule_ids: string[]
  obligation_ids: string[]
  scheme_id: string | null
  employer_id: string | null
  due_before: string | null
  total: number
  answered: Generated<number>
  undone: Generated<number>
  undone_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface Obligations {
  tenant_id: string
  id: string
  scheme_id: string
  rule_id: string
  period_key: string
  rule_version: number
  title: string
  search_key: string
  who: string
  source: string
  citations: string[]
  ruling: string | null
  subject: Json | null
  breach_id: Generated<string | null>
  anchor_on: string | null
  due_on: string | null
  due_at: Instant | null
  legal_end_on: string | null
  soon_days: number
  calculation: Json | null
  state: string
  reason: string
  confirmation: string | null
  confirmed_by: string | null
  confirmation_id: string | null
  facts: Generated<Json>
  completed_on: string | null
  completed_at: Instant | null
  effective_on: string | null
  completion_note: string | null
  evidence_document_ids: Generated<string[]>
  is_by_hand: Generated<boolean>
  completed_by: string | null
  waived_by: string | null
  waiver_reason: string | null
  assignee_id: string | null
  severity: string
  confidence: string
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface OutsourcingArrangements {
  tenant_id: string
  id: string
  scheme_id: string
  provider_id: string
  activity: string
  is_management: Generated<boolean>
  is_critical_ict: Generated<boolean>
  agreement_document_id: string | null
  signed_on: string | null
  in_force_from: string | null
  notice_days: number | null
  authority_notified_on: string | null
  authority_reference: string | null
  sub_outsourcing: Generated<Json>
  developments: Generated<Json>
  review_due_on: string | null
  reviewed_on: string | null
  performance_measures: string | null
  exit_plan: string | null
  ended_on: string | null
  end_reason: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface OwnRiskAssessments {
  tenant_id: string
  id: string
  scheme_id: string
  cycle_number: number
  scope: string
  trigger: string
  trigger_event_id: string | null
  as_of_on: string
  methodology: string | null
  risk_function_opinion: string | null
  sections: Generated<Json>
  started_on: string | null
  edited_by: Generated<string[]>
  sent_to_trustees_on: string | null
  sent_to_trustees_by: string | null
  returned_on: string | null
  return_reason: string | null
  approved_on: string | null
  minutes_document_id: string | null
  report_document_id: string | null
  authority_requested_on: string | null
  authority_submitted_on: string | null
  authority_reference: string | null
  supersedes_id: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Passkeys {
  tenant_id: string
  id: string
  user_id: string
  name: string
  credential: string
  public_key: string
  counter: number
  transports: Generated<string[]>
  last_used_at: Instant | null
  created_at: Generated<Instant>
}

export interface PasswordTokens {
  tenant_id: string
  id: string
  user_id: string
  purpose: string
  token_hash: string
  new_email: string | null
  expires_at: Instant
  used_at: Instant | null
  invalidated_at: Instant | null
  created_at: Generated<Instant>
}

export interface PaymentAccounts {
  tenant_id: string
  id: string
  scheme_id: string
  employer_id: string
  account_name: string
  iban: string
  bic: string | null
  withdrawn_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface PolicyAcknowledgements {
  tenant_id: string
  policy_id: string
  number: number
  user_id: string
  id: string
  sha256: string
  acknowledged_at: Generated<Instant>
}

export interface PolicyVersions {
  tenant_id: string
  policy_id: string
  number: number
  id: string
  scheme_id: string
  content: string
  statement: Json | null
  change_summary: string | null
  document_id: string | null
  drafted_by: Generated<string>
  ai_draft_id: string | null
  edited_by: Generated<string[]>
  submitted_by: string | null
  submitted_on: string | null
  approved_by: string | null
  approved_on: string | null
  minutes_document_id: string | null
  effective_from: string | null
  ended_on: string | null
  returned_reason: string | null
  sha256: string
  status: Generated<string>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface RecoveryCodes {
  tenant_id: string
  id: string
  user_id: string
  code_hash: string
  used_at: Instant | null
  created_at: Generated<Instant>
}

export interface RevokedSessions {
  tenant_id: string
  session_id: string
  user_id: string
  revoked_at: Generated<Instant>
}

export interface RiskItems {
  tenant_id: string
  id: string
  assessment_id: string
  scheme_id: string
  area: string
  description: string
  inherent_likelihood: number
  inherent_impact: number
  controls: string | null
  residual_likelihood: number
  residual_impact: number
  owner: string | null
  appetite: Generated<string>
  action: string | null
  action_due_on: string | null
  carried_from_id: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface RuleDecisions {
  tenant_id: string
  scheme_id: string
  rule_id: string
  decided_at: Generated<Instant>
  id: string
  rule_version: number
  applies: string
  reason: string
  is_current: Generated<boolean>
}

export interface SavedViews {
  tenant_id: string
  id: string
  user_id: string
  page: string
  name: string
  search: Json
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface SchemeDataChanges {
  tenant_id: string
  scheme_id: string
  changed_in: Generated<string>
}

export interface SchemeDataQuality {
  tenant_id: string
  scheme_id: string
  member_count: number
  pps_number_missing: number
  birth_date_missing: number
  birth_date_improbable: number
  joining_date_missing: number
  email_missing: number
  pay_missing: number
  expires_on: string
}

export interface SchemeEvents {
  tenant_id: string
  id: string
  scheme_id: string
  kind: string
  occurred_on: string
  relevant_on: string | null
  aware_at: Instant | null
  is_significant: boolean | null
  extended_on: string | null
  extension_reason: string | null
  title: string
  search_key: string
  details: string | null
  document_id: string | null
  withdrawn_on: string | null
  withdrawn_reason: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface SchemeImports {
  tenant_id: string
  id: string
  file_name: string
  status: Generated<string>
  employer_ids: string[]
  scheme_ids: string[]
  trustee_ids: string[]
  training_ids: string[]
  member_ids: string[]
  drafts: number
  undone_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string
}

export interface SchemeParticipations {
  tenant_id: string
  id: string
  scheme_id: string
  employer_id: string
  from_on: string | null
  until_on: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Schemes {
  tenant_id: string
  id: string
  employer_id: string
  name: string
  name_key: string
  search_key: string
  type: string
  status: Generated<string>
  legal_form: string
  pensions_authority_number: string | null
  registration_pending: Generated<boolean>
  revenue_approval_reference: string | null
  revenue_approval_on: string | null
  revenue_approval_status: Generated<string>
  established_on: string | null
  went_live_on: string | null
  closed_to_new_on: string | null
  paid_up_on: string | null
  wind_up_started_on: string | null
  wind_up_reason: string | null
  wound_up_on: string | null
  scheme_year_end: Json | null
  scheme_year_ends: Generated<Json>
  normal_retirement_age: number | null
  benefit_basis: string | null
  contribution_basis: Json | null
  joining: Generated<string>
  limits_entry: boolean | null
  waiting_period_months: number | null
  member_counts: Json | null
  member_count_history: Generated<Json>
  trust_member_count: number | null
  trustee_body: Json | null
  registered_administrator_name: string | null
  registered_administrator_id: string | null
  auditor_id: string | null
  actuary_id: string | null
  depositary_id: string | null
  investment_manager_ids: Generated<string[]>
  enquiry_name: string | null
  enquiry_email: string | null
  enquiry_phone: string | null
  is_funded: Generated<boolean>
  is_master_trust: Generated<boolean>
  is_cross_border: Generated<boolean>
  is_regulatory_own_funds: boolean | null
  has_authorised_trade_union: boolean | null
  considers_esg: boolean | null
  has_depositary: boolean | null
  edited_by: Generated<string[]>
  submitted_by: string | null
  submitted_at: Instant | null
  approved_by: string | null
  approved_at: Instant | null
  rejection_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface SentReminders {
  tenant_id: string
  id: string
  user_id: string | null
  employer_id: string | null
  recipient: string | null
  kind: string
  for_on: string
  items: Json
  begun_on: string | null
  handed_over_at: Instant | null
  created_at: Generated<Instant>
}

export interface ServiceProviders {
  tenant_id: string
  id: string
  name: string
  search_key: string
  kinds: Generated<string[]>
  cro_number: string | null
  regulatory_reference: string | null
  registration_ends_on: string | null
  contact_name: string | null
  name_keys: Generated<string[]>
  contact_email: string | null
  contact_phone: string | null
  notes: string | null
  ended_on: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Sessions {
  tenant_id: string
  id: string
  user_id: string
  session_version: number
  method: string
  network: string | null
  browser: string | null
  system: string | null
  signed_in_at: Generated<Instant>
  last_used_at: Generated<Instant>
}

export interface SingleSignOnDomains {
  tenant_id: string
  id: string
  domain: string
}

export interface SingleSignOnLinks {
  tenant_id: string
  id: string
  user_id: string
  issuer: string
  subject: string
  linked_at: Generated<Instant>
}

export interface SingleSignOns {
  tenant_id: string
  id: string
  issuer: string
  client_id: string
  sealed_client_secret: string
  is_on: boolean
  is_required: boolean
  trusts_addresses: boolean
  trusts_factor: boolean
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface StatementChecklists {
  tenant_id: string
  id: string
  document_id: string
  document_number: number
  uses_scenarios: boolean | null
  answers: Json
  recorded_by: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface Tenants {
  id: string
  name: string
  search_key: string
  trading_name: string | null
  cbi_reference: string | null
  intermediary_types: Generated<string[]>
  registered_administrator_number: string | null
  registered_administrator_expires_on: string | null
  data_protection_contact: string | null
  enquiry_name: string | null
  enquiry_email: string | null
  enquiry_phone: string | null
  compliance_officer_user_id: string | null
  settings: Json
  questions_reduced_on: string | null
  status: Generated<string>
  second_factor_from: Generated<Instant>
  recalculated_up_to: string | null
  logo_content_type: string | null
  logo_width_pixels: number | null
  logo_height_pixels: number | null
  logo_size_bytes: number | null
  logo_sha256: string | null
  logo_storage_key: string | null
  logo_sealed_key: string | null
  logo_key_fingerprint: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface TrusteeMeetings {
  tenant_id: string
  id: string
  scheme_id: string
  planned_for_on: string
  held_on: string | null
  held_recorded_by: string | null
  title: string
  search_key: string
  location: string | null
  agenda: string | null
  attendees: Generated<string[]>
  apologies: Generated<string[]>
  quorum_met: boolean | null
  decisions: string | null
  minutes_document_id: string | null
  minutes_approved_on: string | null
  cancelled_reason: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface TrusteeReviewResponses {
  tenant_id: string
  id: string
  review_id: string
  scheme_id: string
  trustee_id: string
  user_id: string | null
  read_at: Instant | null
  decision: string | null
  document_id: string | null
  decided_on: string | null
  recorded_by: string | null
  reason: string | null
  decided_at: Instant | null
}

export interface TrusteeReviews {
  tenant_id: string
  id: string
  scheme_id: string
  subject_kind: string
  subject_id: string
  subject_version: number
  title: string
  note: string | null
  due_on: string | null
  approvals_required: number
  status: Generated<string>
  closed_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface TrusteeTrainings {
  tenant_id: string
  id: string
  trustee_id: string
  scheme_id: string
  completed_on: string
  topic: string
  provider: string | null
  hours: number | null
  document_id: string | null
  withdrawn_on: string | null
  withdrawn_reason: string | null
  status: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Trustees {
  tenant_id: string
  id: string
  scheme_id: string
  person_name: string
  name_keys: Generated<string[]>
  search_key: string
  role: string
  status: Generated<string>
  is_professional: Generated<boolean>
  is_remunerated: Generated<boolean>
  has_trustee_qualification: Generated<boolean>
  years_experience: number | null
  conflicts_declared: string | null
  fit_proper_assessed_on: string | null
  fit_proper_next_review_on: string | null
  assessment_recorded_by: string | null
  appointed_on: string | null
  ceased_on: string | null
  cease_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface UnclaimedFiles {
  tenant_id: string
  storage_key: string
  is_doomed: Generated<boolean>
  created_at: Generated<Instant>
}

export interface Users {
  tenant_id: string
  id: string
  email: string
  awaits_address: Generated<boolean>
  name: string
  name_keys: Generated<string[]>
  search_key: string
  role: string
  employer_id: string | null
  member_id: string | null
  status: Generated<string>
  password_hash: string | null
  password_set: Generated<boolean | null>
  is_development: Generated<boolean>
  session_version: Generated<number>
  last_sign_in_at: Instant | null
  wants_digest: Generated<boolean>
  shows_first_steps: Generated<boolean>
  has_second_factor: Generated<boolean>
  factor_reset_requested_by: string | null
  factor_reset_requested_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface WebhookDeliveries {
  tenant_id: string
  id: string
  webhook_id: string
  event_type: string
  entity_type: string
  entity_id: string
  scheme_id: string | null
  entity_status: string | null
  previous_entity_status: string | null
  status: Generated<string>
  attempts: Generated<number>
  http_status: number | null
  failure: string | null
  last_attempt_at: Instant | null
  next_attempt_at: Instant | null
  delivered_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface Webhooks {
  tenant_id: string
  id: string
  name: string
  url: string
  host: string
  event_types: string[]
  status: Generated<string>
  pause_reason: string | null
  sealed_secret: string
  previous_sealed_secret: string | null
  previous_secret_until: Instant | null
  followed_on: string
  claim: string | null
  busy_until: Instant | null
  served_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface WrittenPolicies {
  tenant_id: string
  id: string
  scheme_id: string
  kind: string
  title: string
  search_key: string
  basis: string
  review_interval_months: number
  is_publicly_disclosed: Generated<boolean>
  public_url: string | null
  last_reviewed_on: string | null
  approved_on: string | null
  effective_from: string | null
  next_review_on: string | null
  in_force_version: number | null
  latest_version: Generated<number>
  status: Generated<string>
  assignee_id: string | null
  withdrawn_on: string | null
  withdrawn_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface DB {
  ai_disclosures: AiDisclosures
  api_keys: ApiKeys
  assistant_answers: AssistantAnswers
  audit_chains: AuditChains
  audit_checkpoints: AuditCheckpoints
  audit_log: AuditLog
  authenticator_apps: AuthenticatorApps
  breaches: Breaches
  calendar_feeds: CalendarFeeds
  comments: Comments
  compliance_snapshots: ComplianceSnapshots
  compliance_statements: ComplianceStatements
  contribution_batches: ContributionBatches
  contribution_lines: ContributionLines
  contribution_receipts: ContributionReceipts
  contribution_reminders: ContributionReminders
  contribution_reports: ContributionReports
  corpus_chunk_terms: CorpusChunkTerms
  corpus_chunks: CorpusChunks
  corpus_documents: CorpusDocuments
  corpus_embedders: CorpusEmbedders
  corpus_embeddings: CorpusEmbeddings
  corpus_fields: CorpusFields
  corpus_ingests: CorpusIngests
  corpus_postings: CorpusPostings
  corpus_reviews: CorpusReviews
  corpus_terms: CorpusTerms
  document_versions: DocumentVersions
  documents: Documents
  draft_versions: DraftVersions
  drafts: Drafts
  employers: Employers
  factor_challenges: FactorChallenges
  file_notes: FileNotes
  grants: Grants
  idempotency_keys: IdempotencyKeys
  import_drafts: ImportDrafts
  import_mappings: ImportMappings
  inbox_items: InboxItems
  key_function_holders: KeyFunctionHolders
  key_function_reports: KeyFunctionReports
  meeting_actions: MeetingActions
  member_emoluments: MemberEmoluments
  member_pay: MemberPay
  members: Members
  obligation_confirmations: ObligationConfirmations
  obligations: Obligations
  outsourcing_arrangements: OutsourcingArrangements
  own_risk_assessments: OwnRiskAssessments
  passkeys: Passkeys
  password_tokens: PasswordTokens
  payment_accounts: PaymentAccounts
  policy_acknowledgements: PolicyAcknowledgements
  policy_versions: PolicyVersions
  recovery_codes: RecoveryCodes
  revoked_sessions: RevokedSessions
  risk_items: RiskItems
  rule_decisions: RuleDecisions
  saved_views: SavedViews
  scheme_data_changes: SchemeDataChanges
  scheme_data_quality: SchemeDataQuality
  scheme_events: SchemeEvents
  scheme_imports: SchemeImports
  scheme_participations: SchemeParticipations
  schemes: Schemes
  sent_reminders: SentReminders
  service_providers: ServiceProviders
  sessions: Sessions
  single_sign_on_domains: SingleSignOnDomains
  single_sign_on_links: SingleSignOnLinks
  single_sign_ons: SingleSignOns
  statement_checklists: StatementChecklists
  tenants: Tenants
  trustee_meetings: TrusteeMeetings
  trustee_review_responses: TrusteeReviewResponses
  trustee_reviews: TrusteeReviews
  trustee_trainings: TrusteeTrainings
  trustees: Trustees
  unclaimed_files: UnclaimedFiles
  users: Users
  webhook_deliveries: WebhookDeliveries
  webhooks: Webhooks
  written_policies: WrittenPolicies
}

/** Kinds of records that belong to their firm alone (app.kinds_of_firms), with SQL of title and scheme where a column has it. */
export const RECORDS_OF_FIRMS = {
  apiKey: { table: 'api_keys', title: 'x.name' },
  assistantAnswer: { table: 'assistant_answers' },
  breach: { table: 'breaches', title: 'x.title', scheme: 'x.scheme_id' },
  comment: { table: 'comments', scheme: 'x.scheme_id' },
  complianceStatement: { table: 'compliance_statements', scheme: 'x.scheme_id' },
  contributionReminder: { table: 'contribution_reminders' },
  corpusReview: { table: 'corpus_reviews', title: 'x.subject', scheme: 'x.scheme_id' },
  draft: { table: 'drafts', title: 'x.title', scheme: 'x.scheme_id' },
  fileNote: { table: 'file_notes', scheme: 'x.scheme_id' },
  grant: { table: 'grants', scheme: 'x.scheme_id' },
  keyFunctionHolder: { table: 'key_function_holders', scheme: 'x.scheme_id' },
  meetingAction: { table: 'meeting_actions', scheme: 'x.scheme_id' },
  obligation: { table: 'obligations', title: 'x.title', scheme: 'x.scheme_id' },
  obligationConfirmation: { table: 'obligation_confirmations', scheme: 'x.scheme_id' },
  outsourcingArrangement: { table: 'outsourcing_arrangements', scheme: 'x.scheme_id' },
  ownRiskAssessment: { table: 'own_risk_assessments', scheme: 'x.scheme_id' },
  participation: { table: 'scheme_participations', scheme: 'x.scheme_id' },
  paymentAccount: { table: 'payment_accounts', scheme: 'x.scheme_id' },
  riskItem: { table: 'risk_items', scheme: 'x.scheme_id' },
  savedView: { table: 'saved_views', title: 'x.name' },
  schemeEvent: { table: 'scheme_events', title: 'x.title', scheme: 'x.scheme_id' },
  schemeImport: { table: 'scheme_imports' },
  serviceProvider: { table: 'service_providers', title: 'x.name' },
  trustee: { table: 'trustees', scheme: 'x.scheme_id' },
  trusteeMeeting: { table: 'trustee_meetings', title: 'x.title', scheme: 'x.scheme_id' },
  trusteeReview: { table: 'trustee_reviews', title: 'x.title', scheme: 'x.scheme_id' },
  trusteeTraining: { table: 'trustee_trainings', title: 'x.topic', scheme: 'x.scheme_id' },
  webhook: { table: 'webhooks', title: 'x.name' },
  webhookDelivery: { table: 'webhook_deliveries', scheme: 'x.scheme_id' },
  writtenPolicy: { table: 'written_policies', title: 'x.title', scheme: 'x.scheme_id' },
} as const
