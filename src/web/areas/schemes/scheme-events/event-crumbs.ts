import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

/** Events are found through their scheme. */
export const buildEventCrumbs = ({ id, name }: Pick<Scheme, 'id' | 'name'>): Crumb[] => [
  { label: 'Schemes', to: PAGES.schemes },
  { label: name, to: PAGES.scheme, params: { schemeId: id } },
  { label: 'What changed', to: PAGES.schemeEvents, params: { schemeId: id } },
]
