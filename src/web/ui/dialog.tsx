import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { joinClassNames } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'
import { lazyComponent, useLater } from './lazy-component.ts'

/** For every overlay: this one and those of the frame. */
export const dialogParts = lazyComponent(() => import('./dialog-parts.ts'))

type MayClose = () => boolean
const Guards = createContext<Set<MayClose> | null>(null)

/** Does this stand in a dialog? */
export const useIsInDialog = (): boolean => useContext(Guards) !== null

/** Asked before Escape or the cross closes the dialog that this stands in; false keeps it open. Nothing outside of one. */
export function useDialogGuard(mayClose: MayClose): void {
  const guards = useContext(Guards)
  const latest = useRef(mayClose)
  latest.current = mayClose
  useEffect(() => {
    const guard: MayClose = () => latest.current()
    guards?.add(guard)
    return () => void guards?.delete(guard)
  }, [guards])
}

/** A list that lies open in the dialog takes the Escape for itself. */
const closesSomethingInside = ({ target }: Event): boolean =>
  target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')

/** What was asked for and is still being fetched: meanwhile no key acts on the page below (keys.ts). */
export const DialogOnItsWay = ({ name }: { name: string }) => (
  <div role="dialog" aria-label={name} aria-busy="true" className="sr-only" />
)

/** A question above the page. Focus stays in it, Escape closes it, and focus returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  isWide = false,
  mustAnswer = false,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  isWide?: boolean
  /** Closes by its own buttons only: leaving it by accident would lose something. */
  mustAnswer?: boolean
}) {
  const content = useRef<HTMLDivElement>(null)
  const guards = useRef(new Set<MayClose>())
  const returnFocus = useFocusReturn(isOpen)
  const keep = (event: Event): void => event.preventDefault()
  const Radix = useLater(dialogParts, isOpen, onClose)
  if (!Radix) return isOpen && <DialogOnItsWay name={title} />
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next && [...guards.current].every((mayClose) => mayClose())) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay print:hidden" />
        <Radix.Content
          ref={content}
          // Printed instead of the page below it.
          data-dialog
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={joinClassNames(
            'fixed top-[10vh] left-1/2 z-40 max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 overflow-y-auto scroll-pb-20 rounded-md border border-line bg-raised p-5 shadow-overlay print:static print:max-h-none print:w-full print:max-w-none print:translate-x-0 print:overflow-visible print:border-0 print:p-0 print:shadow-none',
            isWide ? 'max-w-3xl' : 'max-w-lg',
          )}
          onOpenAutoFocus={(event) => {
            // Where something is asked, typing can begin; the description is read on the way in.
            const field = content.current?.querySelector<HTMLElement>(
              'form :is(input:not([hidden]), select, textarea)',
            )
            if (!field) return
            keep(event)
            field.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => (mustAnswer || closesSomethingInside(event)) && keep(event)}
          onInteractOutside={(event) => {
            // A click beside it would throw away what was typed; and messages lie above, not outside.
            const isMessage = (event.target as Element | null)?.closest('[data-toast]')
            if (mustAnswer || isMessage || content.current?.querySelector('form')) keep(event)
          }}
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Radix.Title className="pt-1 font-semibold text-lg">{title}</Radix.Title>
            {!mustAnswer && (
              <Radix.Close
                aria-label="Close"
                className="-mt-1 -mr-2 inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover print:hidden"
              >
                <X aria-hidden="true" size={16} />
              </Radix.Close>
            )}
          </div>
          {description && (
            <Radix.Description asChild>
              <div className="mb-4 max-w-[70ch]">{description}</div>
            </Radix.Description>
          )}
          <Guards value={guards.current}>{children}</Guards>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
