import type { MemberImportReport } from '../../../../contract/member-imports.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Details, Section } from '../../../ui/section.tsx'

/** Result of an import of members. */
export function MembersImported({
  report: { schemeId, inserted, updated, unchanged, counts },
  onAgain,
}: {
  report: MemberImportReport
  onAgain: () => void
}) {
  return (
    <Section title={`${formatCount(inserted, 'member')} added, ${formatNumber(updated)} changed`}>
      <Details
        details={[
          { label: 'Added', value: formatNumber(inserted) },
          { label: 'Changed', value: formatNumber(updated) },
          { label: 'Unchanged', value: formatNumber(unchanged) },
          { label: 'Skipped', value: formatNumber(counts.skipped + counts.dropped) },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" to={PAGES.schemeMembers} params={{ schemeId }}>
          Open members
        </ButtonLink>
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </Section>
  )
}
