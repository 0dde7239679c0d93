import { Link, useSearch } from '@tanstack/react-router'
import { type InboxItem, listInbox, markInboxRead } from '../../../../contract/inbox.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { toServerTime } from '../../../now.ts'
import { useCommand } from '../../../queries.ts'
import { createSearchParser } from '../../../search.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { formatInboxSentenceStart } from './inbox-sentence.ts'

export default function Inbox() {
  const search = createSearchParser(listInbox)(useSearch({ strict: false }))
  const isUnreadOnly = search.unread === 'true'
  const { query, rows, more } = useListQuery(listInbox, {}, search)
  const markRead = useCommand(markInboxRead)
  const hasUnread = rows.some(({ readAt }) => readAt === null)
  const markAll = (): void =>
    markRead.mutate({ sent: {} }, { onSuccess: () => showToast('saved', 'All items marked as read') })
  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            {(isUnreadOnly || rows.length > 0) && (
              <ButtonLink to={PAGES.inbox} search={isUnreadOnly ? {} : { unread: 'true' }}>
                {isUnreadOnly ? 'Show all' : 'Show unread only'}
              </ButtonLink>
            )}
            {hasUnread && (
              <Button isBusy={markRead.isPending} onClick={markAll}>
                Mark all as read
              </Button>
            )}
          </>
        }
      />
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={isUnreadOnly ? 'No unread items' : 'Your inbox is empty'}>
          Mentions in comments, records assigned to you and approvals returned to you appear here.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <Rows name="Inbox">
            {rows.map((item) => (
              <Item key={item.id} item={item} onRead={() => markRead.mutate({ sent: { ids: [item.id] } })} />
            ))}
          </Rows>
          <ShowMore more={more} />
        </div>
      )}
    </>
  )
}

function Item({ item, onRead }: { item: InboxItem; onRead: () => void }) {
  const { title, schemeName, commentText, readAt, entityType, entityId } = item
  const page = findPageOfEntity(entityType, entityId, false)
  const isUnread = readAt === null
  const before = formatInboxSentenceStart(item)
  return (
    <Row
      title={
        <p className={isUnread ? 'font-semibold' : ''}>
          {isUnread && (
            <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
              <span className="sr-only">Unread: </span>
            </span>
          )}
          {before}{' '}
          {page ? (
            <Link {...page} className="link" onClick={() => isUnread && onRead()}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
      }
      aside={
        <span className="flex items-center gap-2 text-muted text-sm">
          <Ago at={item.createdAt} now={toServerTime()} />
          {isUnread && (
            <Button look="quiet" onClick={onRead} aria-label={`Mark as read: ${before} ${title}`}>
              Mark as read
            </Button>
          )}
        </span>
      }
    >
      {schemeName && schemeName !== title && <p className="text-muted text-sm">{schemeName}</p>}
      {commentText && <p className="line-clamp-3 max-w-[80ch] whitespace-pre-line text-sm">{commentText}</p>}
    </Row>
  )
}
