import type { KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { DUE_DAY_WIDTH, DueDay } from '../../../records/due-day.tsx'
import { HOLDER_TONES } from '../../../tones.ts'
import type { Column } from '../../../ui/table/column.ts'
import { formatNotification, getReviewDue } from './holder.ts'

/** `Internal audit (deputy)` */
export const formatFunction = ({
  function: keyFunction,
  isDeputy,
}: Pick<KeyFunctionHolder, 'function' | 'isDeputy'>): string =>
  isDeputy ? `${formatCode(keyFunction)} (deputy)` : formatCode(keyFunction)

const isOpen = ({ status }: KeyFunctionHolder): boolean => status !== 'ENDED' && status !== 'FAILED'

function Review({ holder }: { holder: KeyFunctionHolder }) {
  const due = getReviewDue(holder)
  if (!due) return isOpen(holder) ? 'Not assessed' : '—'
  return isOpen(holder) ? <DueDay on={due.on} /> : formatDate(due.on)
}

export const holderColumns = {
  holderName: createTextColumn('holderName', { sort: 'holderName', grows: true, wraps: true }),
  schemeName: createTextColumn('schemeName', {
    label: 'Scheme',
    sort: 'schemeName',
    width: 200,
    grows: true,
    wraps: true,
    onCard: true,
  }),
  function: createCodeColumn('function', {
    width: 176,
    onCard: true,
    cell: formatFunction,
    text: formatFunction,
  }),
  status: createStatusColumn(HOLDER_TONES, { width: 140 }),
  organisation: createTextColumn('organisation', {
    width: 160,
    isExtra: true,
    cell: ({ organisation, responsiblePerson }) => organisation ?? responsiblePerson ?? '—',
  }),
  nextReviewOn: createDateColumn('nextReviewOn', {
    label: 'Fit and proper until',
    width: DUE_DAY_WIDTH,
    sort: 'nextReviewOn',
    cell: (row) => <Review holder={row} />,
    text: (row) => getReviewDue(row)?.on ?? '',
  }),
  notified: {
    key: 'authorityNotifiedOn',
    label: getLabel('authorityNotifiedOn'),
    width: 146,
    cell: formatNotification,
    text: formatNotification,
  },
  effectiveFrom: createDateColumn('effectiveFrom'),
  endedOn: createDateColumn('endedOn', { label: 'Ended', isExtra: true }),
  added: createAddedColumn({ label: 'Added', isExtra: true }),
} satisfies Record<string, Column<KeyFunctionHolder>>

export const buildHolderLink = ({ id }: Pick<KeyFunctionHolder, 'id'>) => ({
  to: PAGES.keyFunctionHolder,
  params: { holderId: id },
})
