import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createOutsourcingArrangement,
  listOutsourcingArrangements,
  OutsourcingActivity,
  type OutsourcingArrangement,
  OutsourcingStatus,
  updateOutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { DUE_DAY_WIDTH, DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { SchemeName, ServiceProviderName } from '../../../records/names.tsx'
import { TermHint } from '../../../records/term-hint.tsx'
import { OUTSOURCING_TONES } from '../../../tones.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatNotification, isWaitingForNotification } from './arrangement.ts'

const COLUMNS: readonly Column<OutsourcingArrangement>[] = [
  createCodeColumn('activity', { sort: 'activity', grows: true, wraps: true, width: 170 }),
  createTextColumn('schemeName', {
    label: 'Scheme',
    sort: 'schemeName',
    width: 160,
    grows: true,
    wraps: true,
    onCard: true,
  }),
  createTextColumn('providerName', { sort: 'providerName', width: 140, grows: true, wraps: true }),
  createStatusColumn(OUTSOURCING_TONES, { width: 104 }),
  createDateColumn('inForceFrom', { sort: 'inForceFrom' }),
  {
    key: 'notification',
    label: 'Notification',
    width: DUE_DAY_WIDTH,
    onCard: true,
    cell: (row) =>
      isWaitingForNotification(row) && row.notifyByOn ? (
        <DueDay on={row.notifyByOn} />
      ) : (
        formatNotification(row)
      ),
    text: formatNotification,
  },
  createDateColumn('notifyByOn', { width: 170, isExtra: true }),
  createDateColumn('authorityNotifiedOn', { width: 150, isExtra: true }),
  createDateColumn('reviewDueOn', {
    isExtra: true,
    width: DUE_DAY_WIDTH,
    cell: ({ reviewDueOn: on, status }) =>
      !on ? '—' : status === 'IN_FORCE' ? <DueDay on={on} /> : formatDate(on),
  }),
  createDateColumn('signedOn', { isExtra: true }),
  createTextColumn('noticeDays', { width: 110, align: 'right', isExtra: true }),
  createDateColumn('endedOn', { label: 'Ended', isExtra: true }),
  createAddedColumn({ isExtra: true }),
]
const linkToArrangement = ({ id }: OutsourcingArrangement) => ({
  to: PAGES.outsourcingArrangement,
  params: { arrangementId: id },
})

/** Activities that providers carry out for the schemes, and those to notify to the Authority before they begin. */
export default function OutsourcingRegister() {
  const { schemeId, providerId } = useSearch({ strict: false }) as Record<string, string | undefined>
  const create = useCreateButton(
    createOutsourcingArrangement,
    {
      to: PAGES.newOutsourcingArrangement,
      search: { ...(schemeId ? { schemeId } : {}), ...(providerId ? { providerId } : {}) },
    },
    'Plan arrangement',
  )
  return (
    <>
      <PageHeader title="Outsourcing" hint={<TermHint term="Outsourcing" />} actions={create} />
      <div className="flex flex-col gap-6">
        <Answer />
        <List
          contract={listOutsourcingArrangements}
          name="Outsourcing arrangements"
          columns={COLUMNS}
          linkTo={linkToArrangement}
          filters={[
            { name: 'activity', options: listCodeOptions(OutsourcingActivity.options) },
            { name: 'status', options: listCodeOptions(OutsourcingStatus.options) },
          ]}
          chipWords={formatChip}
          empty={{
            title: 'No outsourcing arrangements yet',
            text: 'Plan each agreement before it enters into force, to notify the Authority in time.',
            action: create,
          }}
          edit={{ contract: updateOutsourcingArrangement, page: PAGES.editOutsourcingArrangement }}
        />
      </div>
    </>
  )
}

function formatChip(name: string, value: string): ReactNode {
  if (name === 'schemeId') return <SchemeName id={value} />
  if (name === 'providerId') return <ServiceProviderName id={value} />
  return undefined
}

const LOOKED_THROUGH = 200
const LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** Which notification comes next? */
function Answer() {
  const { data } = useQuery(
    createQuery(listOutsourcingArrangements, { status: 'PLANNED', limit: LOOKED_THROUGH }),
  )
  if (!data) return null
  const waiting = data.data.filter(isWaitingForNotification)
  const [first] = waiting
    .filter(({ notifyByOn }) => notifyByOn !== null)
    .toSorted((a, b) => String(a.notifyByOn).localeCompare(String(b.notifyByOn)))
  const undated = waiting.filter(({ notifyByOn }) => notifyByOn === null)
  if (waiting.length === 0)
    return (
      <Notice title={`No outstanding notifications${data.nextCursor ? ' among the newest plans' : ''}`}>
        Outsourced key functions and management must be notified to the Authority before the agreement enters
        into force ({formatCitedSources('DIR 31(6)', 'PA 64AM')}).
      </Notice>
    )
  const today = getTodayInDublin()
  return (
    <Notice
      look={first?.notifyByOn ? LOOKS[getUrgency(first.notifyByOn, today)] : 'warn'}
      title={`${formatCount(waiting.length, 'planned arrangement')} ${waiting.length === 1 ? 'waits' : 'wait'} for notification to the Authority`}
    >
      {first?.notifyByOn && (
        <p>
          First:{' '}
          <Link {...linkToArrangement(first)} className="link">
            {formatCode(first.activity)}, {first.schemeName}
          </Link>
          , notify by {formatDueDate(first.notifyByOn, today)}.
        </p>
      )}
      {undated.length > 0 && (
        <p>Of {undated.length} the date of entry into force is not known, so no deadline is shown.</p>
      )}
      <p>{formatCitedSources('DIR 31(6)', 'PA 64AM')}: before the agreement enters into force.</p>
    </Notice>
  )
}
