import type { Scheme } from '../../../../contract/schemes.ts'

/** Of a corporate trustee the directors are counted, not the company (Pensions Act 1990 s.64AC). */
export const isCorporate = ({ trusteeBody }: Pick<Scheme, 'trusteeBody'>): boolean =>
  trusteeBody !== null && trusteeBody.kind !== 'INDIVIDUALS'

/** "Sole corporate: Ballycotton Trustees DAC"; says so where it is not recorded. */
const KINDS = {
  INDIVIDUALS: 'Individual trustees',
  CORPORATE: 'Corporate trustee',
  SOLE_CORPORATE: 'Sole corporate trustee',
}
export function formatTrusteeBody({ trusteeBody }: Pick<Scheme, 'trusteeBody'>): string {
  if (!trusteeBody) return 'Not known: counted as individual trustees'
  const { kind, name } = trusteeBody
  return name ? `${KINDS[kind]}: ${name}` : KINDS[kind]
}
