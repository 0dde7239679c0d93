import { PAGES } from '../../contract/pages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <p className="mb-4 max-w-[70ch]">The link may be old or incomplete, or the record was removed.</p>
      <ButtonLink to={PAGES.today}>Go home</ButtonLink>
    </>
  )
}
