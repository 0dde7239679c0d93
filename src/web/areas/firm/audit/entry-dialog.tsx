/** One entry of the log: who did what to which record, what it changed, and its place in the chain. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListedAuditEntry, listAuditEntries } from '../../../../contract/audit.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { formatActivitySentence } from '../../../activity.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Folded } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatBrowser } from './browser-words.ts'
import { EntryDifference } from './difference-table.tsx'
import { parseEntryHash } from './entry-address.ts'
import { useActorOnFile, useEntryActivity } from './entry-words.ts'

/** Open while the address names an entry. */
export function EntryOfAddress() {
  const address = parseEntryHash(useLocation({ select: ({ hash }) => hash }))
  const navigate = useNavigate()
  if (!address) return null
  return (
    <EntryDialog
      {...address}
      onClose={() => void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })}
    />
  )
}

/** The entry, at once where a list on this page has it: entries never change. */
function useEntry(timestamp: string, id: string) {
  const queries = useQueryClient()
  const find = (data: readonly ListedAuditEntry[]): ListedAuditEntry | undefined =>
    data.find((one) => one.id === id)
  const known = queries
    .getQueriesData<{ pages?: { data: ListedAuditEntry[] }[] }>({
      queryKey: [listAuditEntries.name, 'pages'],
    })
    .map(([, list]) => find(list?.pages?.flatMap(({ data }) => data) ?? []))
    .find(Boolean)
  const query = useQuery({
    ...createQuery(listAuditEntries, { from: timestamp, to: timestamp, limit: 200 }),
    enabled: !known,
  })
  return { entry: known ?? (query.data && (find(query.data.data) ?? null)), query }
}

function EntryDialog({ timestamp, id, onClose }: { timestamp: string; id: string; onClose: () => void }) {
  const { entry, query } = useEntry(timestamp, id)
  const activityOf = useEntryActivity()
  const title = entry ? formatActivitySentence(activityOf(entry)) : 'Audit log entry'
  return (
    <Dialog isOpen isWide onClose={onClose} title={title}>
      {query.isError ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : entry === null ? (
        <p>The entry does not exist or belongs to another organisation.</p>
      ) : entry ? (
        <EntryDetails entry={entry} />
      ) : (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3">
          <Skeleton width="60%" />
          <Skeleton height={160} />
        </div>
      )}
    </Dialog>
  )
}

function EntryDetails({ entry }: { entry: ListedAuditEntry }) {
  const opensFirms = useMay()(canSeeEveryFirm)
  const actorOnFile = useActorOnFile()
  const { entityType, entityId, actorId } = entry
  const page = findPageOfEntity(entityType, entityId, opensFirms)
  const firm = opensFirms ? { tenantId: entry.tenantId } : {}
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          { label: 'Time', value: `${formatInstant(entry.timestamp)} (${entry.timestamp})` },
          { label: 'User', value: actorOnFile(entry) },
          { label: 'Role', value: formatCode(entry.actorType) },
          {
            label: 'Record',
            value: page ? (
              <Link {...page} className="link">
                {formatCode(entityType)} {entityId}
              </Link>
            ) : (
              `${formatCode(entityType)} ${entityId}`
            ),
          },
          { label: 'Operation', value: entry.action },
          {
            label: 'IP address',
            value: entry.ipAddress ?? 'Not known',
          },
          { label: 'Browser', value: formatBrowser(entry.userAgent) },
        ]}
      />
      <Part title="Changes">
        <EntryDifference entry={entry} />
      </Part>
      <Part title="Position in the chain">
        <Facts
          facts={[
            { label: 'Sequence', value: String(entry.sequence) },
            { label: 'Hash', value: <Hash text={entry.hash} /> },
            { label: 'Hash of the previous entry', value: <Hash text={entry.previousHash} /> },
          ]}
        />
      </Part>
      <Folded name="Entry in the format of the API (JSON)">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <pre className="max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs" tabIndex={0}>
          {JSON.stringify(entry, null, 2)}
        </pre>
      </Folded>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Button icon={<Printer aria-hidden="true" size={16} />} onClick={() => window.print()}>
          Print
        </Button>
        <Link to={PAGES.audit} search={{ entityType, entityId, ...firm }} className="link">
          All entries of this record {formatCode(entityType).toLowerCase()}
        </Link>
        <Link to={PAGES.audit} search={{ actorId, ...firm }} className="link">
          All entries of this user
        </Link>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Hash = ({ text }: { text: string }) => <span className="font-mono text-xs">{text}</span>
