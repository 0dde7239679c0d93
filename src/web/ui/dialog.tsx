import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A question above the page. Focus stays in it, Escape closes it, and focus returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  isWide = false,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  isWide?: boolean
}) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed top-[10vh] left-1/2 z-40 max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 overflow-y-auto rounded-md border border-line bg-raised p-5 shadow-overlay',
            isWide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Radix.Title className="pt-1 font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-2 inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover"
            >
              <X aria-hidden="true" size={16} />
            </Radix.Close>
          </div>
          {description && (
            <Radix.Description asChild>
              <div className="mb-4 max-w-[70ch]">{description}</div>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
