import { Link, type LinkProps } from '@tanstack/react-router'

export interface Tab extends LinkProps {
  label: string
  count?: number | undefined
}

/** Tabs that are addresses: they can be linked to, and the browser's back button knows them. */
export function Tabs({ name, tabs }: { name: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={name} className="mb-5 overflow-x-auto border-line border-b print:hidden">
      <ul className="flex gap-1">
        {tabs.map(({ label, count, ...link }) => (
          <li key={label}>
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: false }}
              className="-mb-px inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-3 py-1.5 text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              {label}
              {count !== undefined && <span className="text-muted text-sm">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
