import type { ListedAuditEntry } from '../../../../contract/audit.ts'

/** The first entry of several like it that one request wrote; `alike` counts them all, itself included. */
export type GroupedEntry = ListedAuditEntry & {
  alike?: number
  /** The group ends with the loaded entries: it may have more. */
  isCut?: true
}

/** Fewer are shown one by one. */
const FOLDED_FROM = 3

/** Entries that one request wrote have one time. */
const isAlike = (one: ListedAuditEntry, other: ListedAuditEntry): boolean =>
  (['timestamp', 'tenantId', 'actorId', 'action', 'entityType'] as const).every(
    (field) => one[field] === other[field],
  )

/** Replaces successive entries that are alike by the first of them, except those that the reader opened, by the id of the first. */
export function groupEntries(
  entries: readonly ListedAuditEntry[],
  opened: ReadonlySet<string>,
  hasMore = false,
): GroupedEntry[] {
  const folded: GroupedEntry[] = []
  for (let from = 0; from < entries.length; ) {
    const first = entries[from] as ListedAuditEntry
    let to = from + 1
    while (to < entries.length && isAlike(first, entries[to] as ListedAuditEntry)) to += 1
    if (to - from < FOLDED_FROM || opened.has(first.id)) folded.push(...entries.slice(from, to))
    else
      folded.push({
        ...first,
        alike: to - from,
        ...(hasMore && to === entries.length ? { isCut: true } : {}),
      })
    from = to
  }
  return folded
}
