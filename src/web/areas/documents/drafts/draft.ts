/** Texts for the kinds and states of drafts. */

import { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { AppliedTo, Draft, DraftStatus, DraftVersionHead } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Policy } from '../../../../contract/policies.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import type { Option } from '../../../ui/options.tsx'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

/** Shown on every draft, in each place that shows it. */
export const DRAFT_MARK = 'DRAFT: not legal advice'

export const DRAFT_TONES: Record<DraftStatus, Tone> = {
  DRAFT: 'progress',
  APPROVED: 'done',
  DISCARDED: 'ended',
  WITHDRAWN: 'ended',
}

export const formatKind = (kind: DraftKind): string => DRAFT_KINDS[kind].label

const LETTERS: ReadonlySet<DraftKind> = new Set([
  'KEY_FUNCTION_APPOINTMENT_LETTER',
  'LATE_CONTRIBUTION_LETTER',
  'CHASE_EMAIL',
  'OUTSOURCING_NOTIFICATION',
  'SUPERVISORY_COVER_LETTER',
])
const GROUPS = ['Policies', 'Assessment', 'Letters', 'Minutes, reports and notes'] as const
type Group = (typeof GROUPS)[number]

function getGroup(kind: DraftKind): Group {
  const { becomes } = DRAFT_KINDS[kind]
  if (becomes === 'OWN_RISK_ASSESSMENT') return 'Assessment'
  if ('policyKind' in becomes) return 'Policies'
  return LETTERS.has(kind) ? 'Letters' : 'Minutes, reports and notes'
}

/** The kinds in the groups in which users look for them. */
export const KIND_GROUPS: readonly { group: Group; kinds: readonly DraftKind[] }[] = GROUPS.map((group) => ({
  group,
  kinds: DraftKind.options.filter((kind) => getGroup(kind) === group),
}))
export const KIND_OPTIONS: readonly Option[] = KIND_GROUPS.flatMap(({ group, kinds }) =>
  kinds.map((kind) => ({ value: kind, label: formatKind(kind), group })),
)

/** Future result of a draft: `Version 3 of the policy “Risk management policy”`; its kind where the policy is not known. */
export function formatFutureState(
  { becomes: { label } }: Pick<Draft, 'becomes'>,
  policy?: Policy | null,
): string {
  if (policy === undefined) return label
  if (policy === null) return `${label}: version 1 of a new policy`
  return `Version ${policy.latestVersion + 1} of the policy “${policy.title}”`
}

/** Result of approving a draft of this kind. */
export function formatApprovalResult(kind: DraftKind): string {
  const { becomes } = DRAFT_KINDS[kind]
  if (becomes === 'OWN_RISK_ASSESSMENT') return 'It fills the empty sections of the own-risk assessment.'
  return 'policyKind' in becomes
    ? 'It becomes a version of the policy. The trustees must still approve that version.'
    : 'It is filed as a document of the scheme.'
}

/** `Edited by Aoife Byrne, 21 Mar 2026, 14:02` */
export const formatVersion = ({ origin, createdByName, createdAt }: DraftVersionHead): string =>
  `${formatCode(origin, 'origin')}${createdByName ? ` by ${createdByName}` : ''}, ${formatInstant(createdAt)}`

/** Record created from a draft: `Version 3 of the risk management policy.` */
export function formatApplied(
  { kind, versionNumber, filledSections, leftSections }: AppliedTo,
  { becomes, title }: Pick<Draft, 'becomes' | 'title'>,
): string {
  if (kind === 'POLICY') return `Version ${versionNumber} of ${becomes.label}.`
  if (kind === 'DOCUMENT') return `Filed as a document: ${title}.`
  const left =
    leftSections.length > 0
      ? ` Sections ${leftSections.join(', ')} already had text and were not changed.`
      : ''
  return filledSections.length > 0
    ? `Filled sections ${filledSections.join(', ')} of the own-risk assessment.${left}`
    : `Filled no section of the own-risk assessment.${left}`
}

/** Page of the record that was created from a draft. */
export function getPageOfApplied({ kind, id }: AppliedTo) {
  if (kind === 'POLICY') return { to: PAGES.policy, params: { policyId: id } }
  if (kind === 'OWN_RISK_ASSESSMENT') return { to: PAGES.ownRiskAssessment, params: { assessmentId: id } }
  return { to: PAGES.document, params: { documentId: id } }
}

export const buildDraftCrumbs: readonly Crumb[] = [
  { label: 'Assistant', to: PAGES.assistant },
  { label: 'Drafts', to: PAGES.drafts },
]

/** Breadcrumbs of the pages below a draft. */
export const buildDraftPageCrumbs = ({ id, title }: Draft): Crumb[] => [
  ...buildDraftCrumbs,
  { label: title, to: PAGES.draft, params: { draftId: id } },
]
