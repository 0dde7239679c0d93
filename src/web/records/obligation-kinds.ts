import type { ObligationStatus } from '../../contract/obligations.ts'
import type { Tone } from '../ui/status.tsx'

interface Kind {
  words: string
  /** Where there is no room for the words. */
  short: string
  tone: Tone
  statuses: readonly ObligationStatus[]
}

/** Statuses as the views of the calendar count them: the one that needs attention most comes first. */
const KINDS: readonly Kind[] = [
  { words: 'overdue', short: 'overdue', tone: 'late', statuses: ['OVERDUE'] },
  { words: 'due soon', short: 'due soon', tone: 'soon', statuses: ['DUE_SOON', 'DATA_GAP'] },
  { words: 'not recorded yet', short: 'to confirm', tone: 'idle', statuses: ['TO_CONFIRM'] },
  { words: 'open', short: 'open', tone: 'settled', statuses: ['UPCOMING', 'CANNOT_TELL'] },
  { words: 'to check', short: 'to check', tone: 'idle', statuses: ['CHECK'] },
  { words: 'done', short: 'done', tone: 'done', statuses: ['DONE', 'DONE_LATE'] },
  { words: 'closed', short: 'closed', tone: 'ended', statuses: ['WAIVED', 'NOT_APPLICABLE'] },
]

export interface CountOfKind extends Omit<Kind, 'statuses'> {
  count: number
}

export const countByKind = (
  counted: readonly { status: ObligationStatus; count: number }[],
): readonly CountOfKind[] =>
  KINDS.map(({ statuses, ...kind }) => ({
    ...kind,
    count: counted.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0),
  })).filter(({ count }) => count > 0)
