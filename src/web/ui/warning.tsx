import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Below a field: what is allowed and seldom right. */
export function Warned({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 font-medium text-warn">
      <TriangleAlert aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
      {children}
    </span>
  )
}
