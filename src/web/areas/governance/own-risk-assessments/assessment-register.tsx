import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import {
  AssessmentDueRule,
  type AssessmentProgress,
  createOwnRiskAssessment,
  listAssessmentStandings,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { capitalise, formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { DUE_DAY_WIDTH, DueDay } from '../../../records/due-day.tsx'
import { TermHint } from '../../../records/term-hint.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { ASSESSMENT_TONES, DUE_RULE_WORDS } from './assessment.ts'

const COLUMNS: readonly Column<AssessmentProgress>[] = [
  createTextColumn('schemeName', {
    label: 'Scheme',
    sort: 'schemeName',
    grows: true,
    wraps: true,
    width: 170,
  }),
  createTextColumn('employerName', { label: 'Employer', isExtra: true }),
  createDateColumn('lastApprovedOn', {
    label: 'Last approved',
    width: 130,
    cell: ({ lastApprovedOn }) => (lastApprovedOn ? formatDate(lastApprovedOn) : 'Not recorded'),
  }),
  createDateColumn('dueOn', {
    label: 'Next due',
    width: DUE_DAY_WIDTH,
    sort: 'dueOn',
    onCard: true,
    cell: ({ dueOn }) => (dueOn ? <DueDay on={dueOn} /> : <Status tone="idle">Not known</Status>),
  }),
  {
    key: 'dueRule',
    label: 'Rule',
    width: 140,
    grows: true,
    wraps: true,
    onCard: true,
    cell: ({ dueRule }) => <span title={capitalise(DUE_RULE_WORDS[dueRule])}>{formatCode(dueRule)}</span>,
    text: ({ dueRule }) => formatCode(dueRule),
  },
  {
    key: 'openStatus',
    label: 'In progress',
    width: 124,
    onCard: true,
    cell: ({ openStatus }) =>
      openStatus ? <Status tone={ASSESSMENT_TONES[openStatus]}>{formatCode(openStatus)}</Status> : '—',
    text: ({ openStatus }) => (openStatus ? formatCode(openStatus) : ''),
  },
]

/** Per scheme of the regime: when the next own-risk assessment is due, by which rule, and what is being done. */
export default function AssessmentRegister() {
  const plan = useCreateButton(createOwnRiskAssessment, { to: PAGES.newOwnRiskAssessment }, 'Plan assessment')
  return (
    <>
      <PageHeader
        title="Own-risk assessments"
        hint={<TermHint term="Own-risk assessment" />}
        actions={plan}
      />
      <div className="flex flex-col gap-6">
        <Answer />
        <List
          contract={listAssessmentStandings}
          name="Own-risk assessments"
          columns={COLUMNS}
          page={PAGES.schemeAssessments}
          searchLabel="Scheme"
          filters={[
            { name: 'dueRule', options: listCodeOptions(AssessmentDueRule.options) },
            { name: 'openStatus', options: listCodeOptions(['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW']) },
            { name: 'dueTo', options: 'day' },
          ]}
          empty={{
            title: 'No schemes need an assessment',
            text: 'Funded schemes and trust RACs need own-risk assessments. PRSAs and RAC contracts are outside the regime.',
            action: <AddSchemesLink />,
          }}
        />
      </div>
    </>
  )
}

const SOON_DAYS = 60
const COUNTED = 200

/** Overdue and upcoming assessments, each with a link to its rows. */
function Answer() {
  const today = getTodayInDublin()
  const [yesterday, soon] = [addDays(today, -1), addDays(today, SOON_DAYS)]
  const [late, near, unknown] = useSuspenseQueries({
    queries: [
      createQuery(listAssessmentStandings, { dueTo: yesterday, limit: COUNTED }),
      createQuery(listAssessmentStandings, { dueTo: soon, limit: COUNTED }),
      createQuery(listAssessmentStandings, { dueRule: 'NOT_KNOWN', limit: COUNTED }),
    ],
  })
  const [overdue, missing] = [late.data.data.length, unknown.data.data.length]
  const next = near.data.data.length - overdue
  const rule = `Every three years, and without delay after a significant change of the risk profile: ${formatCitedSources('PA 64AL', 'DIR 28')}.`
  const doors = [
    overdue > 0 && { words: `${formatCount(overdue, 'scheme')} overdue`, search: { dueTo: yesterday } },
    next > 0 && {
      words: `${formatCount(next, 'scheme')} due within ${SOON_DAYS} days`,
      search: { dueTo: soon },
    },
    missing > 0 && {
      words: `${formatCount(missing, 'scheme')} without a start date`,
      search: { dueRule: 'NOT_KNOWN' as const },
    },
  ].filter((door) => door !== false)
  return (
    <Notice
      look={overdue > 0 ? 'late' : next > 0 ? 'warn' : 'info'}
      title={
        overdue > 0
          ? `${formatCount(overdue, 'own-risk assessment')} overdue`
          : doors.length > 0
            ? 'No assessments overdue'
            : `No assessments due within ${SOON_DAYS} days`
      }
    >
      {doors.length > 0 && (
        <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-2">
          {doors.map(({ words, search }) => (
            <li key={words}>
              <Link to={PAGES.ownRiskAssessments} search={search} className="link">
                {words}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {rule}
    </Notice>
  )
}
