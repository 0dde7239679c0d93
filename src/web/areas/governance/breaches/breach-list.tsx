import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  assignBreach,
  BreachCategory,
  BreachSeverity,
  BreachSource,
  BreachStatus,
  type BreachSummary,
  createBreach,
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
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { buildBulkAssign, useAssigneeFilter } from '../../../records/assignment.tsx'
import { formatPlace } from '../../../records/record-place.tsx'
import { TermHint } from '../../../records/term-hint.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { BREACH_TONES, SEVERITY_TONES } from './breach.ts'
import { RegisterSummary } from './register-summary.tsx'
import { RegisterTrend } from './register-trend.tsx'

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

const PLACE: Column<BreachSummary> = {
  key: 'place',
  label: 'Belongs to',
  width: 190,
  grows: true,
  wraps: true,
  onCard: true,
  cell: formatPlace,
  text: formatPlace,
}
const formatTitle = ({ title, isRestricted }: BreachSummary): string =>
  isRestricted ? `${title} (restricted)` : title
const buildColumns = (isOfScheme: boolean): Column<BreachSummary>[] => [
  createTextColumn<BreachSummary>('title', {
    grows: true,
    wraps: true,
    width: 280,
    cell: formatTitle,
    text: formatTitle,
  }),
  createCodeColumn<BreachSummary>('severity', {
    width: 100,
    sort: 'severity',
    onCard: true,
    cell: ({ severity }) => <Status tone={SEVERITY_TONES[severity]}>{formatCode(severity)}</Status>,
  }),
  createStatusColumn<BreachSummary>(BREACH_TONES, { width: 140 }),
  createCodeColumn<BreachSummary>('category', { width: 136, wraps: true }),
  ...(isOfScheme ? [] : [PLACE]),
  createDateColumn<BreachSummary>('detectedOn', { sort: '-detectedOn' }),
  createTextColumn<BreachSummary>('assigneeName', { width: 104, wraps: true }),
  createDateColumn<BreachSummary>('dueOn', { isExtra: true }),
  createTextColumn<BreachSummary>('daysLate', { width: 90, align: 'right', isExtra: true }),
  createMoneyColumn<BreachSummary>('amountCents', { isExtra: true }),
  createTextColumn<BreachSummary>('membersAffected', { width: 90, align: 'right', isExtra: true }),
  createCodeColumn<BreachSummary>('reportability', { width: 210, isExtra: true }),
  createDateColumn<BreachSummary>('occurredOn', { isExtra: true }),
  createDateColumn<BreachSummary>('resolvedOn', { isExtra: true }),
  createTextColumn<BreachSummary>('reportedAt', { isExtra: true }),
  createTextColumn<BreachSummary>('reportReference', { isExtra: true }),
  createTextColumn<BreachSummary>('owner', { isExtra: true }),
  createDateColumn<BreachSummary>('closedOn', { isExtra: true }),
  createTextColumn<BreachSummary>('closingReason', { isExtra: true }),
  createAddedColumn<BreachSummary>({ label: 'Recorded', isExtra: true }),
]
const OF_FIRM = buildColumns(false)
const OF_SCHEME = buildColumns(true)

const BULK_ACTS = [buildBulkAssign<BreachSummary>(assignBreach, ({ title }) => title)]

function Breaches({ schemeId, create }: { schemeId?: string; create: ReactNode }) {
  const assignee = useAssigneeFilter()
  const may = useMay()
  return (
    <List
      contract={listBreaches}
      name={schemeId ? 'Breaches of the scheme' : 'Breaches'}
      columns={schemeId ? OF_SCHEME : OF_FIRM}
      page={PAGES.breach}
      searchLabel="Search by title"
      filters={[assignee, ...FILTERS]}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={{
        title: 'No breaches yet',
        text: 'Late contributions and overdue obligations are added automatically. Report other breaches by hand. Breaches are never deleted.',
        action: create,
      }}
      bulkActs={may(assignBreach) ? BULK_ACTS : []}
      edit={{ contract: updateBreach, page: PAGES.editBreach, isLocked: ({ status }) => status === 'CLOSED' }}
    />
  )
}

export function FirmPage() {
  const create = useCreateButton(createBreach, { to: PAGES.newBreach }, 'Report a breach')
  return (
    <>
      <PageHeader title="Breaches" hint={<TermHint term="Breach" />} actions={create} />
      <div className="flex flex-col gap-6">
        <RegisterSummary />
        <Section title="Breach register">
          <Breaches create={create} />
        </Section>
        <RegisterTrend />
      </div>
    </>
  )
}

export function SchemePage() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const create = useCreateButton(
    createBreach,
    { to: PAGES.newBreach, search: { schemeId } },
    'Report a breach',
  )
  return (
    <div className="flex flex-col gap-6">
      <RegisterSummary schemeId={schemeId} />
      <Section title="Breaches" actions={create}>
        <Breaches schemeId={schemeId} create={create} />
      </Section>
    </div>
  )
}
