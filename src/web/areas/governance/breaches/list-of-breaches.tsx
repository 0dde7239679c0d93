import type { ReactNode } from 'react'
import {
  type Breach,
  BreachCategory,
  BreachSeverity,
  BreachSource,
  BreachStatus,
  listBreaches,
  Reportability,
  updateBreach,
} from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createMoneyColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { BREACH_TONES, SEVERITY_TONES } from './breach.ts'

const YES = [{ value: 'true', label: 'Yes' }]
const FILTERS = [
  { name: 'open', options: [...YES, { value: 'false', label: 'No' }] },
  { name: 'severity', options: listCodeOptions([...BreachSeverity.options].reverse()) },
  { name: 'status', options: listCodeOptions(BreachStatus.options) },
  { name: 'category', options: listCodeOptions(BreachCategory.options) },
  { name: 'toReport', options: YES },
  { name: 'reportability', options: listCodeOptions(Reportability.options) },
  { name: 'source', options: listCodeOptions(BreachSource.options) },
]

const placeWords = ({ schemeName, employerName }: Breach): string => schemeName ?? employerName ?? 'The firm'
const PLACE: Column<Breach> = {
  key: 'place',
  label: 'Belongs to',
  width: 146,
  grows: true,
  onCard: true,
  cell: placeWords,
  text: placeWords,
}
const titleWords = ({ title, isRestricted }: Breach): string =>
  isRestricted ? `${title} (restricted)` : title
const columnsOf = (isOfScheme: boolean): Column<Breach>[] => [
  createTextColumn<Breach>('title', { grows: true, cell: titleWords, text: titleWords }),
  createCodeColumn<Breach>('severity', {
    width: 110,
    sort: 'severity',
    onCard: true,
    cell: ({ severity }) => <Status tone={SEVERITY_TONES[severity]}>{formatCode(severity)}</Status>,
  }),
  createStatusColumn<Breach>(BREACH_TONES, { width: 166 }),
  createCodeColumn<Breach>('category', { width: 164 }),
  ...(isOfScheme ? [] : [PLACE]),
  createDateColumn<Breach>('detectedOn', { sort: '-detectedOn' }),
  createDateColumn<Breach>('dueOn', { isExtra: true }),
  createTextColumn<Breach>('daysLate', { width: 90, align: 'right', isExtra: true }),
  createMoneyColumn<Breach>('amountCents', { isExtra: true }),
  createTextColumn<Breach>('membersAffected', { width: 90, align: 'right', isExtra: true }),
  createCodeColumn<Breach>('reportability', { width: 210, isExtra: true }),
  createDateColumn<Breach>('occurredOn', { isExtra: true }),
  createDateColumn<Breach>('resolvedOn', { isExtra: true }),
  createTextColumn<Breach>('reportedAt', { isExtra: true }),
  createTextColumn<Breach>('reportReference', { isExtra: true }),
  createTextColumn<Breach>('owner', { isExtra: true }),
  createDateColumn<Breach>('closedOn', { isExtra: true }),
  createTextColumn<Breach>('closingReason', { isExtra: true }),
  createAddedColumn<Breach>({ label: 'Recorded', isExtra: true }),
]
const OF_FIRM = columnsOf(false)
const OF_SCHEME = columnsOf(true)

export function ListOfBreaches({
  name,
  schemeId,
  empty,
}: {
  name: string
  schemeId?: string
  empty: { title: string; text?: string; action?: ReactNode }
}) {
  return (
    <List
      contract={listBreaches}
      name={name}
      columns={schemeId ? OF_SCHEME : OF_FIRM}
      page={PAGES.breach}
      searchLabel="Search by title"
      filters={FILTERS}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={empty}
      edit={{ contract: updateBreach, page: PAGES.editBreach, isLocked: ({ status }) => status === 'CLOSED' }}
    />
  )
}
