// Made by `npm run rows` from the migrated schema; the check fails when it is out of date.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Instant = ColumnType<Date, Date | string, Date | string>
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>

export interface AuditChains {
  tenant_id: string
  sequence: Generated<number>
  hash: string
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
  status: Generated<string>
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

export interface Members {
  tenant_id: string
  id: string
  scheme_id: string
  employer_id: string
  first_name: string
  middle_name: string | null
  last_name: string
  search_key: string
  date_of_birth: string | null
  pps_number_encrypted: string | null
  pps_number_hash: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
  pps_number_letters: string | null
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
  normal_retirement_on: string | null
  works_number: string | null
  pensionable_salary_cents: number | null
  employee_rate_percent: number | null
  employer_rate_percent: number | null
  additional_voluntary_percent: number | null
  has_pension_adjustment_order: Generated<boolean>
  ppsn_purpose: Generated<string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface PasswordTokens {
  tenant_id: string
  id: string
  user_id: string
  purpose: string
  token_hash: string
  expires_at: Instant
  used_at: Instant | null
  invalidated_at: Instant | null
  created_at: Generated<Instant>
}

export interface RevokedSessions {
  tenant_id: string
  session_id: string
  user_id: string
  revoked_at: Generated<Instant>
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
  wind_up_started_on: string | null
  wind_up_reason: string | null
  wound_up_on: string | null
  scheme_year_end: Json | null
  normal_retirement_age: number | null
  benefit_basis: string | null
  contribution_basis: Json | null
  member_counts: Json | null
  trustee_body: Json | null
  registered_administrator_name: string | null
  is_funded: Generated<boolean>
  is_regulatory_own_funds: Generated<boolean>
  is_master_trust: Generated<boolean>
  is_cross_border: Generated<boolean>
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
  compliance_officer_user_id: string | null
  settings: Json
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
  appointed_on: string | null
  ceased_on: string | null
  cease_reason: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface Users {
  tenant_id: string
  id: string
  email: string
  name: string
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
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  created_by: string | null
}

export interface DB {
  audit_chains: AuditChains
  audit_log: AuditLog
  employers: Employers
  idempotency_keys: IdempotencyKeys
  members: Members
  password_tokens: PasswordTokens
  revoked_sessions: RevokedSessions
  schemes: Schemes
  tenants: Tenants
  trustees: Trustees
  users: Users
}
