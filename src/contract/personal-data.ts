/** Personal data of a member: what the firm holds, a copy for an access request, erasure, and records past their retention period. */
import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import { Day, Id, Instant, listOf, NoParameters, optional, pageOf, reason } from './values.ts'

export const PAGES = { retention: '/members/retention' }

export const HoldingKind = z.enum([
  'RECORD',
  'PPS_NUMBER',
  'PAY',
  'EMOLUMENTS',
  'CONTRIBUTIONS',
  'DOCUMENTS',
  'OBLIGATIONS',
  'COMMENTS',
  'ACCOUNT',
  'AUDIT_ENTRIES',
])
export type HoldingKind = z.infer<typeof HoldingKind>

interface ErasureEffect {
  isErased: boolean
  /** The effect of erasure, or the ground on which the data are kept. */
  explanation: string
}

/** Effect of erasure on each kind of data. */
export const ON_ERASURE: Readonly<Record<HoldingKind, ErasureEffect>> = {
  RECORD: {
    isErased: true,
    explanation:
      'The name becomes "Erased member". Contact details, date of birth, sex, works number and employment dates are removed. Status, employer and dates of the membership are kept for the accounts of the scheme',
  },
  PPS_NUMBER: { isErased: true, explanation: 'The encrypted number and its hash are removed' },
  PAY: { isErased: true, explanation: 'Pay and contribution rates are removed' },
  EMOLUMENTS: { isErased: true, explanation: 'Emoluments are removed' },
  CONTRIBUTIONS: {
    isErased: false,
    explanation: `Amounts and pay dates are kept for the accounts of the scheme, without pay and notes (${formatCitedSources('GDPR 17')})`,
  },
  DOCUMENTS: {
    isErased: true,
    explanation: 'Documents addressed to the member are deleted with all versions and files',
  },
  OBLIGATIONS: {
    isErased: false,
    explanation:
      'Obligations towards the member are kept as evidence that the scheme met them, without dates of the member',
  },
  COMMENTS: { isErased: true, explanation: 'Comments on these obligations are deleted' },
  ACCOUNT: {
    isErased: true,
    explanation: 'The account is deactivated. Its name, address, password, factors and sessions are removed',
  },
  AUDIT_ENTRIES: {
    isErased: false,
    explanation: `Entries have no names, numbers or contact details, and are kept permanently (${formatCitedSources('GDPR 17')})`,
  },
}

/** Why a member cannot be erased at all. */
export const ErasureBlocker = z.enum(['MEMBERSHIP_CONTINUES', 'ALREADY_ERASED'])

const retentionFields = {
  startsOn: Day.nullable().describe(
    'First day of the retention period: the end of the membership, or for a person who never joined the day on which the record was added. Null if the membership continues or its end is not recorded',
  ),
  years: z.int().describe('Years of the retention period, from the settings of the firm'),
  retainUntilOn: Day.nullable().describe(
    'Last day of the retention period: the years after its first day, or the latest retention date of a document of the member',
  ),
}

export const PersonalData = z.object({
  memberId: Id,
  holdings: z.array(z.object({ kind: HoldingKind, count: z.int() })),
  ...retentionFields,
  documentsRetainedUntilOn: Day.nullable().describe(
    'Latest retention date of a document addressed to the member',
  ),
  isRetentionOver: z.boolean(),
  blocker: ErasureBlocker.nullable(),
  otherMemberships: z
    .int()
    .describe('Further records of the firm with the same PPS number. Each is exported and erased separately'),
  mentions: z
    .array(z.object({ entityType: z.literal('fileNote'), entityId: Id, createdAt: Instant }))
    .describe(
      'File notes of the scheme that contain the name of the member. They are neither exported nor erased, because they may be about others as well: a person must read them',
    ),
})
export type PersonalData = z.infer<typeof PersonalData>

export const getPersonalData = query('personal-data.get', {
  route: 'GET /api/members/{id}/personal-data',
  access: 'BrokerAdmin',
  summary:
    'Lists the kinds of personal data that the firm holds about a member, with the retention period and what erasure would remove.',
  input: NoParameters,
  output: PersonalData,
})

export const exportPersonalData = command('personal-data.export', {
  route: 'POST /api/members/{id}/personal-data/export',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary: `Creates the copy of personal data for an access request as a ZIP: a readable summary (PDF), the data as JSON, and the documents addressed to the member (${formatCitedSources('GDPR 15', 'GDPR 20')}). The PPS number is masked. The audit log records the export.`,
  input: z.object({}),
  output: z.string(),
  isReplayable: false,
  isAllowedInClosedFirm: true,
})

export const erasePersonalData = command('personal-data.erase', {
  route: 'POST /api/members/{id}/personal-data/erase',
  access: 'BrokerAdmin',
  requiresRecentSignIn: 'of users with a second factor',
  summary: `Erases the personal data of a member permanently (${formatCitedSources('GDPR 17')}). 422 while the membership continues, and while the retention period runs unless a reason is given. It cannot be undone. Contribution amounts and the audit log are kept.`,
  input: z.object({
    reason: optional(reason(3)).describe(
      'Why the data are erased before the retention period ends. The audit log keeps the reason permanently: enter no name',
    ),
  }),
  output: PersonalData,
  isReplayable: false,
})

export const RetainedKind = z.enum(['MEMBER', 'DOCUMENT'])

export const ExpiredRecord = z.object({
  id: Id,
  kind: RetainedKind,
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  title: z.string().describe('Name of the member or title of the document'),
  ...retentionFields,
  years: z.int().nullable().describe('Years of the retention period; null for a document, which has a date'),
})
export type ExpiredRecord = z.infer<typeof ExpiredRecord>

export const listExpiredRecords = query('personal-data.expired', {
  route: 'GET /api/retention',
  access: 'BrokerAdmin',
  summary:
    'Lists members and documents whose retention period has ended, longest ended first. The service erases none of them by itself.',
  input: pageOf({
    kind: RetainedKind.optional(),
    sort: z.enum(['retainUntilOn']).default('retainUntilOn'),
  }),
  output: listOf(ExpiredRecord),
})
