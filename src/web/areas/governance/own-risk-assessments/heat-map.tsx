import { Link } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  calculateRiskScore,
  getRiskBand,
  type RiskBand,
  type RiskItem,
} from '../../../../contract/risk-items.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { joinClassNames } from '../../../ui/class-names.ts'

const GRADES = [1, 2, 3, 4, 5] as const
export type MapOf = 'residual' | 'inherent'

/** The letter carries the meaning; the shade repeats it. */
const SHADES: Record<RiskBand, string> = {
  LOW: 'bg-done-soft',
  MEDIUM: 'bg-warn-soft',
  HIGH: 'bg-danger-soft',
}

const getGrades = (item: RiskItem, of: MapOf): readonly [likelihood: number, impact: number] =>
  of === 'residual'
    ? [item.residualLikelihood, item.residualImpact]
    : [item.inherentLikelihood, item.inherentImpact]

/** How many risks there are of each likelihood and impact; a count leads to its rows in the register below. */
export function HeatMap({
  assessmentId,
  items,
  of,
  chosen,
}: {
  assessmentId: string
  items: readonly RiskItem[]
  of: MapOf
  /** The place whose rows are shown. */
  chosen: { likelihood: number; impact: number } | null
}) {
  const counts = new Map<string, number>()
  for (const item of items) {
    const place = getGrades(item, of).join('/')
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return (
    <table className="w-full max-w-[560px] table-fixed border-separate border-spacing-0.5 text-center">
      <caption className="pb-2 text-left text-muted text-sm">
        {of === 'residual' ? 'With current controls' : 'Without controls'}. L, M and H are low (up to 5),
        medium (up to 12) and high (from 15), likelihood times impact. The scale is ours, not law.
      </caption>
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="w-24 text-left font-medium">
            Likelihood
          </th>
          {GRADES.map((impact) => (
            <th key={impact} scope="col" className="font-medium">
              <span className="sr-only">Impact </span>
              {impact}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GRADES.toReversed().map((likelihood) => (
          <tr key={likelihood}>
            <th scope="row" className="text-left font-medium text-muted text-sm">
              {likelihood}
            </th>
            {GRADES.map((impact) => (
              <Cell
                key={impact}
                assessmentId={assessmentId}
                of={of}
                likelihood={likelihood}
                impact={impact}
                count={counts.get(`${likelihood}/${impact}`) ?? 0}
                isChosen={chosen?.likelihood === likelihood && chosen.impact === impact}
              />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td colSpan={5} className="pt-1 text-muted text-sm">
            Impact
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Cell({
  assessmentId,
  of,
  likelihood,
  impact,
  count,
  isChosen,
}: {
  assessmentId: string
  of: MapOf
  likelihood: number
  impact: number
  count: number
  isChosen: boolean
}) {
  const band = getRiskBand(calculateRiskScore(likelihood, impact))
  const mark = (
    <span aria-hidden="true" className="absolute top-0.5 left-1 text-muted text-xs">
      {band.charAt(0)}
    </span>
  )
  const look = joinClassNames('relative h-11 rounded-sm p-0', SHADES[band])
  if (count === 0)
    return (
      <td className={look}>
        {mark}
        <span className="sr-only">No risks</span>
      </td>
    )
  const place = { [`${of}Likelihood`]: String(likelihood), [`${of}Impact`]: String(impact) }
  return (
    <td className={look}>
      {mark}
      <Link
        to={PAGES.assessmentRisks}
        params={{ assessmentId }}
        // A second choice takes the first one back.
        search={isChosen ? { map: of } : place}
        replace
        resetScroll={false}
        aria-label={`${formatCount(count, 'risk')} of likelihood ${likelihood} and impact ${impact}, ${formatCode(band).toLowerCase()}${isChosen ? ': shown below, show all again' : ''}`}
        className={joinClassNames(
          'flex size-full items-center justify-center rounded-sm border-2 font-semibold text-lg hover:border-accent',
          isChosen ? 'border-accent' : 'border-transparent',
        )}
      >
        {count}
      </Link>
    </td>
  )
}
