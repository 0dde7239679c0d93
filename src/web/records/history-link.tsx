import { History } from 'lucide-react'
import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Link to the audit log of one record; shown only to users who may read it. */
export function HistoryLink({
  entityType,
  entityId,
  label = 'History',
}: {
  entityType: string
  entityId: string
  label?: string
}) {
  if (!useMay()(operation('audit-log.list'))) return null
  return (
    <ButtonLink
      look="quiet"
      icon={<History aria-hidden="true" size={16} />}
      to={PAGES.audit}
      search={{ entityType, entityId }}
    >
      {label}
    </ButtonLink>
  )
}
