import { Link } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'

/** The scheme that a row is about. */
export function SchemeLink({ id, children }: { id: string; children: string }) {
  return (
    <Link
      to={PAGES.scheme}
      params={{ schemeId: id }}
      className="link inline-block rounded-sm py-0.5 font-medium"
    >
      {children}
    </Link>
  )
}
