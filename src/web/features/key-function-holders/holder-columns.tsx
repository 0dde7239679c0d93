import type { KeyFunctionHolder } from '../../../contract/key-function-holders.ts'
import { PAGES } from '../../../contract/pages.ts'
import { codeWords, labelOf } from '../../labels.ts'
import { addedColumn, codeColumn, dayColumn, statusColumn, textColumn } from '../../lists/columns.tsx'
import { DueDay } from '../../records/due-day.tsx'
import { HOLDER_TONES } from '../../tones.ts'
import type { Column } from '../../ui/table/column.ts'
import { dateWords } from '../../words.ts'
import { notificationWords, reviewDue } from './office.ts'

/** `Internal audit (deputy)` */
export const functionWords = ({
  function: keyFunction,
  isDeputy,
}: Pick<KeyFunctionHolder, 'function' | 'isDeputy'>): string =>
  isDeputy ? `${codeWords(keyFunction)} (deputy)` : codeWords(keyFunction)

const isOpen = ({ status }: KeyFunctionHolder): boolean => status !== 'ENDED' && status !== 'FAILED'

function Review({ holder }: { holder: KeyFunctionHolder }) {
  const due = reviewDue(holder)
  if (!due) return isOpen(holder) ? 'Not assessed' : '—'
  return isOpen(holder) ? <DueDay on={due.on} /> : dateWords(due.on)
}

export const holderColumns = {
  holderName: textColumn('holderName', { sort: 'holderName', grows: true }),
  schemeName: textColumn('schemeName', { label: 'Scheme', sort: 'schemeName', width: 200, onCard: true }),
  function: codeColumn('function', {
    width: 176,
    onCard: true,
    cell: functionWords,
    text: functionWords,
  }),
  status: statusColumn(HOLDER_TONES, { width: 140 }),
  organisation: textColumn('organisation', {
    width: 160,
    isExtra: true,
    cell: ({ organisation, responsiblePerson }) => organisation ?? responsiblePerson ?? '—',
  }),
  nextReviewOn: dayColumn('nextReviewOn', {
    label: 'Fit and proper until',
    width: 190,
    sort: 'nextReviewOn',
    cell: (row) => <Review holder={row} />,
    text: (row) => reviewDue(row)?.on ?? '',
  }),
  notified: {
    key: 'authorityNotifiedOn',
    label: labelOf('authorityNotifiedOn'),
    width: 146,
    cell: notificationWords,
    text: notificationWords,
  },
  effectiveFrom: dayColumn('effectiveFrom'),
  endedOn: dayColumn('endedOn', { label: 'Ended', isExtra: true }),
  added: addedColumn({ label: 'Entered', isExtra: true }),
} satisfies Record<string, Column<KeyFunctionHolder>>

export const holderLink = ({ id }: Pick<KeyFunctionHolder, 'id'>) => ({
  to: PAGES.keyFunctionHolder,
  params: { holderId: id },
})
