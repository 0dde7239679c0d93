import { type ReactNode, useId } from 'react'

/** One part of a page, under a heading of its own. */
export function Section({
  title,
  id: anchor,
  actions,
  children,
}: {
  title: string
  /** Where an address leads that ends with `#lines`. */
  id?: string
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="flex flex-col gap-3 break-inside-avoid">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {actions && <div className="flex items-center gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export interface Detail {
  label: string
  value: ReactNode
  /** Where the rule behind it is written. */
  source?: string
}

/** Fields of a record as label and value, in as many columns as there is room for. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,184px),1fr))] gap-x-6 gap-y-4 rounded-md border border-line bg-surface p-4">
      {details.map(({ label, value, source }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
          {source && <dd className="mt-0.5 text-muted text-xs">{source}</dd>}
        </div>
      ))}
    </dl>
  )
}
