/** Activity of one record: what a user does several times in a row on one day is one line. */
import { CHECKLIST } from '../../contract/assessment-checklist.ts'
import type { ListedAuditEntry } from '../../contract/audit.ts'
import { formatCount } from '../../contract/value-format.ts'
import type { ActivityWords } from '../activity.ts'
import { toDublinDate } from '../format.ts'

export interface ActivityGroup {
  /** The latest entry. */
  entry: ListedAuditEntry
  count: number
  /** Titles of the sections of an own-risk assessment that the entries wrote, in reading order. */
  sections: string[]
}

const isSameActivity = (one: ListedAuditEntry, other: ListedAuditEntry): boolean =>
  one.actorId === other.actorId &&
  one.actorType === other.actorType &&
  one.action === other.action &&
  toDublinDate(one.timestamp) === toDublinDate(other.timestamp)

export function groupActivity(entries: readonly ListedAuditEntry[]): ActivityGroup[] {
  const groups: ListedAuditEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group?.[0] && isSameActivity(group[0], entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => ({
    entry: group[0] as ListedAuditEntry,
    count: group.length,
    sections: listSectionTitles(group),
  }))
}

const listSectionTitles = (entries: readonly ListedAuditEntry[]): string[] =>
  CHECKLIST.filter(({ key }) => entries.some(({ newState }) => newState?.section === key)).map(
    ({ title }) => title,
  )

/**
 * The sentence of a group: `wrote 2 sections of the own-risk assessment X: Funding needs, Methods` or `changed the scheme X, 3 times`. Its
 * last part follows the name of the record without a space.
 */
export function describeGroup(
  { before, after, ...words }: ActivityWords,
  { count, sections }: ActivityGroup,
): ActivityWords {
  const rest = after && ` ${after}`
  if (sections.length === 0) return { ...words, before, after: count > 1 ? `${rest}, ${count} times` : rest }
  return {
    ...words,
    before: before.replace('a section', sections.length > 1 ? formatCount(sections.length, 'section') : '$&'),
    after: `${rest}: ${sections.join(', ')}`,
  }
}
