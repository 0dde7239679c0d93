/** Policies and own-risk assessments as papers to sign and file: document control first, then the text, the sources at the end. */

import { CHECKLIST } from '../../../../contract/assessment-checklist.ts'
import { formatCitations } from '../../../../contract/citations.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import type { Policy, PolicyVersion } from '../../../../contract/policies.ts'
import { PRINCIPLES } from '../../../../contract/policy-findings.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr } from '../../../platform/paper/format.ts'
import type { LoadLogo } from '../../firm/tenants/index.ts'
import { ownRiskAssessments } from '../../governance/own-risk-assessments/index.ts'
import { policies, policyVersions } from '../../governance/policies/index.ts'
import { type DraftPaper, moveSourcesToEnd } from '../drafts/index.ts'

interface Control {
  firmName: string
  pensionsAuthorityNumber: string | null
  /** Of the users who are asked for, in their order; null where there is none. */
  names: (string | null)[]
}

async function loadControl(
  runQuery: RunQuery,
  { tenantId, schemeId }: { tenantId: string; schemeId: string },
  users: readonly (string | null)[],
): Promise<Control> {
  const [rows] = await runQuery({
    text: `select json_build_object('firmName', t.name, 'pensionsAuthorityNumber', s.pensions_authority_number,
        'names', (select coalesce(json_agg(n.name order by u.place), '[]') from json_array_elements_text($3::json) with ordinality u(id, place)
          left join users n on n.tenant_id = t.id and n.id = u.id))::text
      from schemes s join tenants t on t.id = s.tenant_id where s.tenant_id = $1 and s.id = $2`,
    values: [tenantId, schemeId, JSON.stringify(users)],
  })
  const text = rows?.[0]?.[0]
  if (!text) throw createNotFoundRefusal()
  return JSON.parse(text) as Control
}

const NOT_RECORDED = 'not recorded'

/** The version in force, or the latest where none is. */
export async function loadPolicyPaper(
  runQuery: RunQuery,
  id: string,
  asAtOn: string,
  loadLogo: LoadLogo,
): Promise<DraftPaper> {
  const [found] = await runQuery(policies.one(id))
  if (!found?.[0]?.[0]) throw createNotFoundRefusal()
  const policy = JSON.parse(found[0][0]) as Policy
  const version = await loadPolicyVersion(runQuery, policy)
  const { firmName, pensionsAuthorityNumber, names } = await loadControl(runQuery, policy, [
    version.approvedBy,
    version.createdBy,
  ])
  const isApproved = version.approvedOn !== null
  return {
    form: 'DOCUMENT',
    label: formatCode(policy.kind),
    title: policy.title,
    facts: [
      ['Scheme', policy.schemeName],
      ['PB number', pensionsAuthorityNumber ?? NOT_RECORDED],
      ['Firm', firmName],
      ['Version', `${version.number}, ${formatCode(version.status).toLowerCase()}`],
      ['Owner', policy.assigneeName ?? NOT_RECORDED],
      ['Prepared by', names[1] ?? NOT_RECORDED],
      ['Approved by', isApproved ? `The trustees, recorded by ${names[0] ?? NOT_RECORDED}` : 'not approved'],
      ['Approved on', formatDateOr(version.approvedOn, 'not approved')],
      ['Effective from', formatDateOr(version.effectiveFrom, NOT_RECORDED)],
      ['Next review', formatDateOr(policy.nextReviewOn, NOT_RECORDED)],
      ['SHA-256', version.sha256],
    ],
    text: moveSourcesToEnd(buildPolicyText(version)),
    asAtOn,
    isApproved,
    logo: await loadLogo(runQuery, policy.tenantId),
  }
}

async function loadPolicyVersion(runQuery: RunQuery, policy: Policy): Promise<PolicyVersion> {
  const [rows] = await runQuery(
    policyVersions.list(
      {
        policyId: policy.id,
        number: policy.inForceVersion ?? policy.latestVersion,
        limit: 1,
        sort: '-number',
      },
      { level: 'tenant', tenantId: policy.tenantId },
    ),
  )
  const [version] = JSON.parse(rows?.[0]?.[0] ?? '[]') as PolicyVersion[]
  if (!version) throw createNotFoundRefusal()
  return version
}

/** The text, and the statement of investment policy principles with its percentages. */
function buildPolicyText({ content, statement }: PolicyVersion): string {
  if (!statement) return content
  const principles = PRINCIPLES.flatMap((name) =>
    statement[name] ? [`### ${formatFieldName(name)}`, statement[name]] : [],
  )
  const percents = (
    [
      ['Invested in the sponsoring employer', statement.employerRelatedPercent],
      ['Invested in the group of the employer', statement.groupRelatedPercent],
    ] as const
  ).flatMap(([label, percent]) => (percent === null ? [] : [`${label}: ${percent}%`]))
  const { borrowing, isMostlyOnRegulatedMarkets: isRegulated, earlierInvestments } = statement
  const answers = [
    borrowing && `Borrowing: ${formatCode(borrowing)}`,
    isRegulated !== undefined && `Predominantly on regulated markets: ${isRegulated ? 'Yes' : 'No'}`,
    earlierInvestments && `Investments from before 22 April 2021: ${formatCode(earlierInvestments)}`,
  ].filter((answer): answer is string => typeof answer === 'string')
  return [
    content,
    '## Statement of investment policy principles',
    ...principles,
    ...percents,
    ...answers,
  ].join('\n\n')
}

/** `riskMeasurementMethods` as "Risk measurement methods". */
export const formatFieldName = (name: string): string =>
  formatCode(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
    .replace(/^Esg /, 'ESG ')
    .replace(/\bid\b/i, 'ID')

export async function loadAssessment(runQuery: RunQuery, id: string): Promise<OwnRiskAssessment> {
  const [rows] = await runQuery(ownRiskAssessments.one(id))
  if (!rows?.[0]?.[0]) throw createNotFoundRefusal()
  return JSON.parse(rows[0][0]) as OwnRiskAssessment
}

export async function loadAssessmentPaper(
  runQuery: RunQuery,
  id: string,
  asAtOn: string,
  loadLogo: LoadLogo,
): Promise<DraftPaper> {
  const assessment = await loadAssessment(runQuery, id)
  const { firmName, pensionsAuthorityNumber } = await loadControl(runQuery, assessment, [])
  const { cycleNumber, scope, trigger, status, asOfOn, approvedOn, authoritySubmittedOn } = assessment
  return {
    form: 'DOCUMENT',
    label: 'Own-risk assessment',
    title: `Own-risk assessment ${cycleNumber}`,
    facts: [
      ['Scheme', assessment.schemeName],
      ['PB number', pensionsAuthorityNumber ?? NOT_RECORDED],
      ['Firm', firmName],
      ['Version', `Cycle ${cycleNumber}, ${formatCode(status).toLowerCase()}`],
      ['Scope and trigger', `${formatCode(scope)}, ${formatCode(trigger).toLowerCase()}`],
      ['As of', formatDate(asOfOn)],
      ['Owner', 'The trustees'],
      ['Approved by', approvedOn ? 'The trustees' : 'not approved'],
      ['Approved on', formatDateOr(approvedOn, 'not approved')],
      ['Next assessment', formatDateOr(assessment.nextDueOn, NOT_RECORDED)],
      ['Copy to the Authority', formatDateOr(authoritySubmittedOn, 'none recorded')],
    ],
    text: moveSourcesToEnd(buildAssessmentText(assessment)),
    asAtOn,
    isApproved: approvedOn !== null,
    logo: await loadLogo(runQuery, assessment.tenantId),
  }
}

function buildAssessmentText({ methodology, riskFunctionOpinion, sections }: OwnRiskAssessment): string {
  return [
    ...(methodology ? ['## Methodology', methodology] : []),
    ...(riskFunctionOpinion ? ['## Opinion of the risk management function', riskFunctionOpinion] : []),
    ...CHECKLIST.flatMap(({ key, title, citation }) => {
      const content = sections[key]
      const text =
        content?.text ??
        (content?.notApplicableReason ? `Not applicable: ${content.notApplicableReason}` : 'Not written.')
      return [`## ${key}. ${title}`, text, `*Sources: ${formatCitations(citation)}*`]
    }),
  ].join('\n\n')
}
