import { drizzle } from 'drizzle-orm/node-postgres'
import { boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
export const db = drizzle(pool)

export const users = pgTable('users', {
  id: text('id'),
  tenantId: text('tenant_id'),
  email: text('email'),
  status: text('status'),
  passwordHash: text('password_hash'),
})

export const employers = pgTable('employers', {
  id: text('id'),
  tenantId: text('tenant_id'),
  legalName: text('legal_name'),
  isExample: boolean('is_example'),
})

const instant = (name) => timestamp(name, { withTimezone: true })
const day = (name) => date(name, { mode: 'string' })

export const schemes = pgTable('schemes', {
  id: text('id'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
  version: integer('version'),
  tenantId: text('tenant_id'),
  employerId: text('employer_id'),
  name: text('name'),
  searchKey: text('search_key'),
  type: text('type'),
  status: text('status'),
  legalForm: text('legal_form'),
  pensionsAuthorityNumber: text('pensions_authority_number'),
  registrationPending: boolean('registration_pending'),
  revenueApprovalReference: text('revenue_approval_reference'),
  revenueApprovalOn: day('revenue_approval_on'),
  revenueApprovalStatus: text('revenue_approval_status'),
  establishedOn: day('established_on'),
  wentLiveOn: day('went_live_on'),
  schemeYearEnd: jsonb('scheme_year_end'),
  normalRetirementAge: integer('normal_retirement_age'),
  benefitBasis: text('benefit_basis'),
  contributionBasis: jsonb('contribution_basis'),
  memberCounts: jsonb('member_counts'),
  trusteeBody: jsonb('trustee_body'),
  registeredAdministratorName: text('registered_administrator_name'),
  registeredAdministratorId: text('registered_administrator_id'),
  auditorId: text('auditor_id'),
  actuaryId: text('actuary_id'),
  depositaryId: text('depositary_id'),
  investmentManagerIds: text('investment_manager_ids').array(),
  isFunded: boolean('is_funded'),
  isRegulatoryOwnFunds: boolean('is_regulatory_own_funds'),
  isMasterTrust: boolean('is_master_trust'),
  isCrossBorder: boolean('is_cross_border'),
  hasAuthorisedTradeUnion: boolean('has_authorised_trade_union'),
  considersEsg: boolean('considers_esg'),
  hasDepositary: boolean('has_depositary'),
  trustMemberCount: integer('trust_member_count'),
  limitsEntry: boolean('limits_entry'),
  waitingPeriodMonths: integer('waiting_period_months'),
  enquiryName: text('enquiry_name'),
  enquiryEmail: text('enquiry_email'),
  enquiryPhone: text('enquiry_phone'),
  joining: text('joining'),
  closedToNewOn: day('closed_to_new_on'),
  paidUpOn: day('paid_up_on'),
  windUpStartedOn: day('wind_up_started_on'),
  windUpReason: text('wind_up_reason'),
  woundUpOn: day('wound_up_on'),
  schemeYearEnds: jsonb('scheme_year_ends'),
  memberCountHistory: jsonb('member_count_history'),
  submittedBy: text('submitted_by'),
  submittedAt: instant('submitted_at'),
  approvedBy: text('approved_by'),
  approvedAt: instant('approved_at'),
  rejectionReason: text('rejection_reason'),
})

const { searchKey: _, ...own } = Object.fromEntries(
  Object.keys(schemes)
    .filter((name) => schemes[name]?.name)
    .map((name) => [name, schemes[name]]),
)
/** All fields of a scheme, as the service returns them. */
export const ALL = { ...own, employerName: employers.legalName, isExample: employers.isExample }
const SUMMARY_FIELDS =
  'id version createdAt employerId employerName name type status legalForm pensionsAuthorityNumber registrationPending schemeYearEnd'
export const SUMMARY = Object.fromEntries(SUMMARY_FIELDS.split(' ').map((name) => [name, ALL[name]]))
