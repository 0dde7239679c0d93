import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { formatCountWithLimit, useNavigationCounts } from './navigation-counts.ts'

/** Leads to the inbox, with the number of unread items. */
export default function Bell() {
  const unread = useNavigationCounts()[PAGES.inbox]?.count ?? 0
  if (!useMay()(operation('inbox.list'))) return null
  const name = unread > 0 ? `Unread in your inbox: ${formatCountWithLimit(unread)}` : 'Open your inbox'
  return (
    <Link
      to={PAGES.inbox}
      aria-label={name}
      title={name}
      className="inline-flex min-h-9 min-w-9 items-center justify-center gap-1 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
    >
      <BellIcon aria-hidden="true" size={18} />
      {unread > 0 && (
        <span aria-hidden="true" className="font-semibold text-accent text-sm tabular-nums">
          {formatCountWithLimit(unread)}
        </span>
      )}
    </Link>
  )
}
