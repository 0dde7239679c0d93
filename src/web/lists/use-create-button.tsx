import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Needed, useMay } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useKeys } from '../ui/keys.ts'

/** The button that makes a new one of what the page lists, for those who may, and `c` for the same. Null: there can be none. */
export function useCreateButton(needed: Needed | null, link: LinkProps, label: string): ReactNode {
  const may = useMay()
  const navigate = useNavigate()
  const isOpen = needed !== null && may(needed)
  useKeys({ c: () => isOpen && void navigate(link) })
  return (
    isOpen && (
      <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} {...link}>
        {label}
      </ButtonLink>
    )
  )
}
