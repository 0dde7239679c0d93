import { PAGES } from '../../../../contract/pages.ts'
import { listSchemeImports, type SchemeImport } from '../../../../contract/scheme-imports.ts'
import { capitalise } from '../../../../contract/value-format.ts'
import { createAddedColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useUserNames } from '../../../people.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { IMPORT_TONES } from './import-tones.ts'

const COUNT = { width: 92, align: 'right' } as const
const COLUMNS: readonly Column<SchemeImport>[] = [
  createTextColumn('fileName', { label: 'File', grows: true }),
  createStatusColumn(IMPORT_TONES, { width: 120 }),
  createTextColumn('schemes', { ...COUNT, label: 'Schemes', onCard: true }),
  createTextColumn('waitingForApproval', {
    label: 'Waiting for approval',
    width: 160,
    align: 'right',
    onCard: true,
  }),
  createTextColumn('employers', { ...COUNT, label: 'Employers' }),
  createTextColumn('trustees', { ...COUNT, label: 'Trustees' }),
  createTextColumn('members', { ...COUNT, label: 'Members' }),
  createAddedColumn({ label: 'Imported', onCard: true }),
  {
    key: 'importedBy',
    label: 'Imported by',
    width: 150,
    cell: ({ importedBy }) => <PersonName id={importedBy} />,
    text: ({ importedBy }) => importedBy,
  },
]

function PersonName({ id }: { id: string }) {
  return capitalise(useUserNames()(id))
}

/** The imports of schemes of the firm; each is approved in bulk or undone on its own page. */
export default function SchemeImportList() {
  const again = <ButtonLink to={PAGES.importSchemes}>Import schemes</ButtonLink>
  return (
    <>
      <PageHeader
        title="Imports of schemes"
        crumbs={[{ label: 'Schemes', to: PAGES.schemes }]}
        actions={again}
      />
      <List
        contract={listSchemeImports}
        name="Imports of schemes"
        columns={COLUMNS}
        linkTo={({ id }) => ({ to: PAGES.schemeImport, params: { importId: id } })}
        empty={{
          title: 'No imports yet',
          text: 'An import creates employers, schemes, trustees and members from one Excel workbook.',
          action: again,
        }}
      />
    </>
  )
}
