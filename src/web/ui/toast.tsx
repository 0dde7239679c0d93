/** Short messages after an act: saved, or not and why. Spoken to those who cannot see them. */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'

interface Toast {
  id: number
  look: 'saved' | 'failed'
  text: string
  action?: ToastAction
}
export interface ToastAction {
  label: string
  onClick: () => void
}

const SHOWN_MS = 6_000
const SHOWN_WITH_ACTION_MS = 12_000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number): void => change(toasts.filter((one) => one.id !== id))

/** `toast('saved', 'Scheme approved')`. What failed stays until it is dismissed. */
export function showToast(look: Toast['look'], text: string, action?: ToastAction): void {
  const id = ++lastId
  change([...toasts.slice(-3), { id, look, text, ...(action ? { action } : {}) }])
  if (look === 'saved') setTimeout(() => dismiss(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none absolute right-3 bottom-full mb-3 flex flex-col items-end gap-2 max-sm:fixed max-sm:inset-x-3 max-sm:top-14 max-sm:bottom-auto"
    >
      {shown.map(({ id, look, text, action }) => (
        <div
          key={id}
          data-toast={look}
          className="pointer-events-auto flex max-w-md items-start gap-2 rounded-md border border-line bg-raised p-1 pl-3 shadow-overlay"
        >
          {look === 'saved' ? (
            <CircleCheck aria-hidden="true" size={17} className="mt-2.5 shrink-0 text-done" />
          ) : (
            <CircleAlert aria-hidden="true" size={17} className="mt-2.5 shrink-0 text-danger" />
          )}
          <p className="min-w-0 flex-1 py-2">{text}</p>
          {action && (
            <Button
              look="quiet"
              onClick={() => {
                dismiss(id)
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton name="Dismiss" onClick={() => dismiss(id)}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        </div>
      ))}
    </section>
  )
}
