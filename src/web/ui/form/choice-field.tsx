/**
 * Chooses one of many records by a part of its name: the service searches, so there may be hundreds. Arrow keys move, Enter chooses, Escape
 * keeps the earlier choice.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useDebouncedValue } from '../use-debounced-value.ts'
import { Field, type FieldProps } from './labelled-field.tsx'

export interface Choice {
  value: string
  label: string
  /** Text that distinguishes two records of the same name. */
  detail?: string
}

interface ChoiceFieldProps extends FieldProps {
  /** Cache key of the search: `employers`. */
  of: string
  /** Matches of the typed text; without text, the first records. */
  find: (typed: string, signal: AbortSignal) => Promise<{ choices: readonly Choice[]; hasMore: boolean }>
  /** Name of a value from elsewhere: the address, the record. */
  nameOf: (value: string, signal: AbortSignal) => Promise<string>
  /** Said in place of the choices where there is none yet: where to add one. */
  whenEmpty?: string
}

const WAIT_MS = 180

export function ChoiceField({ of, find, nameOf, whenEmpty, ...field }: ChoiceFieldProps) {
  const { field: formField } = useController({ name: field.name })
  const input = useRef<HTMLInputElement>(null)
  const picker = useChoices({
    of,
    find,
    nameOf,
    whenEmpty,
    value: formField.value,
    onChange: formField.onChange,
  })
  const { isOpen, marked, value, words } = picker
  const clear = (): void => {
    picker.clear()
    input.current?.focus()
  }
  const toggle = (): void => {
    input.current?.focus()
    if (isOpen) picker.close()
    else picker.open()
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={(element) => {
              input.current = element
              formField.ref(element)
            }}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${control.id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && marked ? `${control.id}-${marked.value}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={value !== null && words === '' ? '…' : 'Type a part of the name'}
            className="control pr-16!"
            value={words}
            onClick={() => !isOpen && picker.open()}
            onChange={({ target }) => picker.type(target.value)}
            onKeyDown={picker.onKeyDown}
            onBlur={() => {
              picker.leave()
              formField.onBlur()
            }}
          />
          <span className="absolute inset-y-0 right-1 flex items-center">
            {value !== null && (
              <button
                type="button"
                aria-label="Choose none"
                title="Choose none"
                className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
                onClick={clear}
              >
                <X aria-hidden="true" size={14} />
              </button>
            )}
            {/* For the mouse only: the field itself opens by keyboard. */}
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className="inline-flex size-7 items-center justify-center rounded-md text-muted"
              onMouseDown={(event) => {
                event.preventDefault()
                toggle()
              }}
            >
              <ChevronsUpDown aria-hidden="true" size={14} />
            </button>
          </span>
          {isOpen && <ChoiceList id={control.id} label={field.label ?? of} picker={picker} />}
        </div>
      )}
    </Field>
  )
}

/** The chosen value, the typed text and its matches. */
function useChoices({
  of,
  find,
  nameOf,
  whenEmpty,
  value: formField,
  onChange,
}: Pick<ChoiceFieldProps, 'of' | 'find' | 'nameOf'> & {
  whenEmpty: string | undefined
  value: unknown
  onChange: (value: string | null) => void
}) {
  const value = typeof formField === 'string' && formField !== '' ? formField : null
  /** Null while the field shows the chosen value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [taken, setTaken] = useState<Choice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  const q = useDebouncedValue((typed ?? '').trim(), WAIT_MS)
  const isTaken = taken !== null && taken.value === value
  const { name, found } = useChoiceQueries({ of, find, nameOf, q, isOpen, value: isTaken ? null : value })
  const choices = found.data?.choices ?? []
  const marked = choices[Math.min(current, choices.length - 1)]
  const chosenWords = value === null ? '' : isTaken ? taken.label : (name.data ?? '')

  const open = (): void => {
    setOpen(true)
    setCurrent(
      Math.max(
        0,
        choices.findIndex((choice) => choice.value === value),
      ),
    )
  }
  const close = (): void => {
    setOpen(false)
    setTyped(null)
  }
  const take = (choice: Choice): void => {
    setTaken(choice)
    onChange(choice.value)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) open()
      else if (choices.length > 0)
        setCurrent((Math.min(current, choices.length - 1) + step + choices.length) % choices.length)
    } else if (event.key === 'Enter' && isOpen) {
      // Never submits the form during a search, and chooses no outdated match.
      event.preventDefault()
      if (marked && q === (typed ?? '').trim() && !found.isPlaceholderData) take(marked)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  return {
    value,
    words: typed ?? chosenWords,
    isOpen,
    choices,
    marked,
    status: formatStatus({
      isPending: found.isPending,
      isError: found.isError,
      count: choices.length,
      hasMore: found.data?.hasMore ?? false,
      isNarrowed: q !== '',
      whenEmpty,
    }),
    open,
    close,
    take,
    mark: setCurrent,
    onKeyDown,
    type(text: string) {
      setTyped(text)
      setOpen(true)
      setCurrent(0)
    },
    clear() {
      onChange(null)
      close()
    },
    /** An emptied field clears the choice. Text that matches no record keeps the earlier choice. */
    leave() {
      if (typed !== null && typed.trim() === '') onChange(null)
      close()
    },
  }
}

/** The name of the chosen value, unless it is known, and while the list is open the choices that fit. */
function useChoiceQueries({
  of,
  find,
  nameOf,
  q,
  isOpen,
  value,
}: Pick<ChoiceFieldProps, 'of' | 'find' | 'nameOf'> & { q: string; isOpen: boolean; value: string | null }) {
  const name = useQuery({
    queryKey: ['name', of, value],
    queryFn: ({ signal }) => nameOf(value as string, signal),
    enabled: value !== null,
  })
  const found = useQuery({
    queryKey: ['choices', of, q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return { name, found }
}

function ChoiceList({
  id,
  label,
  picker: { choices, marked, mark, take, status },
}: {
  id: string
  label: string
  picker: ReturnType<typeof useChoices>
}) {
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised shadow-overlay">
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={`Choices for ${label}`}
        className="max-h-72 overflow-y-auto p-1 empty:hidden"
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which says the marked one
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field
          <div
            key={choice.value}
            id={`${id}-${choice.value}`}
            role="option"
            aria-selected={choice === marked}
            ref={(element) => {
              if (choice === marked) element?.scrollIntoView({ block: 'nearest' })
            }}
            className="flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded px-2.5 py-1 aria-selected:bg-accent-soft"
            // Before the field loses the focus.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => mark(index)}
            onClick={() => take(choice)}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{choice.label}</span>
            {choice.detail && <span className="text-muted text-sm">{choice.detail}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="px-3 py-2 text-muted text-sm">
        {status}
      </p>
    </div>
  )
}

function formatStatus(state: {
  isPending: boolean
  isError: boolean
  count: number
  hasMore: boolean
  /** Something was typed. */
  isNarrowed: boolean
  whenEmpty: string | undefined
}): string {
  const {
    isPending,
    isError,
    count,
    hasMore,
    isNarrowed,
    whenEmpty = 'No records to choose from yet',
  } = state
  if (isPending) return 'Searching …'
  if (isError) return 'The list could not be loaded. Try again in a moment.'
  if (count === 0) return isNarrowed ? 'No results for this name' : whenEmpty
  return hasMore
    ? `The first ${count}; type more of the name to narrow the list`
    : '↑ ↓ to choose, Enter to select, Esc to close'
}
