import { type Draft, withdrawDrafts } from '../../../../contract/drafts.ts'
import { formatCount, formatInstant } from '../../../../contract/value-format.ts'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'

/** Origin of a draft, so that users can explain its text later. */
export function Provenance({ draft, onRecall }: { draft: Draft; onRecall: () => void }) {
  const { provenance, recalledAt, status } = draft
  const { facts, filledPlaces } = provenance
  const mayRecall =
    useMay()(withdrawDrafts) && recalledAt === null && (status === 'DRAFT' || status === 'APPROVED')
  return (
    <Section title="Origin">
      <Details details={getDetails(draft)} />
      {filledPlaces.length > 0 && (
        <More title={`${formatCount(filledPlaces.length, 'blank')} filled in from records`}>
          {filledPlaces.map(({ name, label, filledFrom }) => ({
            label,
            value: recordWords(filledFrom),
            key: name,
          }))}
        </More>
      )}
      {facts.length > 0 && (
        <More title={`${formatCount(facts.length, 'fact')} of the scheme used to select passages`}>
          {facts.map(({ name, value }) => ({ label: name, value, key: name }))}
        </More>
      )}
      {mayRecall && (
        <div>
          <Button onClick={onRecall}>Recall drafts based on these sources</Button>
        </div>
      )}
    </Section>
  )
}

const SNAPSHOT_SHOWN = 12

const getDetails = ({ provenance, createdAt, createdByName }: Draft): Detail[] => [
  { label: 'Created', value: `${formatInstant(createdAt)}${createdByName ? `, ${createdByName}` : ''}` },
  { label: 'Template', value: `Version ${provenance.templateVersion}` },
  {
    label: 'Written by',
    value: provenance.model
      ? `${provenance.model}, section by section in our template`
      : 'Template only, no AI',
  },
  ...(provenance.promptSha256s.length > 0
    ? [{ label: 'Sent to AI', value: formatCount(provenance.promptSha256s.length, 'request') }]
    : []),
  {
    label: 'Version of the sources',
    value: (
      <code title={provenance.corpusSnapshot}>{provenance.corpusSnapshot.slice(0, SNAPSHOT_SHOWN)}</code>
    ),
  },
  { label: 'Passages used', value: String(provenance.passages.length) },
]

const RECORDS: Readonly<Record<string, string>> = {
  scheme: 'The scheme',
  counts: 'Counts from records',
  trustees: 'The trustees',
  keyFunctionHolders: 'The key function holders',
  firm: 'The firm',
  holder: 'The key function holder',
  arrangement: 'The outsourcing arrangement',
  breach: 'The breach register',
  meeting: 'The meeting',
  batch: 'The payroll month',
  employer: 'The employer',
}
/** `scheme.name`: the record; the label names its field. */
const recordWords = (filledFrom: string): string => RECORDS[filledFrom.split('.', 1)[0] ?? ''] ?? 'A record'

const More = ({
  title,
  children,
}: {
  title: string
  children: readonly { key: string; label: string; value: string }[]
}) => (
  <details>
    <summary className="link inline-block min-h-6 cursor-pointer py-0.5">{title}</summary>
    <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {children.map(({ key, label, value }) => (
        <div key={key} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)
