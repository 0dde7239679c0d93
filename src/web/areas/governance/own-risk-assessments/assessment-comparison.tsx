import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CHECKLIST } from '../../../../contract/assessment-checklist.ts'
import {
  type ComparedRiskItem,
  type ComparedSection,
  compareOwnRiskAssessment,
  type SectionContent,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  calculateRiskScore,
  getRiskBand,
  type RiskBand,
  type RiskItem,
} from '../../../../contract/risk-items.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { MatrixMovement, type Place } from '../../../ui/charts/matrix-movement.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Scroller } from '../../../ui/scroller.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { formatAssessmentTitle, formatMovement } from './assessment.ts'

const SECTION_TONES: Record<ComparedSection['change'], Tone> = {
  ADDED: 'progress',
  CHANGED: 'progress',
  REMOVED: 'ended',
  UNCHANGED: 'settled',
}
const ITEM_TONES: Record<ComparedRiskItem['change'], Tone> = {
  NEW: 'progress',
  CHANGED: 'progress',
  GONE: 'ended',
  UNCHANGED: 'settled',
}

/** Changes since the assessment that was approved before. */
export default function AssessmentComparison() {
  const { assessmentId } = useParams({ from: `/authenticated${PAGES.ownRiskAssessment}` })
  const { data } = useSuspenseQuery(createQuery(compareOwnRiskAssessment, { id: assessmentId }))
  const { before, sections, riskItems } = data
  if (!before)
    return (
      <Notice title="No previous assessment">
        This scheme has no earlier approved assessment to compare.
      </Notice>
    )
  const changed = sections.filter(({ change }) => change !== 'UNCHANGED')
  const moved = riskItems.filter(({ change }) => change !== 'UNCHANGED')
  return (
    <div className="flex flex-col gap-8">
      <p>
        Compared with{' '}
        <Link to={PAGES.ownRiskAssessment} params={{ assessmentId: before.id }} className="link">
          {formatAssessmentTitle(before).toLowerCase()}
        </Link>
        {before.approvedOn && `, approved on ${formatDate(before.approvedOn)}`}:{' '}
        {formatCount(changed.length, 'section')} and {formatCount(moved.length, 'risk')} differ.
      </p>
      <Section title="Sections">
        <ul className="flex flex-col rounded-md border border-line bg-surface">
          {sections.map((section) => (
            <li key={section.key} className="border-line border-b p-3 last:border-b-0">
              <Compared section={section} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Risks">
        {riskItems.length === 0 ? (
          <p className="text-muted">Neither assessment has risks.</p>
        ) : (
          <>
            <Movement items={riskItems} />
            <Risks items={riskItems} />
          </>
        )}
      </Section>
    </div>
  )
}

function Compared({ section: { key, change, before, after } }: { section: ComparedSection }) {
  const title = CHECKLIST.find((entry) => entry.key === key)?.title ?? ''
  const heading = (
    <>
      <span className="mr-3 font-medium">
        {key}. {title}
      </span>
      <Status tone={SECTION_TONES[change]}>{formatCode(change)}</Status>
    </>
  )
  if (change === 'UNCHANGED') return heading
  return (
    <details>
      <summary className="cursor-pointer">{heading}</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <Side title="Before" content={before} />
        <Side title="Now" content={after} />
      </div>
    </details>
  )
}

const Side = ({ title, content }: { title: string; content: SectionContent | null }) => (
  <div className="min-w-0">
    <p className="text-muted text-sm">
      {title}
      {content?.notApplicableReason && ': does not apply'}
    </p>
    <p className="whitespace-pre-line">
      {content?.text ?? content?.notApplicableReason ?? <span className="text-muted">Empty</span>}
    </p>
  </div>
)

const BANDS: Record<RiskBand, { mark: string; colour: string }> = {
  LOW: { mark: 'L', colour: 'var(--done-soft)' },
  MEDIUM: { mark: 'M', colour: 'var(--warn-soft)' },
  HIGH: { mark: 'H', colour: 'var(--danger-soft)' },
}

const getRating = (item: RiskItem | null): Place | null =>
  item && { column: item.residualImpact, row: item.residualLikelihood }

/** Chart of the residual scores; the table below has the same numbers. */
function Movement({ items }: { items: readonly ComparedRiskItem[] }) {
  const countOf = (test: (movement: number) => boolean): number =>
    items.filter(({ residualMovement }) => residualMovement !== null && test(residualMovement)).length
  const summary = [
    `${formatCount(
      countOf((movement) => movement < 0),
      'risk',
    )} lower`,
    `${countOf((movement) => movement > 0)} higher`,
    `${items.filter(({ change }) => change === 'NEW').length} new`,
    `${items.filter(({ change }) => change === 'GONE').length} no longer recorded`,
  ].join(', ')
  return (
    <figure className="flex flex-col gap-2">
      <MatrixMovement
        summary={`Residual risks by likelihood and impact, from the previous assessment to this one: ${summary}.`}
        columnName="Impact"
        rowName="Likelihood"
        moves={items.map(({ before, after }, index) => ({
          number: index + 1,
          from: getRating(before),
          to: getRating(after),
        }))}
        lookOf={({ column, row }) => BANDS[getRiskBand(calculateRiskScore(row, column))]}
      />
      <figcaption className="max-w-[70ch] text-muted text-sm">
        Residual scores: {summary}. Each number is a row of the table; a dashed circle is the place in the
        previous assessment. L, M and H are low, medium and high on our own scale, not law.
      </figcaption>
    </figure>
  )
}

const CELL = 'border-line border-b px-3 py-2 text-left align-top'

function Risks({ items }: { items: readonly ComparedRiskItem[] }) {
  return (
    <Scroller name="Risks compared">
      <table className="w-full min-w-[680px] border-separate border-spacing-0">
        <thead>
          <tr className="text-muted text-sm">
            {['No.', 'Risk', 'Area', 'Change', 'Inherent', 'Residual'].map((title) => (
              <th key={title} scope="col" className={`${CELL} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ change, before, after, inherentMovement, residualMovement }, index) => {
            const item = after ?? before
            if (!item) return null
            return (
              <tr key={item.id}>
                <td className={CELL}>{index + 1}</td>
                <th scope="row" className={`${CELL} min-w-48 font-medium`}>
                  {item.description}
                  {before && after && before.description !== after.description && (
                    <span className="block font-normal text-muted text-sm">Before: {before.description}</span>
                  )}
                </th>
                <td className={CELL}>{formatCode(item.area)}</td>
                <td className={CELL}>
                  <Status tone={ITEM_TONES[change]}>{formatCode(change)}</Status>
                </td>
                <td className={`${CELL} whitespace-nowrap`}>
                  {formatMovement(
                    before?.inherentScore ?? null,
                    after?.inherentScore ?? null,
                    inherentMovement,
                  )}
                </td>
                <td className={`${CELL} whitespace-nowrap`}>
                  {formatMovement(
                    before?.residualScore ?? null,
                    after?.residualScore ?? null,
                    residualMovement,
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroller>
  )
}
