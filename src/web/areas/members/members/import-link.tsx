import { Upload } from 'lucide-react'
import { importMembers } from '../../../../contract/member-imports.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

/** Opens the import of members from a file, for those who may; for one scheme, it is filled in. */
export function ImportMembersLink({ schemeId }: { schemeId?: string }) {
  const may = useMay()
  return (
    may(importMembers) && (
      <ButtonLink
        look="secondary"
        icon={<Upload aria-hidden="true" size={16} />}
        to={PAGES.importMembers}
        {...(schemeId ? { search: { schemeId } } : {})}
      >
        Import members
      </ButtonLink>
    )
  )
}
