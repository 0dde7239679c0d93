import { PAGES } from '../../../../contract/pages.ts'
import type { SchemeImportReport } from '../../../../contract/scheme-imports.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Details, Section } from '../../../ui/section.tsx'

/** Result of the workbook's import, and the next step. */
export function ImportedSchemes({
  report: { created, drafts },
  importId,
  onAgain,
}: {
  report: SchemeImportReport
  importId: string
  onAgain: () => void
}) {
  const waiting = created.schemes - drafts
  return (
    <Section title={`${formatCount(created.schemes, 'scheme')} imported`}>
      <Details
        details={[
          { label: 'Employers', value: formatNumber(created.employers) },
          { label: 'Schemes', value: formatNumber(created.schemes) },
          { label: 'Trustees', value: formatNumber(created.trustees) },
          { label: 'Members', value: formatNumber(created.members) },
        ]}
      />
      <p className="max-w-[70ch]">
        {waiting > 0 &&
          `${formatCount(waiting, 'scheme waits', 'schemes wait')} for approval. An administrator approves them all on the page of the import, which is on their page Today. `}
        {drafts > 0 &&
          `${formatCount(drafts, 'scheme is a draft', 'schemes are drafts')} because items for the approval are missing. The page of the import says how to complete ${drafts === 1 ? 'it' : 'them'}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" to={PAGES.schemeImport} params={{ importId }}>
          Open import
        </ButtonLink>
        <Button onClick={onAgain}>Import another workbook</Button>
      </div>
    </Section>
  )
}
