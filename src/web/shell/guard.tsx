import type { ReactNode } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { formatCode } from '../labels.ts'
import { type Needed, useMay, usePerson } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Shows the page to those whose role has a use for it. The service guards by itself; this only saves a dead end. */
export function Guarded({ needs, children }: { needs: Needed; children: ReactNode }) {
  const may = useMay()
  const { role } = usePerson()
  if (may(needs)) return children
  return (
    <>
      <PageHeader title="No access with your role" />
      <p className="mb-4 max-w-[70ch]">
        You are signed in as {formatCode(role).toLowerCase()}. This page needs another role. If you need
        access, ask an administrator of your firm.
      </p>
      <ButtonLink to={PAGES.today}>Go home</ButtonLink>
    </>
  )
}
