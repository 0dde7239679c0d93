import { Link } from '@tanstack/react-router'
import type { KeyFunctionCoverage } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { Status } from '../../../ui/status.tsx'
import { type COVERED, notRequired } from './holder.ts'

type Covered = (typeof COVERED)[number]['of']

/** The holder of a function of a scheme, a vacancy, or "not required". */
export function CoverageCell({ coverage, of }: { coverage: KeyFunctionCoverage; of: Covered }) {
  const holder = coverage[of]
  if (holder)
    return (
      <Link
        to={PAGES.keyFunctionHolder}
        params={{ holderId: holder.id }}
        className="link max-sm:inline-block max-sm:min-h-6"
      >
        {holder.holderName}
      </Link>
    )
  const why = notRequired(coverage, of)
  return why ? <span className="text-muted">{why}</span> : <Status tone="late">Vacant</Status>
}

export const formatCoverage = (coverage: KeyFunctionCoverage, of: Covered): string =>
  coverage[of]?.holderName ?? notRequired(coverage, of) ?? 'Vacant'
