import { PencilLine } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { ImportColumn, ImportIssue, ImportPreviewRow } from '../../contract/imports.ts'
import { joinClassNames } from '../ui/class-names.ts'
import { formatHeader } from './column-words.ts'
import { type Edit, formatValue, isSecret } from './draft.ts'
import { ROLES } from './grid-roles.ts'
import { findHighestLevel, formatRowState, type ShownState, StateIcon } from './row-state.tsx'

export const ROW_HEIGHT = 36
/** Columns before the cells of the file: the row number and its state. */
export const PLACES_BEFORE = 2

/** Columns that stay visible while scrolling sideways; on a phone only the number. */
export const FIXED = {
  number: 'sticky left-0 z-10',
  /** Grows into the free width, so that its messages are not cut. */
  state: 'grow max-sm:max-w-[calc(100vw-7rem)] sm:sticky sm:left-16 sm:z-10',
} as const

export interface Place {
  row: number
  /** 0: the number of the row, 1: its state, then the columns that are shown. */
  place: number
}

export interface RowHandlers {
  onMove: (place: Place) => void
  onType: (place: Place) => void
  /** `value` null: unchanged. `step`: columns to move the focus by; null: the focus has moved elsewhere. */
  onTyped: (row: ImportPreviewRow, column: ImportColumn, value: string | null, step: number | null) => void
}

interface GridRowProps {
  row: ImportPreviewRow
  index: number
  top: number
  columns: readonly ImportColumn[]
  widths: readonly number[]
  numberWidth: number
  stateWidth: number
  issues: readonly ImportIssue[] | undefined
  state: ShownState
  edits: ReadonlyMap<number, Edit> | undefined
  checkedEdits: ReadonlyMap<number, Edit> | undefined
  /** Column of the grid's focus, if it is in this row. */
  place: number | null
  typingAt: number | null
  handlers: RefObject<RowHandlers>
}

/** A longer message of the check takes two lines of small letters. */
const LETTERS_OF_LINE = 38
const LETTERS_OF_MORE = 12

/** Memoised: thousands of rows pass while the user scrolls. */
export const GridRow = memo(function GridRow({
  row,
  index,
  top,
  columns,
  widths,
  numberWidth,
  stateWidth,
  issues = [],
  state,
  edits,
  checkedEdits,
  place,
  typingAt,
  handlers,
}: GridRowProps) {
  const isOut = state === 'SKIPPED' || state === 'DROPPED'
  const cell = (at: number, column: ImportColumn | null) => ({
    place: at,
    hasFocus: place === at,
    onMove: () => handlers.current.onMove({ row: row.row, place: at }),
    onType: () => column && handlers.current.onType({ row: row.row, place: at }),
  })
  const message = issues[0]?.message
  const hasMessage = (state === 'WARN' || state === 'REJECT') && message !== undefined
  const isLong = hasMessage && message.length + (issues.length > 1 ? LETTERS_OF_MORE : 0) > LETTERS_OF_LINE
  const ground = place === null ? 'bg-surface' : 'bg-accent-soft'
  return (
    <tr
      role={ROLES.row}
      aria-rowindex={index + 2}
      data-row={row.row}
      className={joinClassNames('absolute top-0 left-0 flex w-full border-line border-b', ground)}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <GridCell
        {...cell(0, null)}
        width={numberWidth}
        isHeader
        className={joinClassNames(FIXED.number, ground, 'text-muted')}
      >
        {row.row}
      </GridCell>
      <GridCell
        {...cell(1, null)}
        width={stateWidth}
        title={issues.map((issue) => issue.message).join('\n')}
        className={joinClassNames(FIXED.state, ground)}
      >
        <StateIcon state={state} />
        <span className={joinClassNames('ml-1.5', isLong ? 'line-clamp-2 text-xs leading-4' : 'truncate')}>
          {hasMessage ? (
            <>
              <span className="sr-only">{formatRowState(state)}: </span>
              {message}
            </>
          ) : (
            formatRowState(state)
          )}
          {issues.length > 1 && !isOut && state !== 'UNCHECKED' && ` (and ${issues.length - 1} more)`}
        </span>
      </GridCell>
      {columns.map((column, position) => {
        const at = position + PLACES_BEFORE
        const text = formatCell(row, column, edits, checkedEdits)
        if (typingAt === at)
          return (
            <TypedCell
              key={column.column}
              place={at}
              width={widths[position] ?? 0}
              label={`${formatHeader(column)}, row ${row.row}`}
              value={isSecret(column) ? '' : (edits?.get(column.column)?.value ?? text)}
              keepsWhenEmpty={isSecret(column)}
              placeholder={isSecret(column) ? text : ''}
              onEnd={(value, step) => handlers.current.onTyped(row, column, value, step)}
            />
          )
        const own = issues.filter((issue) => issue.column === column.header)
        return (
          <GridCell
            key={column.column}
            {...cell(at, column)}
            width={widths[position] ?? 0}
            level={isOut ? null : findHighestLevel(own.map(({ level }) => level))}
            description={own.map((issue) => issue.message).join(' ')}
            was={edits?.get(column.column)?.before ?? undefined}
            isNumber={isAmount(column)}
            className={joinClassNames(
              (isOut || column.field === null) && 'text-muted',
              isOut && 'line-through',
            )}
          >
            {text}
          </GridCell>
        )
      })}
    </tr>
  )
})

/** Value of the last response, unless the cell was edited since. */
function formatCell(
  { cells }: ImportPreviewRow,
  column: ImportColumn,
  edits: ReadonlyMap<number, Edit> | undefined,
  checkedEdits: ReadonlyMap<number, Edit> | undefined,
): string {
  const edit = edits?.get(column.column)
  const checked = checkedEdits?.get(column.column)
  if (edit?.value === checked?.value) return cells[column.column - 1] ?? ''
  return edit ? formatValue(column, edit.value) : (checked?.before ?? '')
}

const isAmount = ({ field }: ImportColumn): boolean =>
  field !== null && /contribution|^avc$|special|premium|pay$|salary|rate$/.test(field)

const CELL = 'h-full shrink-0 px-2 text-left font-normal'
/** Text only, with as few elements as possible: a screen has hundreds of cells. */
const PLAIN = 'truncate leading-[35px]'
const MARKED = 'flex items-center overflow-hidden'

function GridCell({
  place,
  width,
  hasFocus,
  isHeader = false,
  isNumber = false,
  level = null,
  description = '',
  was,
  title,
  className,
  children,
  onMove,
  onType,
}: {
  place: number
  width: number
  hasFocus: boolean
  isHeader?: boolean
  isNumber?: boolean
  level?: ImportIssue['level'] | null
  /** Issue of the cell. */
  description?: string
  /** Value before the change. */
  was?: string | undefined
  title?: string
  className?: string | false
  children: ReactNode
  onMove: () => void
  onType: () => void
}) {
  const id = useId()
  const words = [description, was === undefined ? '' : `Changed. Was: ${was || 'empty'}`]
    .filter(Boolean)
    .join(' ')
  const isMarked = place < PLACES_BEFORE || words !== ''
  const Element = isHeader ? 'th' : 'td'
  return (
    <Element
      {...(isHeader ? { scope: 'row' } : {})}
      role={isHeader ? ROLES.rowHead : ROLES.cell}
      aria-colindex={place + 1}
      data-place={place}
      tabIndex={hasFocus ? 0 : -1}
      aria-describedby={words ? id : undefined}
      aria-invalid={level === 'REJECT' || undefined}
      title={title || words || undefined}
      className={joinClassNames(
        CELL,
        '-outline-offset-2',
        isMarked ? MARKED : PLAIN,
        isNumber && (isMarked ? 'justify-end' : 'text-right'),
        level === 'REJECT' && 'bg-danger-soft',
        level === 'WARN' && 'bg-warn-soft',
        className,
      )}
      style={{ width }}
      onFocus={onMove}
      onClick={({ currentTarget }) => currentTarget.focus()}
      onDoubleClick={onType}
    >
      {level && level !== 'INFO' && (
        <span className="mr-1 shrink-0">
          <StateIcon state={level} />
        </span>
      )}
      {isMarked && place >= PLACES_BEFORE ? <span className="truncate">{children}</span> : children}
      {was !== undefined && <PencilLine aria-hidden="true" size={13} className="ml-1 shrink-0 text-accent" />}
      {words && (
        <span id={id} hidden>
          {words}
        </span>
      )}
    </Element>
  )
}

/** Enter stores the typed value, Tab stores it and moves on, Escape restores the earlier value. */
function TypedCell({
  place,
  width,
  label,
  value,
  keepsWhenEmpty,
  placeholder,
  onEnd,
}: {
  place: number
  width: number
  label: string
  value: string
  /** The current value is not shown, so an empty input does not mean an empty cell. */
  keepsWhenEmpty: boolean
  placeholder: string
  onEnd: (value: string | null, step: number | null) => void
}) {
  const isOver = useRef(false)
  const end = (typed: string, step: number | null): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(keepsWhenEmpty && typed.trim() === '' ? null : typed, step)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const typed = event.currentTarget.value
    if (event.key === 'Enter') end(typed, 0)
    else if (event.key === 'Tab') end(typed, event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') {
      isOver.current = true
      onEnd(null, 0)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <td role={ROLES.cell} aria-colindex={place + 1} data-place={place} className="h-full" style={{ width }}>
      <input
        ref={(input) => input?.select()}
        aria-label={label}
        // Without a name and with autocomplete off: browsers must not store this input.
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        // biome-ignore lint/a11y/noAutofocus: it stands where the focus was
        autoFocus
        placeholder={placeholder}
        className="control h-full min-h-0! rounded-none! px-2!"
        defaultValue={value}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => end(currentTarget.value, null)}
      />
    </td>
  )
}
