import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { createMember } from '../../../contract/members.ts'
import { PAGES } from '../../../contract/pages.ts'
import { useMay } from '../../session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useKeys } from '../../ui/keys.ts'

/** "New member" for those who may, and `c` for the same; into this scheme where one is given. */
export function useNewMember(schemeId?: string): ReactNode {
  const may = useMay()
  const navigate = useNavigate()
  const link = { to: PAGES.newMember, search: schemeId ? { schemeId } : {} }
  useKeys({ c: () => may(createMember) && void navigate(link) })
  return (
    may(createMember) && (
      <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} {...link}>
        New member
      </ButtonLink>
    )
  )
}
