/**
 * One of many records, found by typing a part of its name: the service is asked, so there may be hundreds. Arrows choose,
 * Enter takes, Escape leaves what was chosen before.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useDebouncedValue } from '../use-debounced-value.ts'
import { Field, type FieldProps } from './field.tsx'

export interface Choice {
  value: string
  label: string
  /** What tells two of the same name apart. */
  detail?: string
}

interface ChoiceFieldProps extends FieldProps {
  /** Names what is looked for, so that answers are kept: `employers`. */
  of: string
  /** Those that fit what was typed; with nothing typed, the first ones. */
  find: (typed: string, signal: AbortSignal) => Promise<{ choices: readonly Choice[]; hasMore: boolean }>
  /** The words for a value that came from elsewhere: the address, the record. */
  nameOf: (value: string, signal: AbortSignal) => Promise<string>
}

const WAIT_MS = 180

export function ChoiceField({ of, find, nameOf, ...field }: ChoiceFieldProps) {
  const { field: bound } = useController({ name: field.name })
  const value = typeof bound.value === 'string' && bound.value !== '' ? bound.value : null
  const input = useRef<HTMLInputElement>(null)
  /** What is typed while looking; null while what is chosen is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [taken, setTaken] = useState<Choice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  const q = useDebouncedValue((typed ?? '').trim(), WAIT_MS)

  const isTaken = taken !== null && taken.value === value
  const name = useQuery({
    queryKey: ['name', of, value],
    queryFn: ({ signal }) => nameOf(value as string, signal),
    enabled: value !== null && !isTaken,
  })
  const found = useQuery({
    queryKey: ['choices', of, q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
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
    bound.onChange(choice.value)
    close()
  }
  const clear = (): void => {
    bound.onChange(null)
    close()
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) open()
      else if (choices.length > 0)
        setCurrent((Math.min(current, choices.length - 1) + step + choices.length) % choices.length)
    } else if (event.key === 'Enter' && isOpen) {
      // Never sends the form while something is being looked for, and takes nothing that is out of date.
      event.preventDefault()
      if (marked && q === (typed ?? '').trim() && !found.isPlaceholderData) take(marked)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <Field {...field}>
      {(control) => {
        const listId = `${control.id}-list`
        return (
          <div className="relative">
            <input
              {...control}
              ref={(element) => {
                input.current = element
                bound.ref(element)
              }}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && marked ? `${control.id}-${marked.value}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={value !== null && chosenWords === '' ? '…' : 'Type a part of the name'}
              className="control pr-16!"
              value={typed ?? chosenWords}
              onClick={() => !isOpen && open()}
              onChange={({ target }) => {
                setTyped(target.value)
                setOpen(true)
                setCurrent(0)
              }}
              onKeyDown={onKeyDown}
              onBlur={() => {
                // Emptied on purpose; a text that is no choice leaves what was chosen before.
                if (typed !== null && typed.trim() === '') bound.onChange(null)
                close()
                bound.onBlur()
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
                  input.current?.focus()
                  if (isOpen) close()
                  else open()
                }}
              >
                <ChevronsUpDown aria-hidden="true" size={14} />
              </button>
            </span>
            {isOpen && (
              <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised shadow-overlay">
                <div
                  role="listbox"
                  id={listId}
                  aria-label={`Choices for ${field.label ?? of}`}
                  className="max-h-72 overflow-y-auto p-1 empty:hidden"
                >
                  {choices.map((choice) => (
                    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which says the marked one
                    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field
                    <div
                      key={choice.value}
                      id={`${control.id}-${choice.value}`}
                      role="option"
                      aria-selected={choice === marked}
                      ref={(element) => {
                        if (choice === marked) element?.scrollIntoView({ block: 'nearest' })
                      }}
                      className="flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded px-2.5 py-1 aria-selected:bg-accent-soft"
                      // Before the field loses the focus.
                      onMouseDown={(event) => event.preventDefault()}
                      onMouseMove={() => setCurrent(choices.indexOf(choice))}
                      onClick={() => take(choice)}
                    >
                      <span className="min-w-0 [overflow-wrap:anywhere]">{choice.label}</span>
                      {choice.detail && <span className="text-muted text-sm">{choice.detail}</span>}
                    </div>
                  ))}
                </div>
                <p role="status" className="px-3 py-2 text-muted text-sm">
                  {statusWords({
                    isPending: found.isPending,
                    isError: found.isError,
                    count: choices.length,
                    hasMore: found.data?.hasMore ?? false,
                    isNarrowed: q !== '',
                  })}
                </p>
              </div>
            )}
          </div>
        )
      }}
    </Field>
  )
}

function statusWords(state: {
  isPending: boolean
  isError: boolean
  count: number
  hasMore: boolean
  /** Something was typed. */
  isNarrowed: boolean
}): string {
  const { isPending, isError, count, hasMore, isNarrowed } = state
  if (isPending) return 'Searching …'
  if (isError) return 'The list could not be loaded. Try again in a moment.'
  if (count === 0) return isNarrowed ? 'No results for this name' : 'No records to choose from yet'
  return hasMore
    ? `The first ${count}; type more of the name to narrow the list`
    : '↑ ↓ to choose, Enter to select, Esc to close'
}
