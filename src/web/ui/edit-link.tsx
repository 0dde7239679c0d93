import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { useKeys } from './keys.ts'

/** Link to the form of the record on a page, and the key `e` that opens it; null if the record cannot be changed. */
export function useEditLink(
  form: Pick<LinkProps, 'to' | 'params'>,
  isEditable: boolean,
  label = 'Edit',
): ReactNode {
  const navigate = useNavigate()
  useKeys({ e: () => isEditable && void navigate(form) })
  return isEditable ? (
    <ButtonLink icon={<Pencil aria-hidden="true" size={16} />} {...form}>
      {label}
    </ButtonLink>
  ) : null
}
