import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** Opens on demand; closed it is not printed. */
export function Folded({
  name,
  isOpen,
  children,
}: {
  name: ReactNode
  /** Opened by the page: a field in it has an error. */
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className="min-w-0" {...(isOpen && { open: true })}>
      <summary className="inline-flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden print:hidden">
        <ChevronRight aria-hidden="true" size={14} className="shrink-0 [details[open]>summary>&]:rotate-90" />
        {name}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
