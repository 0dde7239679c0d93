import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListedAuditEntry, listAuditEntries } from '../../../../contract/audit.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm, listUsers } from '../../../../contract/users.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { describeActivity } from '../../../activity.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { ACTIONS_RECORDED, RECORDS_KEPT } from './audited-actions.ts'
import { formatBrowser } from './browser-words.ts'
import { ChainActions, ChainVerdict } from './chain-verification.tsx'
import { buildEntryHash } from './entry-address.ts'
import { EntryOfAddress } from './entry-dialog.tsx'
import {
  findContributionName,
  findNameInStates,
  formatAct,
  formatAction,
  useActorOnFile,
  useEntryActivity,
} from './entry-words.ts'
import { type GroupedEntry, groupEntries } from './group-entries.ts'

const linkToEntity = (entry: ListedAuditEntry) =>
  ({ to: PAGES.audit, search: true, hash: buildEntryHash(entry), resetScroll: false }) as const

export default function AuditLog() {
  const { tenantId } = useSearch({ from: `/authenticated${PAGES.audit}` })
  const opensFirms = useMay()(canSeeEveryFirm)
  const firms = useFirms()
  const { tenantId: ownFirmId } = usePerson()
  const chain = {
    tenantId,
    firmName: firms.find(({ value }) => value === (tenantId ?? ownFirmId))?.label ?? 'this firm',
  }
  const isOneChain = tenantId !== undefined || !opensFirms
  const people = useQuery(createQuery(listUsers, { limit: 200 }))
  const nameOf = useUserNames()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const columns = useEntryColumns(isOneChain, firms, (id) => setOpened(new Set([...opened, id])))
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={<ChainActions {...chain} />}
        facts={[
          'All changes with user and origin. Entries cannot be changed or removed',
          ...(isOneChain ? [] : [`verification and export cover one firm: ${chain.firmName}`]),
        ]}
      />
      <div className="flex flex-col gap-4">
        <ChainVerdict {...chain} />
        <List
          contract={listAuditEntries}
          name="Audit log"
          columns={columns}
          fold={(entries, hasMore) => groupEntries(entries, opened, hasMore)}
          linkTo={linkToEntity}
          sortedBy={isOneChain ? '-sequence' : '-timestamp'}
          filters={[
            {
              name: 'action',
              options: ACTIONS_RECORDED.map((value) => ({ value, label: formatAction(value) })),
            },
            {
              name: 'entityType',
              options: listCodeOptions(RECORDS_KEPT),
            },
            {
              name: 'actorId',
              options: (people.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
            ...(opensFirms ? [{ name: 'tenantId', options: firms }] : []),
            { name: 'from', options: 'day' },
            { name: 'to', options: 'day' },
          ]}
          chipWords={(filter, value) => {
            if (filter === 'entityId') return <RecordName entityId={value} />
            return filter === 'actorId' ? nameOf(value) : undefined
          }}
          empty={{
            title: 'No entries yet',
            text: 'Entries appear with the first change.',
          }}
        />
      </div>
      <EntryOfAddress />
    </>
  )
}

/** The firms whose logs the reader may see, by name. */
function useFirms(): { value: string; label: string }[] {
  const { tenantId } = usePerson()
  const opensFirms = useMay()(canSeeEveryFirm)
  const firms = useQuery({ ...createQuery(operation('tenant.list'), { limit: 200 }), enabled: opensFirms })
  const own = useQuery({ ...createQuery(operation('tenant.get'), { id: tenantId }), enabled: !opensFirms })
  if (!opensFirms) return own.data ? [{ value: own.data.id, label: own.data.name }] : []
  return [
    ...(firms.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: tenantId, label: 'Platform' },
  ]
}

/** Last name of a record in the log; its id where the log keeps no name. */
function RecordName({ entityId }: { entityId: string }) {
  const latest = useQuery(createQuery(listAuditEntries, { entityId, limit: 1 })).data?.data[0]
  return (latest && (findNameInStates(latest) ?? findContributionName(latest))) ?? entityId
}

const buildTimeColumn = (by: string): Column<ListedAuditEntry> => ({
  key: 'timestamp',
  width: 164,
  label: 'Time',
  sort: `-${by}`,
  sortBack: by,
  cell: ({ timestamp }) => (
    <time dateTime={timestamp} className="whitespace-nowrap">
      {formatInstant(timestamp)}
    </time>
  ),
  text: ({ timestamp }) => timestamp,
})

function useEntryColumns(
  isOneChain: boolean,
  firms: readonly { value: string; label: string }[],
  open: (id: string) => void,
): readonly Column<ListedAuditEntry>[] {
  const actorOnFile = useActorOnFile()
  const opensFirms = useMay()(canSeeEveryFirm)
  const activityOf = useEntryActivity()
  const wordsOf = (entry: GroupedEntry) =>
    describeActivity({ ...activityOf(entry), count: entry.alike ?? 1, hasMore: entry.isCut ?? false })
  const firmOf = ({ tenantId }: ListedAuditEntry): string =>
    firms.find(({ value }) => value === tenantId)?.label ?? tenantId
  const by = isOneChain ? 'sequence' : 'timestamp'
  const columns: (Column<ListedAuditEntry> | false)[] = [
    buildTimeColumn(by),
    {
      key: 'actor',
      width: 140,
      label: 'User',
      onCard: true,
      cell: (entry) => wordsOf(entry).actor,
      text: actorOnFile,
    },
    {
      key: 'act',
      grows: true,
      // With the button that shows all entries of a group.
      width: 320,
      label: 'Activity',
      onCard: true,
      cell: (entry: GroupedEntry) => (
        <span className="[overflow-wrap:anywhere]">
          {formatAct(wordsOf(entry))}
          {entry.alike !== undefined && (
            <>
              {' '}
              <button
                type="button"
                className="link ml-1 cursor-pointer print:hidden"
                onClick={() => open(entry.id)}
              >
                Show {entry.isCut ? '' : 'all '}
                {entry.alike}
              </button>
            </>
          )}
        </span>
      ),
      text: (entry) => formatAct(wordsOf(entry)),
    },
    {
      key: 'entity',
      width: 164,
      label: 'Record',
      cell: ({ entityType, entityId, alike }: GroupedEntry) => {
        if (alike !== undefined) return formatCode(entityType)
        const page = findPageOfEntity(entityType, entityId, opensFirms)
        return page ? (
          <Link {...page} className="link">
            {formatCode(entityType)}
          </Link>
        ) : (
          formatCode(entityType)
        )
      },
      text: ({ entityType, entityId }) => `${entityType} ${entityId}`,
    },
    !isOneChain && {
      key: 'firm',
      width: 180,
      label: 'Firm',
      cell: (entry) => firmOf(entry),
      text: firmOf,
    },
    createTextColumn('schemeName', { width: 220, label: 'Scheme', isExtra: true }),
    // Optional where the firm has a column: the activity needs the width.
    createTextColumn('ipAddress', { width: 130, label: 'IP address', isExtra: !isOneChain }),
    createTextColumn('sequence', { width: 90, align: 'right', isExtra: true }),
    {
      key: 'userAgent',
      width: 160,
      label: 'Browser',
      isExtra: true,
      cell: ({ userAgent }) => formatBrowser(userAgent),
      text: ({ userAgent }) => userAgent ?? '',
    },
  ]
  return columns.filter((column) => column !== false)
}
