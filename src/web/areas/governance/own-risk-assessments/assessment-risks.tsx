import { useSuspenseQueries } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { getOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createRiskItem,
  listRiskItems,
  MOST_RISK_ITEMS,
  RiskAppetite,
  RiskArea,
  type RiskBand,
  type RiskItem,
} from '../../../../contract/risk-items.ts'
import { formatCount, toSentenceCase } from '../../../../contract/value-format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createCodeColumn, createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { HeatMap, type MapOf } from './heat-map.tsx'
import { MapChoice } from './map-choice.tsx'

const BANDS: Record<RiskBand, Tone> = { LOW: 'done', MEDIUM: 'soon', HIGH: 'late' }
const scoreWords = (score: number, band: RiskBand): string => `${score} ${formatCode(band).toLowerCase()}`

const COLUMNS: readonly Column<RiskItem>[] = [
  createTextColumn('description', { label: 'Risk', grows: true }),
  createCodeColumn('area', { width: 200, sort: 'area' }),
  {
    key: 'inherentScore',
    label: 'Inherent',
    width: 116,
    sort: '-inherentScore',
    cell: ({ inherentScore, inherentBand }) => scoreWords(inherentScore, inherentBand),
    text: ({ inherentScore }) => String(inherentScore),
  },
  {
    key: 'residualScore',
    label: 'Residual',
    width: 130,
    sort: '-residualScore',
    onCard: true,
    cell: ({ residualScore, residualBand }) => (
      <Status tone={BANDS[residualBand]}>{scoreWords(residualScore, residualBand)}</Status>
    ),
    text: ({ residualScore }) => String(residualScore),
  },
  createCodeColumn('appetite', { width: 150, onCard: true }),
  createTextColumn('owner', { width: 170, isExtra: true }),
  createTextColumn('action', { label: 'Action', width: 240, isExtra: true }),
  createDateColumn('actionDueOn', { sort: 'actionDueOn' }),
  createTextColumn('controls', { width: 240, isExtra: true }),
]

const linkToRisk = ({ id }: RiskItem) => ({ to: PAGES.editRiskItem, params: { riskItemId: id } })

/** The risk register: where the risks lie, and each with what is done about it. */
export default function AssessmentRisks() {
  const { assessmentId } = useParams({ from: `/authenticated${PAGES.ownRiskAssessment}` })
  const [{ data: assessment }, { data: items }] = useSuspenseQueries({
    queries: [
      createQuery(getOwnRiskAssessment, { id: assessmentId }),
      createQuery(listRiskItems, { id: assessmentId, limit: MOST_RISK_ITEMS }),
    ],
  })
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const of: MapOf = search.inherentLikelihood || search.map === 'inherent' ? 'inherent' : 'residual'
  const [likelihood, impact] = [Number(search[`${of}Likelihood`]), Number(search[`${of}Impact`])]
  const add = useCreateButton(
    assessment.status === 'DRAFTING' ? createRiskItem : null,
    { to: PAGES.newRiskItem, params: { assessmentId } },
    'Add risk',
  )
  const outside = items.data.filter(({ appetite }) => appetite === 'OUTSIDE').length
  const high = items.data.filter(({ residualBand }) => residualBand === 'HIGH').length
  return (
    <div className="flex flex-col gap-6">
      {items.data.length > 0 && (
        <Section
          title="Heat map"
          actions={
            <MapChoice
              of={of}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  search: next === 'inherent' ? { map: 'inherent' } : {},
                  replace: true,
                })
              }
            />
          }
        >
          <p>
            {formatCount(items.data.length, 'risk')}, {high} high with current controls, {outside} outside the
            risk appetite of the trustees.
          </p>
          <HeatMap
            assessmentId={assessmentId}
            items={items.data}
            of={of}
            chosen={likelihood && impact ? { likelihood, impact } : null}
          />
        </Section>
      )}
      <Section title="Risk register" actions={add}>
        <List
          contract={listRiskItems}
          name="Risk register"
          columns={COLUMNS}
          {...(assessment.status === 'DRAFTING' ? { linkTo: linkToRisk } : {})}
          fixed={{ id: assessmentId }}
          sortedBy="-residualScore"
          filters={[
            { name: 'area', options: listCodeOptions(RiskArea.options) },
            { name: 'appetite', options: listCodeOptions(RiskAppetite.options) },
          ]}
          empty={{
            title: 'No risks yet',
            text: `The areas to cover: ${RiskArea.options.map((area) => toSentenceCase(formatCode(area))).join(', ')} (${formatCitedSources('DIR 25')}).`,
            action: add,
          }}
        />
      </Section>
    </div>
  )
}
