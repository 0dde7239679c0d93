import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

/** Trustees are found through their scheme. */
export const buildTrusteeCrumbs = ({ id, name }: Pick<Scheme, 'id' | 'name'>): Crumb[] => [
  { label: 'Schemes', to: PAGES.schemes },
  { label: name, to: PAGES.scheme, params: { schemeId: id } },
  { label: 'Trustees', to: PAGES.schemeTrustees, params: { schemeId: id } },
]
