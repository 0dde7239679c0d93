import {
  createKeyFunctionHolder,
  type KeyFunctionCoverage,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useMay } from '../../../session.tsx'
import { PlainLink } from '../../../ui/plain-link.tsx'
import { Status } from '../../../ui/status.tsx'
import { COVERED, type Covered, findReasonNotRequired, getCover } from './holder.ts'

/** The holder of a function of a scheme, or what is missing with a link to propose a holder, or "not required". */
export function CoverageCell({ coverage, of }: { coverage: KeyFunctionCoverage; of: Covered }) {
  const mayPropose = useMay()(createKeyFunctionHolder)
  const holder = coverage[of]
  if (holder)
    return (
      <PlainLink
        to={PAGES.keyFunctionHolder}
        params={{ holderId: holder.id }}
        className="link max-sm:inline-block max-sm:min-h-6"
      >
        {holder.holderName}
      </PlainLink>
    )
  const cover = getCover(coverage, of)
  if (cover === 'NOT_REQUIRED')
    return <span className="text-muted">{findReasonNotRequired(coverage, of)}</span>
  const status =
    cover === 'VACANT' ? <Status tone="late">Vacant</Status> : <Status tone="idle">Not recorded</Status>
  if (!mayPropose) return status
  return (
    <span className="flex flex-col items-start">
      {status}
      <PlainLink
        to={PAGES.newKeyFunctionHolder}
        search={{ schemeId: coverage.id, function: COVERED.find((one) => one.of === of)?.keyFunction }}
        className="link text-sm max-sm:inline-block max-sm:min-h-6"
      >
        {/* A scheme that was taken over has a holder, who is added like a new one. */}
        {cover === 'VACANT' ? 'Propose holder' : 'Add holder'}
      </PlainLink>
    </span>
  )
}

export function formatCoverage(coverage: KeyFunctionCoverage, of: Covered): string {
  const holder = coverage[of]
  if (holder) return holder.holderName
  const cover = getCover(coverage, of)
  return cover === 'VACANT'
    ? 'Vacant'
    : cover === 'NOT_RECORDED'
      ? 'Not recorded yet'
      : (findReasonNotRequired(coverage, of) ?? '')
}
