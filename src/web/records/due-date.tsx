/** A due date that explains itself in a panel under it. On a phone the row leads to the obligation, which has the same explanation. */
import type { ObligationSummary } from '../../contract/obligations.ts'
import { createLazyComponent } from '../ui/lazy-component.ts'
import { PHONE, useMedia } from '../ui/media.ts'
import { useOpener } from '../ui/use-opener.ts'
import { formatDue } from './obligation-date.ts'

const duePanel = createLazyComponent(() => import('./due-date-panel.tsx'))

export function DueDate({ obligation }: { obligation: ObligationSummary }) {
  const isPhone = useMedia(PHONE)
  const words = formatDue(obligation)
  if (words === null) return '—'
  return isPhone ? words : <DueDateButton obligation={obligation} words={words} />
}

function DueDateButton({ obligation, words }: { obligation: ObligationSummary; words: string }) {
  const [date, time] = words.split(', ')
  const trigger = (
    <button
      type="button"
      aria-label={`${words}: why this date`}
      className="min-h-6 rounded-sm text-left underline decoration-control decoration-dotted underline-offset-4 -outline-offset-2 hover:decoration-solid"
    >
      {/* A time goes to the next line as a whole. */}
      <span className="whitespace-nowrap">{time ? `${date},` : date}</span>
      {time && (
        <>
          {' '}
          <span className="whitespace-nowrap">{time}</span>
        </>
      )}
    </button>
  )
  const { part, waiting, button, isPressed } = useOpener(duePanel, trigger, 'dialog')
  if (!part) return waiting
  return (
    <part.Root defaultOpen={isPressed}>
      <part.Trigger ref={button} asChild>
        {trigger}
      </part.Trigger>
      <part.Portal>
        <part.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`Why ${words}`}
          className="z-40 max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto rounded-md border border-line bg-raised p-4 shadow-overlay"
          // The row behind the panel in the tree would open its record.
          onClick={(event) => event.stopPropagation()}
        >
          <part.Panel obligation={obligation} />
        </part.Content>
      </part.Portal>
    </part.Root>
  )
}
