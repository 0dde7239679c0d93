import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  Clock,
  type LucideIcon,
} from 'lucide-react'
import { joinClassNames } from './class-names.ts'

/** Meaning of a status for the reader; never shown by colour alone. */
export type Tone = 'done' | 'progress' | 'soon' | 'late' | 'idle' | 'settled' | 'ended'

const TONES: Record<Tone, { icon: LucideIcon; className: string }> = {
  done: { icon: CircleCheck, className: 'text-done' },
  progress: { icon: CircleDot, className: 'text-accent' },
  soon: { icon: Clock, className: 'text-warn' },
  late: { icon: CircleAlert, className: 'text-danger' },
  settled: { icon: Circle, className: 'text-muted' },
  idle: { icon: CircleDashed, className: 'text-muted' },
  ended: { icon: CircleMinus, className: 'text-muted' },
}

export function Status({
  tone,
  children,
  wraps = false,
}: {
  tone: Tone
  children: string
  /** A sentence instead of a word or two. */
  wraps?: boolean
}) {
  const { icon: Icon, className } = TONES[tone]
  return (
    <span
      className={joinClassNames(
        'inline-flex gap-1.5 align-middle',
        wraps ? 'items-start *:first:mt-0.5' : 'items-center whitespace-nowrap',
      )}
    >
      <Icon
        aria-hidden="true"
        size={15}
        strokeWidth={2.2}
        className={joinClassNames('shrink-0', className)}
      />
      {children}
    </span>
  )
}
