import type { Breach } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

/** In the register of its scheme, otherwise in that of the firm. */
export const buildBreachCrumbs = ({
  schemeId,
  schemeName,
}: Pick<Breach, 'schemeId' | 'schemeName'>): Crumb[] =>
  schemeId && schemeName
    ? [
        { label: 'Schemes', to: PAGES.schemes },
        { label: schemeName, to: PAGES.scheme, params: { schemeId } },
        { label: 'Register', to: PAGES.schemeBreaches, params: { schemeId } },
      ]
    : [{ label: 'Breaches', to: PAGES.breaches }]
