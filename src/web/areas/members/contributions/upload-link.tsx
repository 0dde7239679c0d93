import type { LinkProps } from '@tanstack/react-router'
import { PencilLine, Upload } from 'lucide-react'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { operation } from '../../../operation.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink, type ButtonLook } from '../../../ui/button.tsx'

/** What the upload or the entry begins with. */
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

/** To the entry of amounts by hand, for an employer without a payroll file. */
export function EnterLink({ expected = {} }: { expected?: Expected }) {
  if (!useMay()(operation('contribution.enter'))) return null
  return (
    <ButtonLink
      look="quiet"
      icon={<PencilLine aria-hidden="true" size={16} />}
      to={PAGES.enterContributions}
      search={expected}
    >
      Enter amounts
    </ButtonLink>
  )
}
