import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  AssessmentStatus,
  createOwnRiskAssessment,
  type ListedOwnRiskAssessment,
  listAssessmentStandings,
  listOwnRiskAssessments,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme, getSchemeCompliance, type Scheme } from '../../../../contract/schemes.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import {
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { ASSESSMENT_TONES, DUE_RULE_WORDS } from './assessment.ts'

const COLUMNS: readonly Column<ListedOwnRiskAssessment>[] = [
  createTextColumn('cycleNumber', { width: 80, sort: '-cycleNumber' }),
  createCodeColumn('trigger', { grows: true, onCard: true }),
  createCodeColumn('scope', { width: 120 }),
  createStatusColumn(ASSESSMENT_TONES, { width: 160 }),
  createDateColumn('asOfOn', { isExtra: true }),
  createDateColumn('approvedOn', { onCard: true }),
  createDateColumn('nextDueOn', { label: 'Next due' }),
  {
    key: 'sectionCount',
    label: 'Sections',
    width: 90,
    cell: ({ sectionCount }) => `${sectionCount} of 10`,
    text: ({ sectionCount }) => String(sectionCount),
  },
  createTextColumn('riskItemCount', { label: 'Risks', width: 80, align: 'right' }),
]

export default function AssessmentsOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const [{ data: scheme }, { data: compliance }] = useSuspenseQueries({
    queries: [createQuery(getScheme, { id: schemeId }), createQuery(getSchemeCompliance, { id: schemeId })],
  })
  const { iorpInScope } = compliance.profile
  const plan = useCreateButton(
    // The service refuses them for what is no IORP, and for what has ended.
    iorpInScope.value && scheme.status !== 'WOUND_UP' ? createOwnRiskAssessment : null,
    { to: PAGES.newOwnRiskAssessment, search: { schemeId } },
    'Plan assessment',
  )
  return (
    <div className="flex flex-col gap-6">
      {iorpInScope.value ? (
        scheme.status !== 'WOUND_UP' && <Answer scheme={scheme} />
      ) : (
        <Notice title="Own-risk assessments are not required for this scheme">
          {iorpInScope.reason} ({iorpInScope.source}).
        </Notice>
      )}
      <Section title="Own-risk assessments" actions={plan}>
        <List
          contract={listOwnRiskAssessments}
          name="Own-risk assessments of the scheme"
          columns={COLUMNS}
          page={PAGES.ownRiskAssessment}
          fixed={{ schemeId }}
          sortedBy="-createdAt"
          filters={[{ name: 'status', options: listCodeOptions(AssessmentStatus.options) }]}
          empty={{
            title: 'No assessments yet',
            text: 'Plan the first assessment. Assessments approved earlier can be entered with their dates.',
            action: plan,
          }}
        />
      </Section>
    </div>
  )
}

const LOOKS = { late: 'late', soon: 'warn', later: 'done' } as const

/** When the next one is due, and by which rule. */
function Answer({ scheme }: { scheme: Scheme }) {
  // Among those of a similar name.
  const { data } = useSuspenseQuery(createQuery(listAssessmentStandings, { q: scheme.name, limit: 200 }))
  const standing = data.data.find(({ id }) => id === scheme.id)
  if (!standing) return null
  const { dueOn, dueRule, changeEventId, changedOn, lastApprovedOn } = standing
  const source =
    dueRule === 'AFTER_CHANGE'
      ? formatCitedSources('PA 64AL', 'DIR 28(1)', 'HOUSE')
      : formatCitedSources('PA 64AL', 'DIR 28(1)')
  const today = getTodayInDublin()
  const urgency = dueOn ? getUrgency(dueOn, today) : null
  return (
    <Notice
      look={urgency ? LOOKS[urgency] : dueRule === 'TO_CONFIRM' ? 'info' : 'warn'}
      title={
        dueOn
          ? urgency === 'late'
            ? `The own-risk assessment is ${formatDueDate(dueOn, today)}`
            : `Next own-risk assessment: ${formatDueDate(dueOn, today)}`
          : dueRule === 'TO_CONFIRM'
            ? 'Own-risk assessment due before the scheme was added: not recorded yet'
            : 'Due date of the next own-risk assessment not known'
      }
    >
      Due {DUE_RULE_WORDS[dueRule]} ({source}).
      {dueRule === 'TO_CONFIRM' && (
        <>
          {' '}
          <Link to={PAGES.obligationsToConfirm} search={{ schemeId: standing.id }} className="link">
            Confirm obligation
          </Link>
        </>
      )}
      {lastApprovedOn &&
        ` The last assessment of the whole IORP was approved on ${formatDate(lastApprovedOn)}.`}
      {changeEventId && changedOn && (
        <>
          {' '}
          <Link to={PAGES.schemeEvent} params={{ eventId: changeEventId }} className="link">
            Event on {formatDate(changedOn)}
          </Link>
        </>
      )}
    </Notice>
  )
}
