/** Labels, tones and sentences of policy states. */

import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type {
  Policy,
  PolicyCell,
  PolicyStatus,
  PolicyVersion,
  PolicyVersionStatus,
} from '../../../../contract/policies.ts'
import { PolicyBasis, PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode, formatValue } from '../../../labels.ts'
import type { Option } from '../../../ui/options.tsx'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

export const POLICY_TONES: Record<PolicyStatus | PolicyVersionStatus, Tone> = {
  DRAFT: 'idle',
  IN_REVIEW: 'progress',
  APPROVED: 'settled',
  IN_FORCE: 'done',
  SUPERSEDED: 'ended',
  WITHDRAWN: 'ended',
}

/** Fields of a statement of investment policy principles other than its texts. */
export const INVESTMENT_FACTS = [
  'employerRelatedPercent',
  'groupRelatedPercent',
  'borrowing',
  'isMostlyOnRegulatedMarkets',
  'earlierInvestments',
] as const

/** Empty where it is not recorded. */
export function formatInvestmentFact(
  statement: PolicyVersion['statement'],
  name: (typeof INVESTMENT_FACTS)[number],
): string {
  const value = statement?.[name] ?? null
  return value === null ? '' : formatValue(name, value)
}

export const getPolicyKindTitle = (kind: PolicyKind): string => POLICY_KINDS[kind].title

const BASES = PolicyBasis.options.map((code) => formatCode(code))
/** By what they rest on: the law's own come first. */
export const KIND_OPTIONS: readonly Option[] = PolicyKind.options
  .map((kind) => ({
    value: kind,
    label: getPolicyKindTitle(kind),
    group: formatCode(POLICY_KINDS[kind].basis),
  }))
  .sort((one, other) => BASES.indexOf(one.group) - BASES.indexOf(other.group))

/** Legal basis of a kind: `Statute: IORP II art. 21(3)`. The Code is its own reference. */
export function formatLegalBasis(kind: PolicyKind): string {
  const { basis, citations } = POLICY_KINDS[kind]
  return citations[0] === 'CODE' && basis === 'CODE'
    ? formatCitedSources(...citations)
    : `${formatCode(basis)}: ${formatCitedSources(...citations)}`
}

/** The same in a sentence: the law asks for some of these by another name than policy. */
export function formatBasis(kind: PolicyKind): string {
  const { basis, isNamedAsPolicy, citations } = POLICY_KINDS[kind]
  if (basis !== 'STATUTE') return formatLegalBasis(kind)
  return `${isNamedAsPolicy ? 'Named as a written policy' : 'Required in another form than a written policy'}: ${formatCitedSources(...citations)}`
}

/** The rule by which the next review was found, and where it stands. */
export function reviewRule({ kind, reviewIntervalMonths, approvedOn, lastReviewedOn }: Policy): string {
  const { longestReviewMonths, citations } = POLICY_KINDS[kind]
  const since =
    lastReviewedOn && approvedOn && lastReviewedOn > approvedOn
      ? `Reviewed ${formatDate(lastReviewedOn)}`
      : approvedOn
        ? `Approved ${formatDate(approvedOn)}`
        : 'The approval'
  return `${since} + ${reviewIntervalMonths} months; at most ${longestReviewMonths}: ${formatCitedSources(citations[0])}`
}

export type CellState =
  | 'OVERDUE'
  | 'DUE'
  | 'IN_FORCE'
  | 'ON_ITS_WAY'
  | 'MISSING'
  | 'NOT_RECORDED'
  | 'CONFIRM'
  | 'NOT_NEEDED'

export function getCellState({ required, status, flag, isNotRecorded }: PolicyCell): CellState {
  if (isNotRecorded) return 'NOT_RECORDED'
  if (status === null)
    return required === true ? 'MISSING' : required === 'CONFIRM' ? 'CONFIRM' : 'NOT_NEEDED'
  if (flag === 'REVIEW_OVERDUE') return 'OVERDUE'
  if (flag === 'REVIEW_DUE') return 'DUE'
  return status === 'IN_FORCE' ? 'IN_FORCE' : 'ON_ITS_WAY'
}

export const CELL_TONES: Record<CellState, Tone> = {
  OVERDUE: 'late',
  DUE: 'soon',
  IN_FORCE: 'done',
  ON_ITS_WAY: 'progress',
  MISSING: 'late',
  NOT_RECORDED: 'idle',
  CONFIRM: 'idle',
  NOT_NEEDED: 'ended',
}

/** A word or two for a narrow cell. */
export function formatShortText(cell: PolicyCell): string {
  const state = getCellState(cell)
  switch (state) {
    case 'OVERDUE':
    case 'DUE':
    case 'IN_FORCE':
      return `v${cell.inForceVersion}`
    case 'ON_ITS_WAY':
      // Narrower than "In review".
      return cell.status === 'IN_REVIEW' ? 'Review' : formatCode(cell.status ?? '')
    case 'MISSING':
      return 'Missing'
    case 'NOT_RECORDED':
      return 'Not recorded'
    case 'CONFIRM':
      return 'Check'
    case 'NOT_NEEDED':
      return '–'
  }
}

/** The whole of a cell: what there is, and why it is or is not needed. */
export function formatCellText(cell: PolicyCell): string {
  const title = getPolicyKindTitle(cell.kind)
  const version = `version ${cell.inForceVersion} in force`
  const on = cell.nextReviewOn ? formatDate(cell.nextReviewOn) : 'an unknown date'
  switch (getCellState(cell)) {
    case 'OVERDUE':
      return `${title}: ${version}, its review was due ${on}`
    case 'DUE':
      return `${title}: ${version}, its review is due ${on}`
    case 'IN_FORCE':
      return `${title}: ${version}, next review ${on}`
    case 'ON_ITS_WAY':
      return `${title}: ${formatCode(cell.status ?? '').toLowerCase()}, no version in force. ${cell.reason}`
    case 'MISSING':
      return `${title}: required and missing. ${cell.reason}`
    case 'NOT_RECORDED':
      return `${title}: required and not recorded yet. ${cell.reason}`
    case 'CONFIRM':
      return `${title}: none recorded; confirm whether it is required. ${cell.reason}`
    case 'NOT_NEEDED':
      return `${title}: not required. ${cell.reason}`
  }
}

export interface PolicyGapCounts {
  missing: number
  notRecorded: number
  toConfirm: number
  overdue: number
  due: number
}

/** Required, and nothing is in force: also where a draft is on its way. */
export const isGap = ({ required, status, isNotRecorded }: PolicyCell): boolean =>
  required === true && status !== 'IN_FORCE' && !isNotRecorded

export function countPolicyGaps(rows: readonly { cells: readonly PolicyCell[] }[]): PolicyGapCounts {
  const cells = rows.flatMap((row) => row.cells)
  const count = (is: (cell: PolicyCell) => boolean): number => cells.filter(is).length
  return {
    missing: count(isGap),
    notRecorded: count(({ isNotRecorded }) => isNotRecorded),
    toConfirm: count((cell) => getCellState(cell) === 'CONFIRM'),
    overdue: count(({ flag }) => flag === 'REVIEW_OVERDUE'),
    due: count(({ flag }) => flag === 'REVIEW_DUE'),
  }
}

export const buildPolicyCrumbs = ({ schemeId, schemeName }: Policy): Crumb[] => [
  { label: 'Policies', to: PAGES.policies },
  { label: schemeName, to: PAGES.schemePolicies, params: { schemeId } },
]

/** Of what is below a policy. */
export const buildPolicyPageCrumbs = (policy: Policy): Crumb[] => [
  ...buildPolicyCrumbs(policy),
  { label: policy.title, to: PAGES.policy, params: { policyId: policy.id } },
]
