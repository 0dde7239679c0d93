/** Filters above a list. They are part of the address, each can be removed by itself, and `/` focuses the search. */
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatTypedDate, parseTypedDate } from '../format.ts'
import { moveFocusToHeading } from './focus-return.ts'
import { useKeys } from './keys.ts'
import { type Option, Options } from './options.tsx'

/** The search is sent when the user has typed nothing for so long. */
export const PAUSE_AFTER_TYPING_MS = 250

export function SearchFilter({
  label,
  value,
  refuse,
  onChange,
  onDone,
}: {
  label: string
  value: string
  /** Reason why this text is not searched for. */
  refuse?: (typed: string) => string | undefined
  onChange: (text: string) => void
  /** Called when the user has finished typing and moves on to the results. */
  onDone: (text: string) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const sent = useRef(value)
  // The address may change by itself: a link, the back button, a removed filter. The search text returns from the address without the space
  // that the user has just typed between two words.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const text = typed.trim()
  const refusal = refuse?.(text)
  useEffect(() => {
    if (text === sent.current || refusal) return
    const timer = setTimeout(() => {
      // Sent by Enter in the meantime: a second time would cancel the move to the results.
      if (text === sent.current) return
      sent.current = text
      latest.current(text)
    }, PAUSE_AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, refusal])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      // The browser would empty the field; the search stays, and single keys work again.
      event.preventDefault()
      event.currentTarget.blur()
    }
    if ((event.key === 'Enter' || event.key === 'ArrowDown') && !refusal) {
      event.preventDefault()
      sent.current = text
      onDone(text)
    }
  }
  useKeys({ '/': () => input.current?.focus() })
  return (
    <div className="relative min-w-0 flex-1 basis-64 sm:max-w-xs">
      <Search
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute top-2.5 left-2.5 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${id}-refusal` : undefined}
        placeholder={label}
        autoComplete="off"
        className="control pl-8!"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {refusal && (
        <p id={`${id}-refusal`} role="alert" className="mt-1 font-medium text-danger text-sm">
          {refusal}
        </p>
      )}
    </div>
  )
}

export function SelectFilter({
  label,
  value,
  options,
  isRequired = false,
  onChange,
}: {
  label: string
  value: string
  options: readonly Option[]
  /** One of them is always chosen. */
  isRequired?: boolean
  onChange: (value: string) => void
}) {
  return (
    <select
      aria-label={label}
      className="control w-auto! max-w-52"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {!isRequired && <option value="">{label}: all</option>}
      <Options options={options} />
    </select>
  )
}

/** A day, typed as 21/03/2026; goes into the address as 2026-03-21 when the field is left or Enter is pressed. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  const id = useId()
  const inWords = /^\d{4}-\d\d-\d\d$/.test(value) ? formatTypedDate(value) : ''
  const [typed, setTyped] = useState(inWords)
  const [isRefused, setRefused] = useState(false)
  // The address may change by itself, as with the search.
  useEffect(() => {
    setTyped(inWords)
    setRefused(false)
  }, [inWords])
  const settle = (): void => {
    if (typed.trim() === inWords) return
    const day = typed.trim() === '' ? '' : parseTypedDate(typed)
    setRefused(day === null)
    if (day !== null) onChange(day)
  }
  return (
    <div className="flex flex-col">
      <input
        aria-label={label}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        placeholder={`${label} dd/mm/yyyy`}
        inputMode="numeric"
        autoComplete="off"
        className="control"
        // As wide as the placeholder.
        style={{ width: `calc(${label.length} * 0.55em + 8.8em)` }}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
      {isRefused && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          Such as 21/03/2026
        </p>
      )}
    </div>
  )
}

/** Active filters, each with a button that removes it. */
export function FilterChips({
  chips,
}: {
  chips: readonly { key: string; label: ReactNode; name: string; onRemove: () => void }[]
}) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | null>(null)
  // The pressed button is removed: the focus moves to the next filter, or to the heading of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when a filter is gone
  useEffect(() => {
    if (removedAt.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
    const next = buttons[Math.min(removedAt.current, buttons.length - 1)]
    removedAt.current = null
    if (next) next.focus()
    else moveFocusToHeading(document.querySelector('main h1'))
  }, [chips.length])
  if (chips.length === 0) return null
  return (
    <ul ref={list} aria-label="Filters" className="flex flex-wrap gap-1.5">
      {chips.map(({ key, label, name, onRemove }, index) => (
        <li key={key} className="inline-flex items-center gap-1 rounded-md bg-accent-soft pl-2.5">
          {label}
          <button
            type="button"
            aria-label={`Remove filter ${name}`}
            className="inline-flex size-7 items-center justify-center rounded-md hover:bg-hover"
            onClick={() => {
              removedAt.current = index
              onRemove()
            }}
          >
            <X aria-hidden="true" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
