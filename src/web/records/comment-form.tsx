import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { CommentedEntity } from '../../contract/comments.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Refused } from '../client.ts'
import { operation } from '../operation.ts'
import { formatProblem } from '../problems.ts'
import { useCommand } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { joinClassNames } from '../ui/class-names.ts'
import { showToast } from '../ui/toast.tsx'
import type { Colleague } from './colleagues.ts'
import { findTypedMention, listMatches, listMentionIds } from './mentions.ts'

interface CommentFormProps {
  entityType: CommentedEntity
  entityId: string
  colleagues: readonly Colleague[]
}

/** A comment is refused by its field: the message of the service says what to leave out. */
const formatSendProblem = (error: unknown): string =>
  error instanceof Refused && (error.status === 400 || error.status === 422)
    ? (error.issues[0]?.message ?? error.message)
    : formatProblem(error)

export function CommentForm({ entityType, entityId, colleagues }: CommentFormProps) {
  const id = useId()
  const create = useCommand(operation('comment.create'))
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions(field, text, setText, colleagues)
  const submit = (): void =>
    create.mutate(
      { sent: { entityType, entityId, text, mentionIds: listMentionIds(text, colleagues) } },
      {
        onSuccess: () => {
          setText('')
          showToast('saved', 'Comment added')
        },
      },
    )
  return (
    <form
      className="flex max-w-[80ch] flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') field.current?.focus()
        else submit()
      }}
    >
      <label htmlFor={id} className="font-medium">
        Add a comment
      </label>
      <p id={`${id}-help`} className="text-muted text-sm">
        Type @ to mention a colleague. No PPS numbers, names of members or contact details
      </p>
      <div className="relative">
        <textarea
          id={id}
          ref={field}
          rows={3}
          spellCheck
          maxLength={4000}
          className="control w-full"
          value={text}
          aria-autocomplete="list"
          aria-controls={mentions.matches.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={mentions.matches.length > 0 ? `${id}-${mentions.marked}` : undefined}
          aria-invalid={create.isError || undefined}
          aria-describedby={joinClassNames(`${id}-help`, create.isError && `${id}-error`)}
          onChange={({ target }) => {
            setText(target.value)
            mentions.look(target)
          }}
          onKeyDown={mentions.onKeyDown}
          onBlur={mentions.close}
        />
        <p role="status" className="sr-only">
          {mentions.matches.length > 0 && `${formatCount(mentions.matches.length, 'colleague')} found`}
        </p>
        {mentions.matches.length > 0 && (
          <div
            role="listbox"
            id={`${id}-list`}
            aria-label="Colleagues"
            className="absolute bottom-full left-0 z-30 mb-1 min-w-56 rounded-md border border-line bg-raised p-1 shadow-overlay"
          >
            {mentions.matches.map((user, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the option
              <div
                key={user.id}
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === mentions.marked}
                className={joinClassNames(
                  'flex min-h-9 cursor-pointer items-center rounded px-2.5',
                  index === mentions.marked && 'bg-hover',
                )}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => mentions.choose(user)}
              >
                {user.name}
              </div>
            ))}
          </div>
        )}
      </div>
      {create.isError && (
        <p id={`${id}-error`} role="alert" className="text-danger">
          {formatSendProblem(create.error)}
        </p>
      )}
      <div>
        <Button type="submit" isBusy={create.isPending}>
          Add comment
        </Button>
      </div>
    </form>
  )
}

/** The list of colleagues while a mention is typed: arrows mark, Enter or Tab chooses, Escape closes. */
function useMentions(
  field: { current: HTMLTextAreaElement | null },
  text: string,
  setText: (text: string) => void,
  colleagues: readonly Colleague[],
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [marked, setMarked] = useState(0)
  const matches = typed === null ? [] : listMatches(colleagues, typed)
  const close = (): void => setTyped(null)
  const choose = ({ name }: Colleague): void => {
    const end = field.current?.selectionStart ?? text.length
    const start = end - (typed?.length ?? 0)
    setText(`${text.slice(0, start)}${name} ${text.slice(end)}`)
    close()
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + name.length + 1, start + name.length + 1)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const match = matches[Math.min(marked, matches.length - 1)]
    if (!match) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setMarked((marked + step + matches.length) % matches.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(match)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    matches,
    marked: Math.min(marked, Math.max(0, matches.length - 1)),
    choose,
    close,
    onKeyDown,
    look: ({ value, selectionStart }: HTMLTextAreaElement) => {
      setMarked(0)
      setTyped(findTypedMention(value.slice(0, selectionStart)))
    },
  }
}
