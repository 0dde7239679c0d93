import type { ReactNode } from 'react'

/** A short list on one surface: not a table, because its rows are sentences. */
export function Rows({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className="divide-y divide-line rounded-md border border-line bg-surface">
      {children}
    </ul>
  )
}

/** Title, key information at the end of the same line, and details below. */
export function Row({
  title,
  aside,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="break-inside-avoid px-3 py-2 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="min-w-0 flex-1 basis-40">{title}</div>
        {aside && <div className="shrink-0">{aside}</div>}
      </div>
      {children}
    </li>
  )
}
