import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { joinClassNames } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'
import { createLazyComponent, useLazyComponent } from './lazy-component.ts'

/** For every overlay: this one and those of the frame. */
export const dialogParts = createLazyComponent(() => import('./dialog-parts.ts'))

type MayClose = () => boolean | Promise<boolean>
const Guards = createContext<Set<MayClose> | null>(null)

/** Whether the component is inside a dialog. */
export const useIsInDialog = (): boolean => useContext(Guards) !== null

/** Called before Escape or the close button closes the surrounding dialog; false keeps it open. No effect outside of a dialog. */
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

/** An open list in the dialog handles Escape itself. */
const canCloseSomethingInside = ({ target }: Event): boolean =>
  target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')

/** Placeholder while a requested dialog loads: no key acts on the page below (keys.ts). */
export const LoadingDialog = ({ name }: { name: string }) => (
  <div role="dialog" aria-label={name} aria-busy="true" className="sr-only" />
)

/** A modal dialog. Focus stays in it, Escape closes it, and focus then returns to its earlier place. */
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
  /** Only its own buttons close the dialog: closing it by accident would lose data. */
  mustAnswer?: boolean
}) {
  const content = useRef<HTMLDivElement>(null)
  const guards = useRef(new Set<MayClose>())
  const returnFocus = useFocusReturn(isOpen)
  const keep = (event: Event): void => event.preventDefault()
  async function closeIfAllowed(): Promise<void> {
    for (const mayClose of guards.current) if (!(await mayClose())) return
    onClose()
  }
  const Radix = useLazyComponent(dialogParts, isOpen, onClose)
  if (!Radix) return isOpen && <LoadingDialog name={title} />
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) void closeIfAllowed()
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
            // In a dialog with a form the first field gets the focus; screen readers read the description first.
            const field = content.current?.querySelector<HTMLElement>(
              'form :is(input:not([hidden]), select, textarea)',
            )
            if (!field) return
            keep(event)
            field.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => (mustAnswer || canCloseSomethingInside(event)) && keep(event)}
          onInteractOutside={(event) => {
            // A click outside would discard typed values; messages are above the dialog and do not count as outside.
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
