import { PAGES } from '../../contract/pages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <p className="mb-4 max-w-[70ch]">
        There is nothing at this address: the link may be old or cut off, or the record is gone.
      </p>
      <ButtonLink to={PAGES.today}>Go to the first page</ButtonLink>
    </>
  )
}
