/** Columns of obligations, for tables and files. */
import type { ObligationSummary } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { Confidence, formatConfidence } from '../../../records/confidence.tsx'
import { DueDate } from '../../../records/due-date.tsx'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { formatObligationStatus, ObligationStatusText } from '../../../records/obligation-status.tsx'
import { PlainLink } from '../../../ui/plain-link.tsx'
import type { Column } from '../../../ui/table/column.ts'

export const obligationColumns = {
  title: createTextColumn<ObligationSummary>('title', {
    label: 'Obligation',
    width: 200,
    grows: true,
    wraps: true,
    cell: formatObligationName,
    text: formatObligationName,
  }),
  dueOn: {
    ...createDateColumn<ObligationSummary>('dueOn', {
      label: 'Due',
      sort: 'dueOn',
      sortBack: '-dueOn',
      onCard: true,
    }),
    cell: (obligation) => <DueDate obligation={obligation} />,
  },
  status: {
    key: 'status',
    label: 'Status',
    width: 172,
    onCard: true,
    cell: (obligation) => <ObligationStatusText obligation={obligation} today={getTodayInDublin()} />,
    text: (obligation) => formatObligationStatus(obligation, getTodayInDublin()),
  },
  schemeName: createTextColumn<ObligationSummary>('schemeName', {
    label: 'Scheme',
    width: 160,
    grows: true,
    wraps: true,
    onCard: true,
    cell: ({ schemeId, schemeName }) => (
      <PlainLink
        to={PAGES.schemeObligations}
        params={{ schemeId }}
        className="rounded-sm py-0.5 hover:underline max-sm:inline-block max-sm:min-h-6"
      >
        {schemeName}
      </PlainLink>
    ),
    text: ({ schemeName }) => schemeName,
  }),
  assigneeName: createTextColumn<ObligationSummary>('assigneeName', { width: 140 }),
  who: createTextColumn<ObligationSummary>('who', { label: 'Responsible', width: 120 }),
  confidence: {
    key: 'confidence',
    label: 'Confidence',
    width: 164,
    isExtra: true,
    cell: ({ confidence }) => <Confidence confidence={confidence} />,
    text: ({ confidence }) => formatConfidence(confidence),
  },
  ruleId: createTextColumn<ObligationSummary>('ruleId', { label: 'Rule ID', width: 84, isExtra: true }),
  completedOn: createDateColumn<ObligationSummary>('completedOn', { label: 'Completed on', isExtra: true }),
  source: createTextColumn<ObligationSummary>('source', { label: 'Source', width: 260, isExtra: true }),
} satisfies Record<string, Column<ObligationSummary>>

export const linkToObligation = ({ id }: Pick<ObligationSummary, 'id'>) => ({
  to: PAGES.obligation,
  params: { obligationId: id },
})
