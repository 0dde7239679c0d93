import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createPolicy, type PolicyCell } from '../../../../contract/policies.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { DraftLink } from './draft-link.tsx'
import { CELL_TONES, countPolicyGaps, formatLegalBasis, getCellState, getPolicyKindTitle } from './policy.ts'

export default function PoliciesOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const { data } = useSuspenseQuery(createQuery(operation('policy.matrix'), { schemeId }))
  const may = useMay()
  const row = data.data[0]
  const create = useCreateButton(
    row ? createPolicy : null,
    { to: PAGES.newPolicy, search: { schemeId } },
    'New policy',
  )
  if (!row)
    return (
      <EmptyState
        title={scheme.status === 'WOUND_UP' ? 'Scheme wound up' : 'Policies are not required for this scheme'}
      >
        {scheme.status === 'WOUND_UP'
          ? 'Its policies are in the list of all policies.'
          : 'The scheme is outside the IORP regime.'}
      </EmptyState>
    )
  const groups = GROUPS.map(({ title, has }) => ({ title, cells: row.cells.filter(has) }))
  return (
    <div className="flex flex-col gap-6">
      <Answer cells={row.cells} />
      {may(operation('draft.list')) && (
        <p className="print:hidden">
          <Link to={PAGES.drafts} search={{ schemeId }} className="link">
            Drafts of this scheme
          </Link>
        </p>
      )}
      {groups
        .filter(({ cells }) => cells.length > 0)
        .map(({ title, cells }, index) => (
          <Section key={title} title={title} actions={index === 0 && create}>
            <Rows name={title}>
              {cells.map((cell) => (
                <Kind key={cell.kind} cell={cell} schemeId={schemeId} />
              ))}
            </Rows>
          </Section>
        ))}
    </div>
  )
}

const GROUPS: readonly { title: string; has: (cell: PolicyCell) => boolean }[] = [
  { title: 'Required', has: ({ required }) => required === true },
  {
    title: 'Recommended or to confirm',
    has: ({ required, policyId }) => required !== true && (required === 'CONFIRM' || policyId !== null),
  },
  { title: 'Not required', has: ({ required, policyId }) => required === false && policyId === null },
]

function Answer({ cells }: { cells: readonly PolicyCell[] }) {
  const { missing, notRecorded, overdue, due, toConfirm } = countPolicyGaps([{ cells }])
  const required = cells.filter((cell) => cell.required === true).length
  const inForce = required - missing - notRecorded
  const also = [
    notRecorded > 0 && `${notRecorded} not recorded yet`,
    overdue > 0 && `${formatCount(overdue, 'review')} overdue`,
    due > 0 && `${formatCount(due, 'review')} due within 60 days`,
    toConfirm > 0 && `${toConfirm} to check`,
  ].filter(Boolean)
  return (
    <Notice
      look={missing + overdue > 0 ? 'late' : due > 0 ? 'warn' : 'info'}
      title={`${inForce} of ${formatCount(required, 'required policy', 'required policies')} ${inForce === 1 ? 'is' : 'are'} in force`}
    >
      {also.length > 0 ? `${also.join(', ')}.` : 'No reviews due within 60 days.'}
    </Notice>
  )
}

function Kind({ cell, schemeId }: { cell: PolicyCell; schemeId: string }) {
  const may = useMay()
  const { kind, policyId, inForceVersion, nextReviewOn, reason } = cell
  const state = getCellState(cell)
  // A version that is on its way goes first, and what is not asked for is not offered.
  const isToDraft = state !== 'ON_ITS_WAY' && state !== 'NOT_NEEDED'
  return (
    <Row
      title={
        <p className="font-medium">
          {policyId ? (
            <Link to={PAGES.policy} params={{ policyId }} className="link">
              {getPolicyKindTitle(kind)}
            </Link>
          ) : may(createPolicy) ? (
            <Link to={PAGES.newPolicy} search={{ schemeId, kind }} className="link">
              {getPolicyKindTitle(kind)}
              <span className="sr-only">: create policy</span>
            </Link>
          ) : (
            getPolicyKindTitle(kind)
          )}
        </p>
      }
      aside={<Status tone={CELL_TONES[state]}>{formatState(cell)}</Status>}
    >
      {inForceVersion !== null && (
        <p className="flex flex-wrap gap-x-2">
          <span>Version {inForceVersion}, next review</span>
          <span>{nextReviewOn ? <DueDay on={nextReviewOn} /> : 'not known'}</span>
        </p>
      )}
      <p>{reason}.</p>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="text-muted text-sm">{formatLegalBasis(kind)}</span>
        {isToDraft && <DraftLink schemeId={schemeId} kind={kind} />}
      </p>
    </Row>
  )
}

/** A review that is due is what there is to know of a policy in force. */
function formatState(cell: PolicyCell): string {
  const { status, flag } = cell
  if (flag) return formatCode(flag)
  if (status) return formatCode(status)
  return (
    { MISSING: 'Missing', NOT_RECORDED: 'Not recorded yet', CONFIRM: 'Check' }[
      getCellState(cell) as string
    ] ?? 'No policy'
  )
}
