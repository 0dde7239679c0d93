/** Filters above a list. They stand in the address, each can be taken off by itself, and `/` goes to the search. */
import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from './keys.ts'

const WAIT_MS = 250

export function SearchFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  // The address may change by itself: a link, the back button, another filter taken off.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  useKeys({ '/': () => input.current?.focus() })
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-xs">
      <Search
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute top-2.5 left-2.5 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className="control pl-8!"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}

export function SelectFilter({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  return (
    <select
      aria-label={label}
      className="control w-auto! max-w-full"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{label}: all</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** What the list is narrowed to, each with a button that widens it again. */
export function FilterChips({
  chips,
}: {
  chips: readonly { key: string; label: ReactNode; name: string; onRemove: () => void }[]
}) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
      {chips.map(({ key, label, name, onRemove }) => (
        <li key={key} className="inline-flex items-center gap-1 rounded-md bg-accent-soft pl-2.5">
          {label}
          <button
            type="button"
            aria-label={`Remove filter ${name}`}
            className="inline-flex size-7 items-center justify-center rounded-md hover:bg-hover"
            onClick={onRemove}
          >
            <X aria-hidden="true" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
