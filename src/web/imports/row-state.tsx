import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { ImportLevel, ImportPreviewRow, ImportRowState } from '../../contract/imports.ts'
import { joinClassNames } from '../ui/class-names.ts'
import type { Draft } from './draft.ts'

/** A row that was changed after the last check is UNCHECKED until the next one. */
export type ShownState = ImportRowState | 'UNCHECKED'

const STATES: Record<ShownState, { words: string; icon: LucideIcon; className: string }> = {
  OK: { words: 'OK', icon: CircleCheck, className: 'text-done' },
  WARN: { words: 'To confirm', icon: TriangleAlert, className: 'text-warn' },
  REJECT: { words: 'Rejected', icon: CircleAlert, className: 'text-danger' },
  SKIPPED: { words: 'Skipped', icon: CircleMinus, className: 'text-muted' },
  DROPPED: { words: 'Total row, skipped', icon: CircleMinus, className: 'text-muted' },
  UNCHECKED: { words: 'Changed, check pending', icon: CircleDashed, className: 'text-muted' },
}

export const formatRowState = (state: ShownState): string => STATES[state].words

export function StateIcon({ state }: { state: ShownState }) {
  const { icon: Icon, className } = STATES[state]
  return (
    <Icon aria-hidden="true" size={15} strokeWidth={2.2} className={joinClassNames('shrink-0', className)} />
  )
}

const LEVELS: Record<ImportLevel, { words: string; state: ShownState }> = {
  REJECT: { words: 'Rejected', state: 'REJECT' },
  WARN: { words: 'To confirm', state: 'WARN' },
  INFO: { words: 'For information', state: 'UNCHECKED' },
}

/** Level of an issue, as an icon with text for screen readers. */
export function LevelIcon({ level }: { level: ImportLevel }) {
  const { words, state } = LEVELS[level]
  return (
    <span className="mt-0.5 shrink-0">
      <StateIcon state={state} />
      <span className="sr-only">{words}: </span>
    </span>
  )
}

/** The highest level, which marks the cell. */
export const findHighestLevel = (levels: readonly ImportLevel[]): ImportLevel | null =>
  (['REJECT', 'WARN', 'INFO'] as const).find((level) => levels.includes(level)) ?? null

/** A row changed after the check is shown as unchecked: the check does not apply to it. */
export function getRowState(row: ImportPreviewRow, draft: Draft, checkedDraft: Draft): ShownState {
  if (row.state === 'DROPPED') return 'DROPPED'
  if (draft.skipped.has(row.row)) return 'SKIPPED'
  const isTakenBack = checkedDraft.skipped.has(row.row)
  const isEdited = draft.edits.get(row.row) !== checkedDraft.edits.get(row.row)
  return isTakenBack || isEdited ? 'UNCHECKED' : row.state
}
