/**
 * The records that a scheme's facts are made of, in the shape in which records are shown and recorded: as the tables have them
 * today, or as the audit log had them at a moment. Both become facts in one place, so that they cannot drift apart.
 */
import { sql } from 'kysely'
import type { Breach } from '../../../contract/breaches.ts'
import type { ContributionBatch } from '../../../contract/contributions.ts'
import type { DocumentRecord as Document } from '../../../contract/documents.ts'
import type { KeyFunctionHolder } from '../../../contract/key-function-holders.ts'
import type { Member } from '../../../contract/members.ts'
import type { Obligation } from '../../../contract/obligations.ts'
import type { OutsourcingArrangement } from '../../../contract/outsourcing-arrangements.ts'
import type { OwnRiskAssessment } from '../../../contract/own-risk-assessments.ts'
import type { Participation } from '../../../contract/participations.ts'
import type { Policy } from '../../../contract/policies.ts'
import type { SchemeEvent } from '../../../contract/scheme-events.ts'
import type { Scheme } from '../../../contract/schemes.ts'
import type { Tenant } from '../../../contract/tenants.ts'
import type { TrusteeMeeting } from '../../../contract/trustee-meetings.ts'
import type { TrusteeTraining } from '../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../contract/trustees.ts'
import { executeRows } from '../../operation/owners.ts'
import type { Statement } from '../../platform/batch.ts'
import type { ReadDb, Tx } from '../../platform/database.ts'
import { eventOfBreach } from './events-of-breaches.ts'
import { DEFAULT_SETTINGS, type RuleSettings, type SchemeFacts } from './facts.ts'
import { expectedOf } from './rules/contributions.ts'

/** Of each kind of record, what the rules read; the same names as in the records. */
export interface SchemeRecords {
  scheme: Pick<
    Scheme,
    | 'id'
    | 'tenantId'
    | 'employerId'
    | 'type'
    | 'legalForm'
    | 'status'
    | 'isFunded'
    | 'establishedOn'
    | 'wentLiveOn'
    | 'windUpStartedOn'
    | 'windUpReason'
    | 'woundUpOn'
    | 'benefitBasis'
    | 'contributionBasis'
    | 'memberCounts'
    | 'memberCountHistory'
    | 'isRegulatoryOwnFunds'
    | 'isMasterTrust'
    | 'pensionsAuthorityNumber'
    | 'schemeYearEnds'
    | 'trusteeBody'
    | 'hasAuthorisedTradeUnion'
    | 'considersEsg'
    | 'hasDepositary'
    | 'trustMemberCount'
    | 'joining'
  >
  /** The day on which the scheme came into the records, in Dublin. */
  trackedSince: string
  member: (Pick<Member, 'id' | 'status' | 'joinedSchemeOn' | 'leftServiceOn' | 'retiredOn' | 'endedOn'> & {
    /** The log conceals it: a past day is shown with the one that is recorded now. */
    normalRetirementOn?: string | null
  })[]
  trustee: Pick<Trustee, 'id' | 'status' | 'role' | 'isProfessional' | 'appointedOn' | 'ceasedOn'>[]
  trusteeTraining: Pick<TrusteeTraining, 'id' | 'trusteeId' | 'completedOn' | 'status'>[]
  keyFunctionHolder: Pick<
    KeyFunctionHolder,
    | 'id'
    | 'function'
    | 'isDeputy'
    | 'status'
    | 'effectiveFrom'
    | 'endedOn'
    | 'termEndsOn'
    | 'assessedOn'
    | 'nextReviewOn'
    | 'holdsSameFunctionForEmployer'
    | 'reportedOn'
  >[]
  outsourcingArrangement: (Pick<
    OutsourcingArrangement,
    | 'id'
    | 'activity'
    | 'isKeyFunction'
    | 'isManagement'
    | 'status'
    | 'inForceFrom'
    | 'authorityNotifiedOn'
    | 'endedOn'
  > & { developments: { occurredOn: string; notifiedOn: string | null }[] })[]
  ownRiskAssessment: Pick<OwnRiskAssessment, 'id' | 'scope' | 'approvedOn' | 'triggerEventId' | 'asOfOn'>[]
  writtenPolicy: Pick<
    Policy,
    'id' | 'kind' | 'status' | 'approvedOn' | 'lastReviewedOn' | 'reviewIntervalMonths'
  >[]
  schemeEvent: Pick<
    SchemeEvent,
    | 'id'
    | 'kind'
    | 'occurredOn'
    | 'relevantOn'
    | 'documentId'
    | 'status'
    | 'isSignificant'
    | 'awareAt'
    | 'extendedOn'
  >[]
  breach: Pick<
    Breach,
    | 'id'
    | 'category'
    | 'status'
    | 'severity'
    | 'occurredOn'
    | 'awareAt'
    | 'reportedAt'
    | 'isNotABreach'
    | 'isRestricted'
    | 'riskToPeople'
    | 'reportability'
  >[]
  document: Pick<
    Document,
    'id' | 'kind' | 'status' | 'periodEndOn' | 'effectiveOn' | 'signedOn' | 'filedOn'
  >[]
  contribution: Pick<
    ContributionBatch,
    | 'id'
    | 'payrollMonth'
    | 'employerId'
    | 'status'
    | 'eeCents'
    | 'avcCents'
    | 'totalCents'
    | 'firstReceivedOn'
    | 'deductionsReceivedOn'
    | 'employerReceivedOn'
    | 'investedOn'
    | 'statementIssuedOn'
  >[]
  participation: Pick<Participation, 'id' | 'employerId' | 'employerName' | 'fromOn' | 'untilOn'>[]
  trusteeMeeting: Pick<TrusteeMeeting, 'id' | 'heldOn' | 'status'>[]
  obligation: (Pick<
    Obligation,
    'id' | 'ruleId' | 'periodKey' | 'completedOn' | 'effectiveOn' | 'waiverReason' | 'dueOn'
  > &
    // The audit log of earlier versions does not have these.
    Partial<Pick<Obligation, 'confirmation' | 'legalEndOn'>> & {
      isByHand: boolean
    })[]
  tenant: Pick<Tenant, 'settings' | 'registeredAdministratorExpiresOn'>
}
type Kind = Exclude<keyof SchemeRecords, 'scheme' | 'tenant' | 'trackedSince'>

/** Where each kind stands, and the columns of its part of the facts. */
const TABLES: Record<Kind, { from: string; where?: string; columns: string }> = {
  member: {
    from: 'members r',
    columns:
      'r.id, r.status, r.joined_scheme_on as "joinedSchemeOn", r.left_service_on as "leftServiceOn", r.retired_on as "retiredOn", r.ended_on as "endedOn", r.normal_retirement_on as "normalRetirementOn"',
  },
  trustee: {
    from: 'trustees r',
    columns:
      'r.id, r.status, r.role, r.is_professional as "isProfessional", r.appointed_on as "appointedOn", r.ceased_on as "ceasedOn"',
  },
  trusteeTraining: {
    from: 'trustee_trainings r',
    columns: 'r.id, r.trustee_id as "trusteeId", r.completed_on as "completedOn", r.status',
  },
  keyFunctionHolder: {
    from: 'key_function_holders r',
    columns: `r.id, r.function, r.is_deputy as "isDeputy", r.status, r.effective_from as "effectiveFrom", r.ended_on as "endedOn",
      r.term_ends_on as "termEndsOn", r.assessed_on as "assessedOn", r.next_review_on as "nextReviewOn",
      r.holds_same_function_for_employer as "holdsSameFunctionForEmployer",
      (select coalesce(json_agg(p.received_on order by p.received_on), '[]') from key_function_reports p
        where p.tenant_id = r.tenant_id and p.holder_id = r.id) as "reportedOn"`,
  },
  outsourcingArrangement: {
    from: 'outsourcing_arrangements r',
    columns: `r.id, r.activity, r.activity like 'KFH\\_%' as "isKeyFunction", r.is_management as "isManagement", r.status,
      r.in_force_from as "inForceFrom", r.authority_notified_on as "authorityNotifiedOn", r.ended_on as "endedOn", r.developments`,
  },
  ownRiskAssessment: {
    from: 'own_risk_assessments r',
    columns:
      'r.id, r.scope, r.approved_on as "approvedOn", r.trigger_event_id as "triggerEventId", r.as_of_on as "asOfOn"',
  },
  writtenPolicy: {
    from: 'written_policies r',
    columns:
      'r.id, r.kind, r.status, r.approved_on as "approvedOn", r.last_reviewed_on as "lastReviewedOn", r.review_interval_months as "reviewIntervalMonths"',
  },
  schemeEvent: {
    from: 'scheme_events r',
    columns: `r.id, r.kind, r.occurred_on as "occurredOn", r.status, r.is_significant as "isSignificant",
      app.instant(r.aware_at) as "awareAt", r.extended_on as "extendedOn",
      r.relevant_on as "relevantOn", r.document_id as "documentId"`,
  },
  breach: {
    from: 'breaches r',
    columns:
      'r.id, r.category, r.status, r.severity, r.occurred_on as "occurredOn", app.instant(r.aware_at) as "awareAt", app.instant(r.reported_at) as "reportedAt", r.is_not_a_breach as "isNotABreach", r.is_restricted as "isRestricted", r.risk_to_people as "riskToPeople", r.reportability',
  },
  document: {
    from: 'documents r',
    where: "r.status in ('FINAL', 'SIGNED', 'FILED', 'SUPERSEDED')",
    columns:
      'r.id, r.kind, r.status, r.period_end_on as "periodEndOn", r.effective_on as "effectiveOn", r.signed_on as "signedOn", r.filed_on as "filedOn"',
  },
  contribution: {
    from: 'contribution_batches r',
    columns: `r.id, r.payroll_month as "payrollMonth", r.employer_id as "employerId", r.status,
      r.ee_cents as "eeCents", r.avc_cents as "avcCents", r.total_cents as "totalCents", r.first_received_on as "firstReceivedOn",
      r.deductions_received_on as "deductionsReceivedOn", r.employer_received_on as "employerReceivedOn",
      r.invested_on as "investedOn", r.statement_issued_on as "statementIssuedOn"`,
  },
  participation: {
    from: 'scheme_participations r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
    columns:
      'r.id, r.employer_id as "employerId", e.legal_name as "employerName", r.from_on as "fromOn", r.until_on as "untilOn"',
  },
  trusteeMeeting: { from: 'trustee_meetings r', columns: 'r.id, r.held_on as "heldOn", r.status' },
  obligation: {
    from: 'obligations r',
    where: '(r.is_by_hand or r.confirmation is not null)',
    columns: `r.id, r.rule_id as "ruleId", r.period_key as "periodKey", r.completed_on as "completedOn", r.effective_on as "effectiveOn",
      r.waiver_reason as "waiverReason", r.is_by_hand as "isByHand", r.confirmation, r.due_on as "dueOn", r.legal_end_on as "legalEndOn"`,
  },
}

const SCHEME_COLUMNS = `r.id, r.tenant_id as "tenantId", r.employer_id as "employerId", r.type, r.legal_form as "legalForm", r.status,
  r.is_funded as "isFunded", r.established_on as "establishedOn", r.went_live_on as "wentLiveOn",
  r.wind_up_started_on as "windUpStartedOn", r.wind_up_reason as "windUpReason", r.wound_up_on as "woundUpOn",
  r.benefit_basis as "benefitBasis", r.contribution_basis as "contributionBasis", r.member_counts as "memberCounts", r.member_count_history as "memberCountHistory", r.is_regulatory_own_funds as "isRegulatoryOwnFunds",
  r.is_master_trust as "isMasterTrust", r.pensions_authority_number as "pensionsAuthorityNumber",
  r.scheme_year_ends as "schemeYearEnds", r.trustee_body as "trusteeBody",
  r.has_authorised_trade_union as "hasAuthorisedTradeUnion", r.considers_esg as "considersEsg",
  r.has_depositary as "hasDepositary", r.trust_member_count as "trustMemberCount", r.joining`

const TRACKED_SINCE = "(r.created_at at time zone 'Europe/Dublin')::date"

type Row = { schemeId: string }

/** The records of these schemes of one firm, in one statement; those that are not there are left out. */
export async function recordsOf(
  db: ReadDb | Tx,
  tenantId: string,
  schemeIds: readonly string[],
): Promise<SchemeRecords[]> {
  const { text, values } = recordsStatement(tenantId, schemeIds)
  const [row] = await executeRows<{ found: string }>(db, text, values)
  return recordsFrom(row?.found ?? '{}')
}

/** The statement of recordsOf(), for those who ask for more in the same moment. */
export function recordsStatement(tenantId: string, schemeIds: readonly string[]): Statement {
  const parts = Object.entries(TABLES).map(
    ([kind, { from, where = 'true', columns }]) =>
      `'${kind}', (select coalesce(json_agg(q), '[]') from (select r.scheme_id as "schemeId", ${columns} from ${from}
        where r.tenant_id = $1 and r.scheme_id = any($2) and ${where} order by r.id) q)`,
  )
  const text = `select json_build_object(
    'scheme', (select coalesce(json_agg(q), '[]') from (select ${SCHEME_COLUMNS}, ${TRACKED_SINCE} as "trackedSince"
      from schemes r where r.tenant_id = $1 and r.id = any($2) order by r.id) q),
    'tenant', (select json_build_object('settings', t.settings, 'registeredAdministratorExpiresOn', t.registered_administrator_expires_on)
      from tenants t where t.id = $1),
    ${parts.join(',\n')})::text as found`
  return { text, values: [tenantId, `{${schemeIds.join(',')}}`] }
}

/** What the statement found. */
export function recordsFrom(text: string): SchemeRecords[] {
  const found = JSON.parse(text) as Record<Kind, Row[]> & {
    scheme: (SchemeRecords['scheme'] & { trackedSince: string })[]
    tenant: SchemeRecords['tenant']
  }
  const byScheme = Object.fromEntries(
    Object.keys(TABLES).map((kind) => [kind, Map.groupBy(found[kind as Kind], ({ schemeId }) => schemeId)]),
  ) as unknown as Record<Kind, Map<string, Row[]>>
  return found.scheme.map(
    ({ trackedSince, ...scheme }) =>
      ({
        scheme,
        trackedSince,
        tenant: found.tenant,
        ...Object.fromEntries(
          Object.keys(TABLES).map((kind) => [kind, byScheme[kind as Kind].get(scheme.id) ?? []]),
        ),
      }) as unknown as SchemeRecords,
  )
}

/** The records of a scheme as the audit log had them at a moment; null where the scheme was not there yet. */
export async function recordsAsAt(
  db: ReadDb | Tx,
  schemeId: string,
  moment: Date,
): Promise<SchemeRecords | null> {
  const rows = await executeRows<{ entity_type: string; state: Record<string, unknown> }>(
    db,
    'select entity_type, state from app.states_as_at($1, $2) order by entity_type, entity_id',
    [schemeId, moment.toISOString()],
  )
  const [since] = await executeRows<{ day: string }>(
    db,
    `select ${TRACKED_SINCE}::text as day from schemes r where r.id = $1`,
    [schemeId],
  )
  const retirements = await executeRows<{ id: string; normalRetirementOn: string | null }>(
    db,
    'select id, normal_retirement_on as "normalRetirementOn" from members where scheme_id = $1',
    [schemeId],
  )
  const retirementOf = new Map(retirements.map((one) => [one.id, one.normalRetirementOn]))
  for (const { entity_type, state } of rows)
    if (entity_type === 'member') state.normalRetirementOn = retirementOf.get(state.id as string) ?? null
  const states = Map.groupBy(rows, ({ entity_type }) => entity_type)
  const one = (kind: string): Record<string, unknown> | undefined => states.get(kind)?.[0]?.state
  const scheme = one('scheme')
  if (!scheme || !since) return null
  return {
    scheme,
    trackedSince: since.day,
    tenant: one('tenant') ?? (await settingsOf(db, schemeId)),
    ...Object.fromEntries(
      Object.keys(TABLES).map((kind) => [kind, (states.get(kind) ?? []).map(({ state }) => state)]),
    ),
  } as unknown as SchemeRecords
}

/** Of a firm whose settings were never recorded: as they are. */
async function settingsOf(db: ReadDb | Tx, schemeId: string): Promise<SchemeRecords['tenant']> {
  const { rows } = await sql<SchemeRecords['tenant']>`
    select t.settings, t.registered_administrator_expires_on as "registeredAdministratorExpiresOn"
      from schemes s join tenants t on t.id = s.tenant_id where s.id = ${schemeId}`.execute(db)
  return rows[0] as SchemeRecords['tenant']
}

/** The file of the month is imported: what is owed is known, and what is not owed is not due. */
const IMPORTED: readonly ContributionBatch['status'][] = [
  'AWAITING_FUNDS',
  'PART_FUNDED',
  'FUNDED',
  'INVESTED',
  'CLOSED',
]
const DATED: readonly Document['status'][] = ['FINAL', 'SIGNED', 'FILED', 'SUPERSEDED']

/** Records become facts. */
export function factsOf(records: SchemeRecords): SchemeFacts {
  const { scheme, trackedSince, tenant } = records
  return {
    scheme: {
      ...scheme,
      yearEnds: scheme.schemeYearEnds,
      contributionRates: scheme.contributionBasis,
      trusteeBodyKind: scheme.trusteeBody?.kind ?? null,
      trusteeBodyAppointedOn: scheme.trusteeBody?.appointedOn ?? null,
      // The log keeps states from before counts had a history.
      memberCountHistory: scheme.memberCountHistory ?? (scheme.memberCounts ? [scheme.memberCounts] : []),
      isMasterTrust: scheme.isMasterTrust || scheme.legalForm === 'MASTER_TRUST_SECTION',
    },
    trackedSince,
    members: records.member.map((member) => ({
      ...member,
      normalRetirementOn: member.normalRetirementOn ?? null,
    })),
    trustees: records.trustee.map((trustee) => ({
      ...trustee,
      trainedOn: records.trusteeTraining
        .filter(({ trusteeId, status }) => trusteeId === trustee.id && status === 'RECORDED')
        .map(({ completedOn }) => completedOn),
    })),
    keyFunctionHolders: records.keyFunctionHolder,
    outsourcing: records.outsourcingArrangement,
    assessments: records.ownRiskAssessment,
    policies: records.writtenPolicy.filter(({ status }) => status !== 'WITHDRAWN'),
    events: [
      ...records.schemeEvent.filter(({ status }) => status === 'RECORDED'),
      ...records.breach.flatMap(eventOfBreach),
    ],
    documents: records.document.filter(({ status }) => DATED.includes(status)),
    contributions: records.contribution
      .filter(({ status }) => status !== 'REJECTED' && status !== 'UNDONE')
      .map(({ status, eeCents, avcCents, totalCents, employerId, ...month }) => ({
        ...month,
        // What the log keeps of a batch from before there were these days does not have them.
        firstReceivedOn: month.firstReceivedOn ?? null,
        deductionsReceivedOn: month.deductionsReceivedOn ?? null,
        employerReceivedOn: month.employerReceivedOn ?? null,
        deductionsInvestedOn: month.investedOn,
        employerId: employerId === scheme.employerId ? null : employerId,
        ...(IMPORTED.includes(status)
          ? {
              hasDeductions: eeCents + avcCents > 0,
              hasEmployerMoney: totalCents - eeCents - avcCents > 0,
            }
          : expectedOf(scheme.contributionBasis, month.payrollMonth)),
      })),
    participations: records.participation.map(({ employerId, employerName, fromOn, untilOn }) => {
      const isOwn = employerId === scheme.employerId
      return {
        employerId: isOwn ? null : employerId,
        employerName: isOwn ? null : employerName,
        fromOn,
        untilOn,
      }
    }),
    meetingsHeldOn: records.trusteeMeeting.flatMap(({ heldOn, status }) =>
      status === 'HELD' && heldOn ? heldOn : [],
    ),
    completions: records.obligation
      .filter(({ isByHand, confirmation }) => isByHand || confirmation)
      .map(({ ruleId, periodKey, completedOn, effectiveOn, waiverReason, dueOn, ...kept }) => ({
        ruleId,
        periodKey,
        completedOn,
        effectiveOn,
        waiverReason,
        dueOn,
        confirmation: kept.confirmation ?? null,
        legalEndOn: kept.legalEndOn ?? null,
      })),
    settings: settingsFrom(tenant),
  }
}

/** The firm's settings that the rules know; what is not set has its default. */
export const settingsFrom = ({
  settings,
  registeredAdministratorExpiresOn,
}: SchemeRecords['tenant']): RuleSettings => ({
  ...DEFAULT_SETTINGS,
  ...(Object.fromEntries(
    Object.entries(settings as Record<string, unknown>).filter(([name]) => name in DEFAULT_SETTINGS),
  ) as Partial<RuleSettings>),
  administratorRegistrationEndsOn: registeredAdministratorExpiresOn,
})
