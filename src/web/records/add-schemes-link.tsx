import { PAGES } from '../../contract/pages.ts'
import { createScheme } from '../../contract/schemes.ts'
import { useMay } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** The next step of an empty page whose rows come with the schemes. */
export function AddSchemesLink() {
  const mayCreate = useMay()(createScheme)
  return mayCreate && <ButtonLink to={PAGES.schemes}>Add schemes</ButtonLink>
}
