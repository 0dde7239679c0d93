/** Tables and fields of the records that rules read. */
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { OwnedKind } from '../../../platform/resources.ts'

export interface TableOfRecords {
  from: string
  where?: string
  fields: readonly string[]
  computed?: Record<string, string>
}

/** Tables of the records that rules read, and the fields that they read of each; `computed` fields are no column of the table. */
export const TABLES = {
  member: {
    from: 'members r',
    fields: ['id', 'status', 'joinedSchemeOn', 'leftServiceOn', 'retiredOn', 'endedOn', 'normalRetirementOn'],
  },
  trustee: {
    from: 'trustees r',
    fields: [
      'id',
      'status',
      'role',
      'isProfessional',
      'hasTrusteeQualification',
      'yearsExperience',
      'appointedOn',
      'ceasedOn',
    ],
  },
  trusteeTraining: { from: 'trustee_trainings r', fields: ['id', 'trusteeId', 'completedOn', 'status'] },
  keyFunctionHolder: {
    from: 'key_function_holders r',
    fields: [
      'id',
      'function',
      'isDeputy',
      'status',
      'effectiveFrom',
      'endedOn',
      'termEndsOn',
      'assessedOn',
      'nextReviewOn',
      'holdsSameFunctionForEmployer',
      'reportedOn',
    ],
    computed: {
      reportedOn: `(select coalesce(json_agg(p.received_on order by p.received_on), '[]') from key_function_reports p
        where p.tenant_id = r.tenant_id and p.holder_id = r.id)`,
    },
  },
  outsourcingArrangement: {
    from: 'outsourcing_arrangements r',
    fields: [
      'id',
      'activity',
      'isKeyFunction',
      'isManagement',
      'status',
      'inForceFrom',
      'authorityNotifiedOn',
      'endedOn',
      'developments',
    ],
    computed: { isKeyFunction: "r.activity like 'KFH\\_%'" },
  },
  ownRiskAssessment: {
    from: 'own_risk_assessments r',
    fields: ['id', 'scope', 'approvedOn', 'triggerEventId', 'asOfOn'],
  },
  writtenPolicy: {
    from: 'written_policies r',
    fields: ['id', 'kind', 'status', 'approvedOn', 'lastReviewedOn', 'reviewIntervalMonths'],
  },
  schemeEvent: {
    from: 'scheme_events r',
    fields: [
      'id',
      'kind',
      'occurredOn',
      'status',
      'isSignificant',
      'awareAt',
      'extendedOn',
      'relevantOn',
      'documentId',
    ],
  },
  breach: {
    from: 'breaches r',
    fields: [
      'id',
      'category',
      'status',
      'severity',
      'occurredOn',
      'awareAt',
      'reportedAt',
      'isNotABreach',
      'isRestricted',
      'riskToPeople',
      'reportability',
    ],
  },
  document: {
    from: 'documents r',
    where: "r.status in ('FINAL', 'SIGNED', 'FILED', 'SUPERSEDED')",
    fields: ['id', 'kind', 'status', 'periodEndOn', 'effectiveOn', 'signedOn', 'filedOn'],
  },
  contribution: {
    from: 'contribution_batches r',
    fields: [
      'id',
      'payrollMonth',
      'employerId',
      'status',
      'eeCents',
      'avcCents',
      'totalCents',
      'firstReceivedOn',
      'receiptMonths',
      'deductionsReceivedOn',
      'employerReceivedOn',
      'investedOn',
      'deductionsInvestedOn',
      'statementIssuedOn',
    ],
  },
  participation: {
    from: 'scheme_participations r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
    fields: ['id', 'employerId', 'employerName', 'fromOn', 'untilOn'],
    computed: { employerName: 'e.legal_name' },
  },
  trusteeMeeting: { from: 'trustee_meetings r', fields: ['id', 'heldOn', 'status'] },
  complianceStatement: {
    from: 'compliance_statements r',
    fields: ['id', 'acsYear', 'completedOn', 'providedToAuthorityOn'],
  },
  obligation: {
    from: 'obligations r',
    where: '(r.is_by_hand or r.confirmation is not null)',
    fields: [
      'id',
      'ruleId',
      'periodKey',
      'completedOn',
      'effectiveOn',
      'waiverReason',
      'isByHand',
      'confirmation',
      'dueOn',
      'legalEndOn',
    ],
  },
} as const satisfies Partial<Record<OwnedKind, TableOfRecords>>
export type Kind = keyof typeof TABLES

export const SCHEME_FIELDS = [
  'id',
  'tenantId',
  'employerId',
  'type',
  'legalForm',
  'status',
  'isFunded',
  'establishedOn',
  'wentLiveOn',
  'paidUpOn',
  'windUpStartedOn',
  'windUpReason',
  'woundUpOn',
  'benefitBasis',
  'contributionBasis',
  'memberCounts',
  'memberCountHistory',
  'isRegulatoryOwnFunds',
  'isMasterTrust',
  'pensionsAuthorityNumber',
  'schemeYearEnds',
  'trusteeBody',
  'hasAuthorisedTradeUnion',
  'considersEsg',
  'hasDepositary',
  'trustMemberCount',
  'joining',
  'limitsEntry',
  'waitingPeriodMonths',
] as const

/**
 * Fields of a member that no rule reads, though rules read other facts of the member, some of them from other tables: a change of other fields
 * counts as one that rules read.
 */
const UNREAD_OF_MEMBER: readonly string[] = [
  'firstName',
  'middleName',
  'lastName',
  'email',
  'phone',
  'address',
  'sex',
  'dateOfBirth',
  'worksNumber',
]
/** Differ after each change. */
const OF_EACH_CHANGE = ['version', 'updatedAt']

/** Whether a rule may decide otherwise after the change of a record. */
export function isChangeReadByRules({ audited: { entityType }, before, after }: Change): boolean {
  if (entityType !== 'scheme' && !(entityType in TABLES)) return false
  if (!before || !after || (entityType !== 'scheme' && entityType !== 'member')) return true
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => !OF_EACH_CHANGE.includes(field) && !isDeepStrictEqual(before[field], after[field]),
  )
  // Without a changed field, what has changed is in another table.
  if (changed.length === 0) return true
  return entityType === 'scheme'
    ? SCHEME_FIELDS.some((field) => !(field in after) || changed.includes(field))
    : changed.some((field) => !UNREAD_OF_MEMBER.includes(field))
}

/** Fields of the scheme's own employer that rules read. */
export const EMPLOYER_FIELDS = ['id', 'prsaProvider', 'prsaDesignatedOn', 'prsaNotifiedOn'] as const
