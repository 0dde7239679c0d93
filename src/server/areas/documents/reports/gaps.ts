/** Gaps of a scheme's records, with the rule and source that require them. Pure: the same file gives the same list in the same order. */

import { CHECKLIST, listMissingSections } from '../../../../contract/assessment-checklist.ts'
import { type CitationId, formatCitations, isVerified } from '../../../../contract/citations.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import type { RuleDecision } from '../../../../contract/obligations.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { VACANCIES } from '../../schemes/schemes/index.ts'
import type { SchemeFile } from './scheme-file.ts'

export interface Gap {
  kind:
    | 'VACANCY'
    | 'OVERDUE'
    | 'TO_CONFIRM'
    | 'DATA_GAP'
    | 'CANNOT_TELL'
    | 'POLICY_MISSING'
    | 'ASSESSMENT_SECTION'
    | 'MINUTES_MISSING'
    | 'DOCUMENT_LEFT_OUT'
  /** Subject: a rule, a policy, a section, a meeting, a document. */
  subject: string
  what: string
  ruleId: string | null
  dueOn: string | null
  source: string | null
  confidence: string | null
  /** Parts that are our interpretation or whose legal source was not verified. */
  reading: string | null
}

/** Drafts of an assessment are not in the pack; their gaps are listed. */
export function listGaps(
  file: SchemeFile,
  openAssessment: OwnRiskAssessment | null,
  leftOut: readonly LeftOut[],
): Gap[] {
  return [
    ...file.standing.decisions.flatMap(listDecisionGaps),
    ...listPolicyGaps(file),
    ...(openAssessment ? listAssessmentGaps(openAssessment) : []),
    ...file.meetings.flatMap(listMeetingGaps),
    ...leftOut.map(buildDocumentGap),
  ]
}

/** Title of the obligation, with its subject if the rule has several: the policy of internal audit, the risk management function. */
export function formatObligation({ title, periodKey }: Pick<RuleDecision, 'title' | 'periodKey'>): string {
  const [, which] = /^([A-Z][A-Z_]+)(?::|$)/.exec(periodKey ?? '') ?? []
  return which ? `${title} (${formatCode(which).toLowerCase()})` : title
}

/** Rules whose obligation is a vacancy. */
export const isVacancy = ({ ruleId, status }: Pick<RuleDecision, 'ruleId' | 'status'>): boolean =>
  VACANCIES.includes(ruleId) && (status === 'OVERDUE' || status === 'DUE_SOON')

function listDecisionGaps(decision: RuleDecision): Gap[] {
  const { status, reason, ruleId, dueOn, source, confidence } = decision
  const kind = isVacancy(decision)
    ? 'VACANCY'
    : status === 'OVERDUE' || status === 'TO_CONFIRM' || status === 'DATA_GAP' || status === 'CANNOT_TELL'
      ? status
      : null
  return kind === null
    ? []
    : [
        {
          kind,
          subject: formatObligation(decision),
          what: reason,
          ruleId,
          dueOn,
          source,
          confidence,
          reading: formatReading(decision),
        },
      ]
}

/** Describes the parts of a rule that are our interpretation or unverified; null if there are none. */
export function formatReading({
  ruling,
  citations,
}: Pick<RuleDecision, 'ruling' | 'citations'>): string | null {
  const unseen = citations.filter((id) => !isVerified(id) && id !== 'HOUSE')
  const parts = [
    ruling && `Our interpretation: ${ruling}`,
    unseen.length > 0 && `Unverified: ${formatCitations(...unseen)}`,
  ]
  return parts.filter(Boolean).join('. ') || null
}

const formatUnreadSources = (citations: readonly CitationId[]): string | null =>
  formatReading({ ruling: null, citations: [...citations] })

function listPolicyGaps({ policyMatrix }: SchemeFile): Gap[] {
  return (policyMatrix?.cells ?? []).flatMap(({ kind, required, reason, status, inForceVersion }) => {
    if (required === false || inForceVersion !== null) return []
    const { title, citations } = POLICY_KINDS[kind]
    const there = status === null ? 'Missing' : `It is not in force: ${formatCode(status).toLowerCase()}`
    const asks = required === true ? reason : `To be confirmed: ${reason}`
    return [
      {
        kind: 'POLICY_MISSING' as const,
        subject: title,
        what: `${there}. ${asks}`,
        ruleId: null,
        dueOn: null,
        source: formatCitations(...citations),
        confidence: null,
        reading: formatUnreadSources(citations),
      },
    ]
  })
}

const listAssessmentGaps = ({ cycleNumber, sections, sectionFacts }: OwnRiskAssessment): Gap[] =>
  listMissingSections(sections, sectionFacts).map(({ key, passage }) => {
    const { title, citation } = CHECKLIST.find((entry) => entry.key === key) as (typeof CHECKLIST)[number]
    return {
      kind: 'ASSESSMENT_SECTION',
      subject: `Own-risk assessment ${cycleNumber}, section ${key}: ${title}`,
      what: passage,
      ruleId: null,
      dueOn: null,
      source: formatCitations(citation),
      confidence: null,
      reading: formatUnreadSources([citation]),
    }
  })

const listMeetingGaps = ({
  title,
  heldOn,
  status,
  minutesApprovedOn,
  minutesDocumentId,
}: SchemeFile['meetings'][number]): Gap[] =>
  status === 'HELD' && !(minutesApprovedOn && minutesDocumentId)
    ? [
        {
          kind: 'MINUTES_MISSING',
          subject: `Meeting of ${heldOn}: ${title}`,
          what: minutesApprovedOn
            ? 'The minutes were approved but no document is attached'
            : 'No approved minutes are recorded',
          ruleId: null,
          dueOn: null,
          source: null,
          confidence: null,
          reading: null,
        },
      ]
    : []

/** A document whose file cannot be included. */
export interface LeftOut {
  document: DocumentRecord
  why: string
}

const buildDocumentGap = ({ document: { title, kind }, why }: LeftOut): Gap => ({
  kind: 'DOCUMENT_LEFT_OUT',
  subject: `${formatCode(kind)}: ${title}`,
  what: why,
  ruleId: null,
  dueOn: null,
  source: null,
  confidence: null,
  reading: null,
})
