/** Declared, summed and received, set against each other. */

import type { ContributionBatch, ContributionClock } from '../../../../contract/contributions.ts'
import { formatMoney } from '../../../../contract/value-format.ts'
import { getLabel } from '../../../labels.ts'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'

export function BatchMoney({
  batch,
  reconciliation,
}: {
  batch: ContributionBatch
  reconciliation: ContributionClock['reconciliation']
}) {
  const { declaredCents, summedCents, receivedCents, declaredDifferenceCents, receivedDifferenceCents } =
    reconciliation
  return (
    <Section title="Reconciliation">
      <Details
        details={[
          {
            label: 'Control total',
            value:
              declaredCents === null ? (
                <span className="text-muted">No control total given</span>
              ) : (
                <Compared cents={declaredCents} differenceCents={declaredDifferenceCents ?? 0} />
              ),
          },
          { label: 'Sum of the lines with corrections', value: formatMoney(summedCents) },
          {
            label: getLabel('receivedCents'),
            value: <Compared cents={receivedCents} differenceCents={receivedDifferenceCents} />,
          },
        ]}
      />
      <Details details={PARTS.map((name) => getPart(batch, name)).filter((part) => part !== null)} />
    </Section>
  )
}

const PARTS = ['eeCents', 'erCents', 'avcCents', 'erSpecialCents', 'singlePremiumCents'] as const
/** Always shown, also when the amount is 0. */
const MAIN_PARTS: readonly string[] = ['eeCents', 'erCents']

const getPart = (batch: ContributionBatch, name: (typeof PARTS)[number]): Detail | null =>
  batch[name] === 0 && !MAIN_PARTS.includes(name)
    ? null
    : { label: getLabel(name), value: formatMoney(batch[name]) }

function Compared({ cents, differenceCents }: { cents: number; differenceCents: number }) {
  return (
    <>
      <span className="block">{formatMoney(cents)}</span>
      {differenceCents === 0 ? (
        <Status tone="done">Same as the lines</Status>
      ) : (
        <Status tone="soon">
          {`${formatMoney(Math.abs(differenceCents))} ${differenceCents < 0 ? 'less' : 'more'} than the lines`}
        </Status>
      )}
    </>
  )
}
