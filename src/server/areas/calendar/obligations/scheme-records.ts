/**
 * Records that a scheme's facts are derived from, as shown by the API: as stored today, or as the audit log had them at a given time. One
 * function converts both to facts, so that they cannot differ.
 */
import { sql } from 'kysely'
import type { Breach } from '../../../../contract/breaches.ts'
import { toMonth } from '../../../../contract/civil-dates.ts'
import type { ComplianceStatement } from '../../../../contract/compliance-statements.ts'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import type { DocumentRecord as Document } from '../../../../contract/documents.ts'
import type { Employer } from '../../../../contract/employers.ts'
import type { KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import type { Member } from '../../../../contract/members.ts'
import type { Obligation } from '../../../../contract/obligations.ts'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import type { Participation } from '../../../../contract/participations.ts'
import type { Policy } from '../../../../contract/policies.ts'
import { RuleSettings as FirmRuleSettings } from '../../../../contract/rule-settings.ts'
import type { SchemeEvent } from '../../../../contract/scheme-events.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { Tenant } from '../../../../contract/tenants.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import type { TrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import { buildSelectList } from '../../../operation/columns.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { buildPrsaMembersQuery } from '../../members/members/index.ts'
import { toEvents } from './events-of-breaches.ts'
import type { DocumentFacts, MemberFacts, RuleSettings, SchemeFacts } from './facts.ts'
import { EMPLOYER_FIELDS, type Kind, SCHEME_FIELDS, TABLES, type TableOfRecords } from './record-tables.ts'
import { getExpectedContributions } from './rules/contributions.ts'

/** Fields of a kind of record that the rules read, as the contract types them. */
type Read<K extends Kind, R extends { [F in (typeof TABLES)[K]['fields'][number]]: unknown }> = Pick<
  R,
  (typeof TABLES)[K]['fields'][number]
>
type WithOptional<R, F extends keyof R> = Omit<R, F> & Partial<Pick<R, F>>

/** Records of a scheme; field names as in the API. */
export interface SchemeRecords {
  scheme: Pick<Scheme, (typeof SCHEME_FIELDS)[number]>
  /** Null: the employer of the scheme is outside the reader's scope. */
  employer: Pick<Employer, (typeof EMPLOYER_FIELDS)[number]> | null
  /** Date on which the scheme was added to the service, in Dublin. */
  trackedSince: string
  /** The log conceals the normal retirement date: for a past date, the current one is shown. */
  member: WithOptional<Read<'member', Member>, 'normalRetirementOn'>[]
  trustee: Read<'trustee', Trustee>[]
  trusteeTraining: Read<'trusteeTraining', TrusteeTraining>[]
  keyFunctionHolder: Read<'keyFunctionHolder', KeyFunctionHolder>[]
  outsourcingArrangement: (Omit<Read<'outsourcingArrangement', OutsourcingArrangement>, 'developments'> & {
    developments: { occurredOn: string; notifiedOn: string | null }[]
  })[]
  ownRiskAssessment: Read<'ownRiskAssessment', OwnRiskAssessment>[]
  writtenPolicy: Read<'writtenPolicy', Policy>[]
  schemeEvent: Read<'schemeEvent', SchemeEvent>[]
  breach: Read<'breach', Breach>[]
  document: Read<'document', Document>[]
  contribution: Read<'contribution', ContributionBatch>[]
  participation: Read<'participation', Participation>[]
  trusteeMeeting: Read<'trusteeMeeting', TrusteeMeeting>[]
  complianceStatement: Read<'complianceStatement', ComplianceStatement>[]
  /** The audit log of earlier versions has no confirmations and no legal ends. */
  obligation: WithOptional<Read<'obligation', Obligation>, 'confirmation' | 'legalEndOn'>[]
  tenant: Pick<Tenant, 'settings' | 'registeredAdministratorExpiresOn'>
  /** Empty unless the scheme is a PRSA. */
  prsaMember: PrsaMember[]
}

type PrsaMember = Pick<MemberFacts, 'emoluments' | 'employerContributions'> & { memberId: string }

const TRACKED_SINCE = "(r.created_at at time zone 'Europe/Dublin')::date"

type Row = { schemeId: string }

/** For exports, and for readers who may not see restricted breaches. */
export const omitRestrictedBreaches = (records: SchemeRecords): SchemeRecords => ({
  ...records,
  breach: records.breach.filter(({ isRestricted }) => !isRestricted),
})

/** Loads the records of these schemes of one firm in one statement; omits schemes that do not exist. */
export async function loadSchemeRecords(
  db: ReadDb | Tx,
  tenantId: string,
  schemeIds: readonly string[],
): Promise<SchemeRecords[]> {
  const { text, values } = selectSchemeRecords(tenantId, schemeIds)
  const [row] = await runRows<{ found: string }>(db, text, values)
  return parseSchemeRecords(row?.found ?? '{}')
}

/** Statement of loadSchemeRecords(), for callers that combine it with other queries. */
export function selectSchemeRecords(tenantId: string, schemeIds: readonly string[]): Statement {
  const tables: [string, TableOfRecords][] = Object.entries(TABLES)
  const parts = tables.map(
    ([kind, { from, where = 'true', fields, computed }]) =>
      `'${kind}', (select coalesce(json_agg(q), '[]') from (select ${buildSelectList(['schemeId', ...fields], computed)} from ${from}
        where r.tenant_id = $1 and r.scheme_id = any($2) and ${where} order by r.id) q)`,
  )
  const text = `select json_build_object(
    'scheme', (select coalesce(json_agg(q), '[]') from (select ${buildSelectList(SCHEME_FIELDS)}, ${TRACKED_SINCE} as "trackedSince"
      from schemes r where r.tenant_id = $1 and r.id = any($2) order by r.id) q),
    'employer', (select coalesce(json_agg(q), '[]') from (select ${buildSelectList(EMPLOYER_FIELDS)} from employers r
      where r.tenant_id = $1 and r.id in (select s.employer_id from schemes s where s.tenant_id = $1 and s.id = any($2))) q),
    'tenant', (select json_build_object('settings', t.settings, 'registeredAdministratorExpiresOn', t.registered_administrator_expires_on)
      from tenants t where t.id = $1),
    'prsaMember', (select coalesce(json_agg(q), '[]') from (${buildPrsaMembersQuery('s.tenant_id = $1 and s.id = any($2)')}) q),
    ${parts.join(',\n')})::text as found`
  return { text, values: [tenantId, `{${schemeIds.join(',')}}`] }
}

/** Parses the result of the statement. */
export function parseSchemeRecords(text: string): SchemeRecords[] {
  const found = JSON.parse(text) as Record<Kind, Row[]> & {
    scheme: (SchemeRecords['scheme'] & { trackedSince: string })[]
    employer: NonNullable<SchemeRecords['employer']>[]
    tenant: SchemeRecords['tenant']
    prsaMember: (PrsaMember & Row)[]
  }
  const prsaMembers = Map.groupBy(found.prsaMember ?? [], ({ schemeId }) => schemeId)
  const byScheme = Object.fromEntries(
    Object.keys(TABLES).map((kind) => [kind, Map.groupBy(found[kind as Kind], ({ schemeId }) => schemeId)]),
  ) as unknown as Record<Kind, Map<string, Row[]>>
  const employers = new Map(found.employer.map((employer) => [employer.id, employer]))
  return found.scheme.map(
    ({ trackedSince, ...scheme }) =>
      ({
        scheme,
        employer: employers.get(scheme.employerId) ?? null,
        trackedSince,
        tenant: found.tenant,
        prsaMember: prsaMembers.get(scheme.id) ?? [],
        ...Object.fromEntries(
          Object.keys(TABLES).map((kind) => [kind, byScheme[kind as Kind].get(scheme.id) ?? []]),
        ),
      }) as unknown as SchemeRecords,
  )
}

/** Records of a scheme as the audit log had them at a given time; null if the scheme did not exist yet. */
export async function loadSchemeRecordsAsAt(
  db: ReadDb | Tx,
  schemeId: string,
  moment: Date,
): Promise<SchemeRecords | null> {
  const rows = await runRows<{ entity_type: string; state: Record<string, unknown> }>(
    db,
    'select entity_type, state from app.states_as_at($1, $2) order by entity_type, entity_id',
    [schemeId, moment.toISOString()],
  )
  const [since] = await runRows<{ day: string }>(
    db,
    `select ${TRACKED_SINCE}::text as day from schemes r where r.id = $1`,
    [schemeId],
  )
  const retirements = await runRows<{ id: string; normalRetirementOn: string | null }>(
    db,
    'select id, normal_retirement_on as "normalRetirementOn" from members where scheme_id = $1',
    [schemeId],
  )
  const prsaMember = await runRows<PrsaMember>(db, buildPrsaMembersQuery('s.id = $1', '$2::timestamptz'), [
    schemeId,
    moment.toISOString(),
  ])
  const retirementOf = new Map(retirements.map((one) => [one.id, one.normalRetirementOn]))
  for (const { entity_type, state } of rows)
    if (entity_type === 'member') state.normalRetirementOn = retirementOf.get(state.id as string) ?? null
  const states = Map.groupBy(rows, ({ entity_type }) => entity_type)
  const one = (kind: string): Record<string, unknown> | undefined => states.get(kind)?.[0]?.state
  const scheme = one('scheme')
  if (!scheme || !since) return null
  return {
    scheme,
    employer: one('employer') ?? null,
    trackedSince: since.day,
    tenant: one('tenant') ?? (await loadSettings(db, schemeId)),
    prsaMember,
    ...Object.fromEntries(
      Object.keys(TABLES).map((kind) => [kind, (states.get(kind) ?? []).map(({ state }) => state)]),
    ),
  } as unknown as SchemeRecords
}

/** Current settings, for a firm whose settings were never logged. */
async function loadSettings(db: ReadDb | Tx, schemeId: string): Promise<SchemeRecords['tenant']> {
  const { rows } = await sql<SchemeRecords['tenant']>`
    select t.settings, t.registered_administrator_expires_on as "registeredAdministratorExpiresOn"
      from schemes s join tenants t on t.id = s.tenant_id where s.id = ${schemeId}`.execute(db)
  return rows[0] as SchemeRecords['tenant']
}

/** The month's file is imported: amounts owed are known, and others are not due. */
const IMPORTED: readonly ContributionBatch['status'][] = [
  'AWAITING_FUNDS',
  'PART_FUNDED',
  'FUNDED',
  'INVESTED',
  'CLOSED',
]
const DATED: readonly Document['status'][] = ['FINAL', 'SIGNED', 'FILED', 'SUPERSEDED']

/** A completed compliance statement meets the obligation of its calendar year, as a signed document does. */
const toDocuments = ({ document, complianceStatement }: SchemeRecords): DocumentFacts[] => [
  ...document.filter(({ status }) => DATED.includes(status)),
  ...complianceStatement.map(({ id, acsYear, completedOn, providedToAuthorityOn }) => ({
    id,
    kind: 'ANNUAL_COMPLIANCE_STATEMENT' as const,
    periodEndOn: `${acsYear}-12-31`,
    effectiveOn: null,
    signedOn: completedOn,
    filedOn: providedToAuthorityOn,
  })),
]

function toContributions({ contribution, scheme }: SchemeRecords): SchemeFacts['contributions'] {
  return contribution
    .filter(({ status }) => status !== 'REJECTED' && status !== 'UNDONE')
    .map(
      ({ status, eeCents, avcCents, totalCents, employerId, firstReceivedOn, receiptMonths, ...month }) => ({
        ...month,
        // Audit entries of batches from before these fields do not have them.
        receiptMonths: (
          receiptMonths ?? (firstReceivedOn ? [{ month: toMonth(firstReceivedOn), investedOn: null }] : [])
        ).map((one) => ({ month: one.month, investedOn: one.investedOn ?? month.investedOn })),
        isExpected: status === 'EXPECTED',
        deductionsReceivedOn: month.deductionsReceivedOn ?? null,
        employerReceivedOn: month.employerReceivedOn ?? null,
        deductionsInvestedOn: month.deductionsInvestedOn ?? month.investedOn,
        employerId: employerId === scheme.employerId ? null : employerId,
        ...(IMPORTED.includes(status)
          ? {
              hasDeductions: eeCents + avcCents > 0,
              hasEmployerMoney: totalCents - eeCents - avcCents > 0,
            }
          : getExpectedContributions(scheme.contributionBasis, month.payrollMonth)),
      }),
    )
}

/** Converts records to facts. */
export function toFacts(records: SchemeRecords): SchemeFacts {
  const { scheme, employer, trackedSince, tenant } = records
  const prsaMembers = new Map(records.prsaMember.map((one) => [one.memberId, one]))
  return {
    scheme: {
      ...scheme,
      yearEnds: scheme.schemeYearEnds,
      contributionRates: scheme.contributionBasis,
      trusteeBodyKind: scheme.trusteeBody?.kind ?? null,
      trusteeBodyAppointedOn: scheme.trusteeBody?.appointedOn ?? null,
      // Logged states from before the count history have only one count.
      memberCountHistory: scheme.memberCountHistory ?? (scheme.memberCounts ? [scheme.memberCounts] : []),
      isMasterTrust: scheme.isMasterTrust || scheme.legalForm === 'MASTER_TRUST_SECTION',
      // Logged states from before these fields do not have them.
      paidUpOn: scheme.paidUpOn ?? null,
      limitsEntry: scheme.limitsEntry ?? null,
      waitingPeriodMonths: scheme.waitingPeriodMonths ?? null,
    },
    prsaAccess: {
      prsaProvider: employer?.prsaProvider ?? null,
      prsaDesignatedOn: employer?.prsaDesignatedOn ?? null,
      prsaNotifiedOn: employer?.prsaNotifiedOn ?? null,
    },
    trackedSince,
    members: records.member.map((member) => ({
      ...member,
      normalRetirementOn: member.normalRetirementOn ?? null,
      emoluments: prsaMembers.get(member.id)?.emoluments ?? [],
      employerContributions: prsaMembers.get(member.id)?.employerContributions ?? [],
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
      ...records.breach.flatMap(toEvents),
    ],
    documents: toDocuments(records),
    contributions: toContributions(records),
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
      .map(({ ruleId, periodKey, completedOn, effectiveOn, waiverReason, dueOn, ...fields }) => ({
        ruleId,
        periodKey,
        completedOn,
        effectiveOn,
        waiverReason,
        dueOn,
        confirmation: fields.confirmation ?? null,
        legalEndOn: fields.legalEndOn ?? null,
      })),
    settings: toSettings(tenant),
  }
}

/** Firm settings that the rules know, with defaults for those not set. */
export const toSettings = ({
  settings,
  registeredAdministratorExpiresOn,
}: SchemeRecords['tenant']): RuleSettings => ({
  ...FirmRuleSettings.parse(settings),
  administratorRegistrationEndsOn: registeredAdministratorExpiresOn,
})
