import { useParams } from '@tanstack/react-router'
import {
  type ComplianceStatement,
  createComplianceStatement,
  listComplianceStatements,
} from '../../../../contract/compliance-statements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createDateColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { STATEMENT_TONES } from './statement.ts'

const COLUMNS: readonly Column<ComplianceStatement>[] = [
  createTextColumn('acsYear', { sort: '-acsYear', width: 130 }),
  createStatusColumn(STATEMENT_TONES, { width: 130 }),
  createTextColumn('openAnswers', { width: 130, onCard: true }),
  createDateColumn('completedOn', { onCard: true }),
  createTextColumn('firstSignatoryName', { label: 'First signatory', grows: true }),
  createTextColumn('secondSignatoryName', { label: 'Second signatory', grows: true }),
  createDateColumn('providedToAuthorityOn', { width: 150 }),
]

export default function StatementsOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const create = useCreateButton(
    createComplianceStatement,
    { to: PAGES.newComplianceStatement, params: { schemeId } },
    'Start statement',
  )
  return (
    <Section title="Annual compliance statements" actions={create}>
      <p className="max-w-[70ch] text-muted">
        The trustees' yearly declaration on the code of practice. The text of the code was not available: the
        form, the two signatures and the filing are not verified.
      </p>
      <List
        contract={listComplianceStatements}
        name="Annual compliance statements"
        columns={COLUMNS}
        page={PAGES.complianceStatement}
        fixed={{ schemeId }}
        empty={{
          title: 'No compliance statements yet',
          text: 'Start the statement of a calendar year, answer its points, then record the signatures of two trustees.',
          action: create,
        }}
      />
    </Section>
  )
}
