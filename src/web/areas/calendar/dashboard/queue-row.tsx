import type { ReactNode } from 'react'
import { joinClassNames } from '../../../ui/class-names.ts'

/** The same in every group of the page, so that the statuses are below each other; kept also by rows without buttons. */
export const ACTIONS_WIDTH = 'sm:w-44'

/** One item of work: what it is, its state, and what to do with it. One line where there is room. */
export function QueueRow({
  title,
  about,
  state,
  actions,
  children,
}: {
  title: ReactNode
  about?: readonly (ReactNode | false | null)[]
  state?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const known = about?.filter(Boolean) ?? []
  return (
    <li className="break-inside-avoid px-3 py-1.5 [overflow-wrap:anywhere] hover:bg-hover">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-medium">{title}</span>
          {known.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their order
            <span key={index} className="text-muted">
              {' · '}
              {part}
            </span>
          ))}
        </p>
        {state && <div className="shrink-0 sm:w-40">{state}</div>}
        {(state || actions) && (
          <div
            className={joinClassNames(
              'flex shrink-0 gap-2 sm:justify-end print:hidden',
              ACTIONS_WIDTH,
              !actions && 'max-sm:hidden',
            )}
          >
            {actions}
          </div>
        )}
      </div>
      {children}
    </li>
  )
}
