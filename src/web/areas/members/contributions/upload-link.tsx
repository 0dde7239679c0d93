import type { LinkProps } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink, type ButtonLook } from '../../../ui/button.tsx'

/** What the upload begins with. */
type Expected = { schemeId?: string; employerId?: string; payrollMonth?: string }

export const uploadOf = (expected: Expected): LinkProps => ({
  to: PAGES.uploadContributions,
  search: expected,
})

/** For those who may; nothing for others. */
export function UploadLink({
  expected = {},
  look = 'primary',
  children = 'Upload payroll file',
}: {
  expected?: Expected
  look?: ButtonLook
  children?: string
}) {
  if (!useMay()(uploadContributions)) return null
  return (
    <ButtonLink look={look} icon={<Upload aria-hidden="true" size={16} />} {...uploadOf(expected)}>
      {children}
    </ButtonLink>
  )
}
