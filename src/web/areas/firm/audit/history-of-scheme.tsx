import { Link, useParams } from '@tanstack/react-router'
import { type ListedAuditEntry, listAuditEntries } from '../../../../contract/audit.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { describeActivity } from '../../../activity.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Folded } from '../../../ui/details.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { EntryDifference } from './difference-table.tsx'
import { buildEntryHash } from './entry-address.ts'
import { formatAct, useEntryActivity } from './entry-words.ts'

export default function HistoryOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const about = { entityType: 'scheme', entityId: schemeId }
  const { query, rows: entries, more } = useListQuery(listAuditEntries, about)
  return (
    <Section title="History" actions={<HistoryLink {...about} label="Open in the audit log" />}>
      <p className="max-w-[70ch] text-muted">
        Changes to the scheme record, newest first. For trustees and members see the audit log.
      </p>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={4} />
      ) : entries.length === 0 ? (
        <EmptyState title="No entries for this scheme">
          The entry of its creation is missing: ask an administrator to verify the audit log.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line rounded-md border border-line bg-surface">
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <ShowMore more={more} />
    </Section>
  )
}

function HistoryEntry({ entry }: { entry: ListedAuditEntry }) {
  const { actor, before, about, after } = describeActivity(useEntryActivity()(entry))
  // Which scheme it is stands above the tabs.
  const act = formatAct({ before: before.replace(/ the scheme$/, ''), about: about && 'the scheme', after })
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 p-3 sm:flex-row">
      <Link
        to={PAGES.audit}
        search={{ entityType: entry.entityType, entityId: entry.entityId }}
        hash={buildEntryHash(entry)}
        title="Open this entry in the audit log"
        className="w-40 shrink-0 self-start rounded-sm text-muted hover:underline"
      >
        <time dateTime={entry.timestamp}>{formatInstant(entry.timestamp)}</time>
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{actor}</span> {act}
        </p>
        <Folded name="Changes">
          <EntryDifference entry={entry} />
        </Folded>
      </div>
    </li>
  )
}
