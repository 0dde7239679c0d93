/** What a table or a file says of duties. */
import { Link } from '@tanstack/react-router'
import type { Obligation } from '../../../contract/obligations.ts'
import { PAGES } from '../../../contract/pages.ts'
import { dayColumn, textColumn } from '../../lists/columns.tsx'
import { Confidence, confidenceWords } from '../../records/confidence.tsx'
import { dutyName } from '../../records/duty-period.ts'
import { DutyStatus, dutyWords } from '../../records/duty-status.tsx'
import type { Column } from '../../ui/table/column.ts'
import { todayInDublin } from '../../words.ts'

export const obligationColumns = {
  title: textColumn<Obligation>('title', {
    label: 'Duty',
    width: 280,
    grows: true,
    cell: dutyName,
    text: dutyName,
  }),
  dueOn: dayColumn<Obligation>('dueOn', {
    label: 'Due',
    sort: 'dueOn',
    sortBack: '-dueOn',
    onCard: true,
  }),
  status: {
    key: 'status',
    label: 'Status',
    width: 188,
    onCard: true,
    cell: (duty) => <DutyStatus duty={duty} today={todayInDublin()} />,
    text: (duty) => dutyWords(duty, todayInDublin()),
  },
  schemeName: textColumn<Obligation>('schemeName', {
    label: 'Scheme',
    width: 220,
    grows: true,
    onCard: true,
    cell: ({ schemeId, schemeName }) => (
      <Link
        to={PAGES.schemeObligations}
        params={{ schemeId }}
        className="rounded-sm py-0.5 hover:underline max-sm:inline-block max-sm:min-h-6"
      >
        {schemeName}
      </Link>
    ),
    text: ({ schemeName }) => schemeName,
  }),
  who: textColumn<Obligation>('who', { label: 'Who', width: 104 }),
  confidence: {
    key: 'confidence',
    label: 'Basis',
    width: 164,
    cell: ({ confidence }) => <Confidence confidence={confidence} />,
    text: ({ confidence }) => confidenceWords(confidence),
  },
  ruleId: textColumn<Obligation>('ruleId', { label: 'Rule id', width: 84, isExtra: true }),
  completedOn: dayColumn<Obligation>('completedOn', { label: 'Completed', isExtra: true }),
  source: textColumn<Obligation>('source', { label: 'Source', width: 260, isExtra: true }),
} satisfies Record<string, Column<Obligation>>

export const linkToDuty = ({ id }: Pick<Obligation, 'id'>) => ({
  to: PAGES.obligation,
  params: { obligationId: id },
})
