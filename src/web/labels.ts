/**
 * The words for fields and codes, once: forms, detail pages, the audit log's differences and the conflict dialog all read
 * them here. A name that is not in a list is spelled out from itself.
 */
import { dateWords, instantWords, moneyWords, yearEndWords } from './words.ts'

const FIELDS: Record<string, string> = {
  pensionsAuthorityNumber: 'PB number',
  registrationPending: 'Registration pending',
  croNumber: 'CRO number',
  cbiReference: 'Central Bank reference',
  ppsNumber: 'PPS number',
  ppsNumberMasked: 'PPS number',
  ppsnPurpose: 'Purpose of the PPS number',
  employerId: 'Employer',
  schemeId: 'Scheme',
  memberId: 'Member',
  tenantId: 'Firm',
  q: 'Search',
  missing: 'Missing',
  employeeRatePercent: 'Employee rate',
  employerRatePercent: 'Employer rate',
  additionalVoluntaryPercent: 'AVC rate',
  additionalVoluntaryAllowed: 'AVCs allowed',
  pensionableSalaryCents: 'Pensionable salary',
  hasPensionAdjustmentOrder: 'Pension adjustment order',
  dateOfBirth: 'Date of birth',
  closedToNewOn: 'Closed to new members',
  omaDerogationUntil: 'One-member derogation until',
  fourEyes: 'Second person approves',
  isFunded: 'Funded',
  isRegulatoryOwnFunds: 'Regulatory own funds',
  isMasterTrust: 'Master trust',
  isCrossBorder: 'Cross-border',
  isProfessional: 'Professional trustee',
  isRemunerated: 'Remunerated',
  personName: 'Name',
  hasTrusteeQualification: 'Trustee qualification',
  yearsExperience: 'Years of experience',
  conflictsDeclared: 'Conflicts of interest declared',
  fitProperAssessedOn: 'Fit and proper assessed',
  fitProperNextReviewOn: 'Next fit and proper review',
  ceaseReason: 'Reason for the end of office',
  employerRegisteredNumber: 'Employer registered number (ERN)',
  participationOn: 'Participates since',
  cessationOn: 'Participated until',
  groupName: 'Group of companies',
  autoEnrolmentStatus: 'Auto-enrolment',
  registeredAdministratorName: 'Registered administrator',
  revenueApprovalOn: 'Date of Revenue approval',
  wentLiveOn: 'Went live',
  windUpStartedOn: 'Wind-up started',
  windUpReason: 'Reason for the wind-up',
  'schemeYearEnd.month': 'Month of the scheme year end',
  'schemeYearEnd.day': 'Day of the scheme year end',
  'contributionBasis.additionalVoluntaryAllowed': 'AVCs allowed',
  'contributionBasis.basis': 'Pay that the rates are of',
  'contributionBasis.effectiveFrom': 'Rates apply from',
  'memberCounts.active': 'Active members',
  'memberCounts.deferred': 'Deferred members',
  'memberCounts.pensioner': 'Pensioners',
  'memberCounts.asOfOn': 'Counted on',
  'trusteeBody.kind': 'Kind of trustee body',
  'trusteeBody.name': 'Name of the trustee body',
  'trusteeBody.croNumber': 'CRO number of the trustee body',
  on: 'Day',
  email: 'E-mail address',
  phone: 'Telephone',
  joinedEmploymentOn: 'Employment began',
  joinedSchemeOn: 'Joined the scheme',
  normalRetirementOn: 'Normal retirement date',
  endedOn: 'Membership ended',
  samePersonAs: 'Same person as',
  action: 'Act',
  actorId: 'Person',
  entityType: 'Kind of record',
  entityId: 'Record',
  registeredAdministratorExpiresOn: 'Registration ends',
  keyFunctionNotificationDays: 'Days to notify key functions',
  retentionYears: 'Years that documents are kept',
  complianceOfficerUserId: 'Compliance officer',
  adminName: 'Name of the first administrator',
  adminEmail: 'E-mail of the first administrator',
}

const CODES: Record<string, string> = {
  tenant: 'Firm',
  job: 'Scheduled job',
  DB: 'DB',
  DC: 'DC',
  PRSA: 'PRSA',
  RAC: 'RAC',
  PENDING_APPROVAL: 'Waiting for approval',
  CLOSED_TO_NEW: 'Closed to new members',
  PAID_UP: 'Paid up',
  WINDING_UP: 'Winding up',
  WOUND_UP: 'Wound up',
  TRUST_RAC: 'Trust RAC',
  RAC_CONTRACT: 'RAC contract',
  PRSA_CONTRACT: 'PRSA contract',
  AVC_ONLY: 'AVC only',
  DEATH_BENEFIT_ONLY: 'Death benefit only',
  ONE_MEMBER: 'One-member arrangement',
  FIT_PROPER_OK: 'Fit and proper',
  M: 'Male',
  F: 'Female',
  X: 'X',
  UNKNOWN: 'Not known',
  SuperAdmin: 'Platform administrator',
  BrokerAdmin: 'Broker administrator',
  BrokerUser: 'Broker',
  EmployerAdmin: 'Employer administrator',
  EmployerUser: 'Employer',
  Member: 'Member',
  AUTO: 'When the firm has a second administrator',
  ALWAYS: 'Always',
  NEVER: 'Never',
  PRSA_INTERMEDIARY: 'PRSA intermediary',
  SCHEME_YEAR_END: 'Scheme year end',
  REGISTRATION: 'PB number or pending registration',
}

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()

/**
 * `registeredAdministratorName` as "Registered administrator name"; `establishedOn` as "Established". The part of a group has
 * its path: `memberCounts.active` has words of its own, any other is called by its last name.
 */
export function labelOf(path: string): string {
  const field = path.slice(path.lastIndexOf('.') + 1)
  const known = FIELDS[path] ?? FIELDS[field]
  if (known) return known
  const bare = field.replace(/(On|At|Cents|Percent)$/, '').replace(/^(is|has)(?=[A-Z])/, '')
  return sentenceCase(bare.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '))
}

/** `FOUR_WEEKLY` as "Four weekly". */
export const codeWords = (code: string): string => CODES[code] ?? sentenceCase(code.replaceAll('_', ' '))

/** Codes to choose from, in a form or as a filter. */
export const codeOptions = (codes: readonly string[]): { value: string; label: string }[] =>
  codes.map((value) => ({ value, label: codeWords(value) }))

/** What people typed stays as it is: ESB is no code, nor is D02X285. */
const TYPED = /number|reference|name$|eircode|^(reason|rejectionReason)$/i
const isCode = (text: string): boolean => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text)

/** Any field of any record as a person reads it; nothing is "—", and nothing unknown looks like something known. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  // Records have its mask; the number itself is here only while somebody types it, and is not for others to read.
  if (field === 'ppsNumber' && !String(value).startsWith('*')) return 'the number that was typed'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (field.endsWith('Cents')) return moneyWords(value)
    return field.endsWith('Percent') ? `${value} %` : String(value)
  }
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateWords(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return instantWords(value)
    if (field === 'role' || field === 'actorType') return codeWords(value)
    return isCode(value) && !TYPED.test(field) ? codeWords(value) : value
  }
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => valueWords(field, item)).join(', ') : '—'
  if (field === 'schemeYearEnd') return yearEndWords(value as { month: number; day: number })
  const known = Object.entries(value).filter(([, part]) => part !== null && part !== '')
  return known.length > 0
    ? known.map(([name, part]) => `${labelOf(`${field}.${name}`)}: ${valueWords(name, part)}`).join('; ')
    : '—'
}
