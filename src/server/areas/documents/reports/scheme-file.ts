/**
 * All records of one scheme at one time, loaded in one statement, so that they are consistent. Contains no member data, and restricted
 * breaches with their obligations only if requested.
 */
import type { Breach } from '../../../../contract/breaches.ts'
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import type { ComplianceStatement } from '../../../../contract/compliance-statements.ts'
import type { ContributionBatch, ContributionGrid } from '../../../../contract/contributions.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import type { KeyFunctionHolder, KeyFunctionReport } from '../../../../contract/key-function-holders.ts'
import type { MeetingAction } from '../../../../contract/meeting-actions.ts'
import type { Obligation, SchemeStanding } from '../../../../contract/obligations.ts'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import type { ListedOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import type { Participation } from '../../../../contract/participations.ts'
import type { Policy, PolicyMatrixRow } from '../../../../contract/policies.ts'
import type { RiskItem } from '../../../../contract/risk-items.ts'
import type { SchemeEvent } from '../../../../contract/scheme-events.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import type { TrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import type { AccessScope } from '../../../pipeline/access-scope.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import {
  calculateComplianceStatus,
  obligations,
  omitRestrictedBreaches,
  parseSchemeRecords,
  selectSchemeRecords,
} from '../../calendar/obligations/index.ts'
import { breaches } from '../../governance/breaches/index.ts'
import { complianceStatements } from '../../governance/compliance-statements/index.ts'
import { keyFunctionHolders, keyFunctionReports } from '../../governance/key-function-holders/index.ts'
import { outsourcingArrangements } from '../../governance/outsourcing-arrangements/index.ts'
import { listedOwnRiskAssessments, riskItems } from '../../governance/own-risk-assessments/index.ts'
import { buildPolicyMatrix, policies, policyMatrix } from '../../governance/policies/index.ts'
import {
  buildContributionGrid,
  contributions,
  type Pair,
  selectContributionGrid,
} from '../../members/contributions/index.ts'
import { participations } from '../../schemes/participations/index.ts'
import { schemeEvents } from '../../schemes/scheme-events/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import { meetingActions, trusteeMeetings } from '../../schemes/trustee-meetings/index.ts'
import { trusteeTrainings } from '../../schemes/trustee-trainings/index.ts'
import { trustees } from '../../schemes/trustees/index.ts'
import { documents } from '../documents/index.ts'

export interface SchemeFile {
  asAtOn: string
  firmName: string
  scheme: Scheme
  standing: SchemeStanding
  obligations: Obligation[]
  participations: Participation[]
  trustees: Trustee[]
  trainings: TrusteeTraining[]
  holders: KeyFunctionHolder[]
  reports: KeyFunctionReport[]
  outsourcing: OutsourcingArrangement[]
  assessments: ListedOwnRiskAssessment[]
  riskItems: RiskItem[]
  policies: Policy[]
  /** Policies required of the scheme, by kind; null outside the regime. */
  policyMatrix: PolicyMatrixRow | null
  breaches: Breach[]
  meetings: TrusteeMeeting[]
  actions: MeetingAction[]
  events: SchemeEvent[]
  complianceStatements: ComplianceStatement[]
  documents: DocumentRecord[]
  contributions: ContributionBatch[]
  /** The last twelve months. */
  grid: ContributionGrid
}

/** Far more than the records of one kind that a scheme ever has. */
const EVERYTHING = { limit: 100_000 }
const MONTHS = 12

export async function loadSchemeFile(
  runQuery: RunQuery,
  schemeId: string,
  asAtOn: string,
  { hasRestricted }: { hasRestricted: boolean },
): Promise<SchemeFile> {
  const [found] = await runQuery({ text: 'select tenant_id from schemes where id = $1', values: [schemeId] })
  const tenantId = found?.[0]?.[0]
  if (!tenantId) throw createNotFoundRefusal()
  const scope: AccessScope = { level: 'tenant', tenantId }
  const ofScheme = { ...EVERYTHING, schemeId }
  const grid = { from: addMonthsToMonth(asAtOn.slice(0, 7), 1 - MONTHS), to: asAtOn.slice(0, 7), schemeId }
  const matrixInput = { ...ofScheme, sort: 'schemeName' as const }
  const parts: Record<string, Statement> = {
    firm: {
      text: "select json_build_object('name', t.name)::text from tenants t where t.id = $1",
      values: [tenantId],
    },
    records: selectSchemeRecords(tenantId, [schemeId]),
    scheme: schemes.one(schemeId),
    obligations: obligations.list({ ...ofScheme, sort: 'dueOn' }, scope),
    participations: participations.list({ ...EVERYTHING, id: schemeId, sort: 'employerName' }, scope),
    trustees: trustees.list({ ...EVERYTHING, id: schemeId, sort: 'personName' }, scope),
    trainings: trusteeTrainings.list({ ...ofScheme, sort: '-completedOn' }, scope),
    holders: keyFunctionHolders.list({ ...ofScheme, sort: 'holderName' }, scope),
    reports: keyFunctionReports.list({ ...ofScheme, sort: '-number' }, scope),
    outsourcing: outsourcingArrangements.list({ ...ofScheme, sort: 'inForceFrom' }, scope),
    assessments: listedOwnRiskAssessments.list({ ...ofScheme, sort: '-cycleNumber' }, scope),
    riskItems: riskItems.list({ ...ofScheme, sort: '-residualScore' }, scope),
    policies: policies.list({ ...ofScheme, sort: 'title' }, scope),
    requiredPolicies: policyMatrix.list(matrixInput, scope),
    breaches: breaches.list({ ...ofScheme, sort: '-detectedOn' }, scope),
    meetings: trusteeMeetings.list({ ...ofScheme, sort: '-meetsOn' }, scope),
    actions: meetingActions.list({ ...ofScheme, sort: 'dueOn' }, scope),
    events: schemeEvents.list({ ...EVERYTHING, id: schemeId, sort: '-occurredOn' }, scope),
    complianceStatements: complianceStatements.list({ ...ofScheme, sort: '-acsYear' }, scope),
    documents: documents.list({ ...ofScheme, sort: 'title' }, scope),
    contributions: contributions.list({ ...ofScheme, sort: '-payrollMonth' }, scope),
    grid: gatherRows(selectContributionGrid(grid, scope, asAtOn)),
  }
  const [row] = (await runQuery(combineStatements(Object.values(parts))))[0] ?? []
  const texts = Object.fromEntries(Object.keys(parts).map((name, index) => [name, row?.[index] ?? '[]']))
  const of = <T>(name: string): T => JSON.parse(texts[name] as string) as T
  const [records] = parseSchemeRecords(texts.records as string)
  if (!records || texts.scheme === '[]') throw createNotFoundRefusal()
  const { data: matrixRows } = JSON.parse(
    buildPolicyMatrix([[texts.requiredPolicies as string, null, null]], matrixInput),
  ) as {
    data: PolicyMatrixRow[]
  }
  const isShown = ({ isRestricted }: { isRestricted: boolean }): boolean => hasRestricted || !isRestricted
  return {
    asAtOn,
    firmName: of<{ name: string }>('firm').name,
    scheme: of('scheme'),
    standing: calculateComplianceStatus(hasRestricted ? records : omitRestrictedBreaches(records), asAtOn),
    obligations: of<Obligation[]>('obligations').filter(isShown),
    participations: of('participations'),
    trustees: of('trustees'),
    trainings: of('trainings'),
    holders: of('holders'),
    reports: of('reports'),
    outsourcing: of('outsourcing'),
    assessments: of('assessments'),
    riskItems: of('riskItems'),
    policies: of('policies'),
    policyMatrix: matrixRows[0] ?? null,
    breaches: of<Breach[]>('breaches').filter(isShown),
    meetings: of('meetings'),
    actions: of('actions'),
    events: of('events'),
    complianceStatements: of('complianceStatements'),
    documents: of('documents'),
    contributions: of('contributions'),
    grid: buildContributionGrid(
      of<string[]>('grid').map((text) => JSON.parse(text) as Pair),
      grid,
      asAtOn,
    ),
  }
}

/** Combines several statements into one, for a consistent read: the first column of each row. */
function combineStatements(statements: readonly Statement[]): Statement {
  const values: unknown[] = []
  const columns = statements.map(({ text, values: own }) => {
    const before = values.length
    values.push(...own)
    return `(select q.c from (${text}) as q(c))`.replace(
      /\$(\d+)/g,
      (_, number) => `$${Number(number) + before}`,
    )
  })
  return { text: `select ${columns.join(',\n')}`, values }
}

/** Rows of one text each, as an array. */
const gatherRows = ({ text, values }: Statement): Statement => ({
  text: `select coalesce(json_agg(q.line), '[]')::text from (${text}) as q(line)`,
  values,
})
