/**
 * Where one entry is: behind the `#` of the log's address, so that the filters stay as they are. Its time is in it because
 * the log is queried by time, not by id; the link finds the entry under any filter.
 */
import type { AuditEntry } from '../../../../contract/audit.ts'

export const buildEntryHash = ({ timestamp, id }: Pick<AuditEntry, 'timestamp' | 'id'>): string =>
  `${timestamp}_${id}`

export function parseEntryHash(hash: string): { timestamp: string; id: string } | null {
  const [, timestamp, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([a-z][a-z0-9]{1,31})$/.exec(hash) ?? []
  return timestamp && id ? { timestamp, id } : null
}
