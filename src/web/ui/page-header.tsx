import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { joinClassNames } from './class-names.ts'

export interface Crumb extends LinkProps {
  label: string
}

const PRODUCT = 'Pension Compliance Service'

const FACT = "relative pl-4 before:absolute before:left-1.5 before:content-['·'_/_'']"

/** A fact of the header that leads to another page. */
export const FactLink = (to: Omit<LinkProps, 'className'>) => (
  <Link {...to} className="rounded-sm hover:underline" />
)

/** Where one is, what it is, and the one thing to do about it. The facts stand below in one line. */
export function PageHeader({
  crumbs = [],
  title,
  hint,
  status,
  actions,
  facts = [],
  answer,
}: {
  crumbs?: readonly Crumb[]
  title: string
  /** Explanation of the title, beside it. */
  hint?: ReactNode
  status?: ReactNode
  actions?: ReactNode
  facts?: readonly ReactNode[]
  /** One line: the page has parts below, and the header stays low. */
  answer?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [title])
  return (
    <header className={joinClassNames('flex flex-col', answer === undefined ? 'mb-5 gap-2' : 'mb-2 gap-1')}>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className="print:hidden">
          <ol className="flex flex-wrap items-center gap-1 text-muted text-sm">
            {crumbs.map(({ label, ...link }, index) => (
              <li key={label} className="flex items-center gap-1">
                {index > 0 && <ChevronRight aria-hidden="true" size={13} />}
                <Link {...link} className="rounded-sm hover:text-text hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl ">{title}</h1>
          {hint}
          {status}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
      {facts.length > 0 && (
        // The dot before the first fact of each line lies outside, where it is not seen.
        <div className="overflow-hidden">
          <ul aria-label="Summary" className="-ml-4 flex flex-wrap gap-y-1 text-muted">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page keep their places
              <li key={index} className={FACT}>
                {fact}
              </li>
            ))}
          </ul>
        </div>
      )}
      {answer}
    </header>
  )
}
