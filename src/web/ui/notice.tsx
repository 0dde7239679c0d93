import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'

const LOOKS = {
  info: { icon: Info, className: 'border border-line bg-surface', colour: 'text-accent' },
  done: { icon: CircleCheck, className: 'border border-line bg-surface', colour: 'text-done' },
  warn: { icon: Clock, className: 'bg-warn-soft', colour: 'text-warn' },
  late: { icon: CircleAlert, className: 'bg-danger-soft', colour: 'text-danger' },
}

/** A sentence the page wants read first: what is missing, what failed, what comes next. */
export function Notice({
  look = 'info',
  title,
  children,
  action,
}: {
  look?: keyof typeof LOOKS
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  const { icon: Icon, className, colour } = LOOKS[look]
  return (
    <div className={joinClassNames('flex flex-wrap items-start gap-3 rounded-md p-3', className)}>
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon aria-hidden="true" size={18} className={joinClassNames('mt-px shrink-0', colour)} />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {children && <div className="mt-1 max-w-[70ch]">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}

/** Nothing here yet, and what to do about it; or nothing because it failed, which looks different. */
export function EmptyState({
  title,
  children,
  action,
  isFailure = false,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  isFailure?: boolean
}) {
  return (
    <div
      className={joinClassNames(
        'flex flex-col items-center gap-2 rounded-md border bg-surface px-6 py-10 text-center',
        isFailure ? 'border-danger' : 'border-line border-dashed',
      )}
    >
      {isFailure && <CircleAlert aria-hidden="true" size={22} className="text-danger" />}
      <p className="font-semibold text-lg">{title}</p>
      {children && <div className="max-w-[min(60ch,100%)] text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
