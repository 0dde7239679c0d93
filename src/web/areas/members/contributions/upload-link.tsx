import type { LinkProps } from '@tanstack/react-router'
import { PencilLine, Upload } from 'lucide-react'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { operation } from '../../../operation.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink, type ButtonLook } from '../../../ui/button.tsx'

/** Initial values of the upload or the entry. */
type Expected = { schemeId?: string; employerId?: string; payrollMonth?: string }

export const buildUploadLink = (expected: Expected): LinkProps => ({
  to: PAGES.uploadContributions,
  search: expected,
})

/** Shown only to users who may upload. */
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
    <ButtonLink look={look} icon={<Upload aria-hidden="true" size={16} />} {...buildUploadLink(expected)}>
      {children}
    </ButtonLink>
  )
}

/** Link to the manual entry of amounts, for an employer without a payroll file. */
export function EnterContributionsLink({ expected = {} }: { expected?: Expected }) {
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
