import { InboxEntity, InboxItem as InboxItemRecord } from '../../../../contract/inbox.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { RESOURCES } from '../../../platform/resources.ts'

/** A column of the record that an item is about, from the table that its kind names. */
const buildRecordExpression = (columnOf: (kind: InboxEntity) => string): string =>
  `case r.entity_type ${InboxEntity.options
    .map(
      (kind) =>
        `when '${kind}' then (select ${columnOf(kind)} from ${RESOURCES[kind].table} x where x.tenant_id = r.tenant_id and x.id = r.entity_id)`,
    )
    .join(' ')} end`

const SCHEME_ID = buildRecordExpression((kind) => RESOURCES[kind].scheme)

/** Row-level security shows each user only their own items, and only those about records that they can see. */
export const inboxItems = recordSet({
  record: InboxItemRecord,
  from: 'inbox_items r left join users u on u.id = r.created_by left join comments c on c.tenant_id = r.tenant_id and c.id = r.comment_id',
  columns: {
    // The id of a rule is no title.
    title: buildRecordExpression((kind) => (kind === 'obligation' ? 'x.title' : RESOURCES[kind].title)),
    schemeId: SCHEME_ID,
    schemeName: `(select s.name from schemes s where s.tenant_id = r.tenant_id and s.id = ${SCHEME_ID})`,
    actorName: 'u.name',
    commentText: 'c.text',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { unread: "(r.read_at is null) = ($ = 'true')", userId: 'r.user_id = $' },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})
