import { Upload } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import { listPortfolio } from '../../../../contract/portfolio.ts'
import {
  ComplianceRating,
  createScheme,
  listSchemes,
  MissingForApproval,
  SchemeStatus,
  type SchemeSummary,
  SchemeType,
  updateScheme,
} from '../../../../contract/schemes.ts'
import { listCodeOptions } from '../../../labels.ts'
import { createAddedColumn, createCodeColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { operation } from '../../../operation.ts'
import { schemeColumns } from '../../../records/scheme-columns.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { PORTFOLIO_COLUMNS } from './portfolio-columns.tsx'
import { useSchemeBulkActs } from './scheme-bulk-acts.tsx'

const COLUMNS: readonly Column<SchemeSummary>[] = [
  schemeColumns.name,
  createTextColumn('employerName', {
    width: 200,
    grows: true,
    label: 'Employer',
    onCard: true,
    sort: 'employerName',
  }),
  schemeColumns.type,
  schemeColumns.status,
  schemeColumns.pensionsAuthorityNumber,
  schemeColumns.schemeYearEnd,
  createCodeColumn('legalForm', { width: 190, isExtra: true }),
  createAddedColumn({ isExtra: true }),
]

const FILTERS = [
  { name: 'status', options: listCodeOptions(SchemeStatus.options) },
  { name: 'type', options: listCodeOptions(SchemeType.options) },
]
/** Only for those who see trustees and duties: to others every scheme would seem to lack the ones and to be green. */
const BROKER_FILTERS = [
  { name: 'rating', options: listCodeOptions(ComplianceRating.options) },
  { name: 'missing', options: listCodeOptions(MissingForApproval.options) },
]

export default function SchemeList() {
  const may = useMay()
  const bulkActs = useSchemeBulkActs()
  const create = useCreateButton(createScheme, { to: PAGES.newScheme }, 'New scheme')
  const shared = {
    name: 'Schemes',
    page: PAGES.scheme,
    searchLabel: 'Search by name or PB number',
    empty: may(createScheme)
      ? {
          title: 'No schemes yet',
          text: 'Import the existing schemes of the firm from one workbook, with their employers, trustees and members. To enter one scheme, add its employer first, then the scheme.',
          action: may(operation('scheme-import.create')) ? (
            <ButtonLink look="primary" to={PAGES.importSchemes}>
              Import schemes
            </ButtonLink>
          ) : (
            create
          ),
        }
      : {
          title: 'No schemes yet',
          text: 'Your broker adds the schemes of your organisation; they appear here.',
        },
    edit: { contract: updateScheme, page: PAGES.editScheme },
  } as const
  return (
    <>
      <PageHeader
        title="Schemes"
        actions={
          <>
            {may(operation('scheme-import.list')) && (
              <ButtonLink look="quiet" to={PAGES.schemeImports}>
                Past imports
              </ButtonLink>
            )}
            {may(operation('scheme-import.create')) && (
              <ButtonLink
                look="secondary"
                icon={<Upload aria-hidden="true" size={16} />}
                to={PAGES.importSchemes}
              >
                Import schemes
              </ButtonLink>
            )}
            {create}
          </>
        }
      />
      {may(listPortfolio) ? (
        <List
          contract={listPortfolio}
          columns={PORTFOLIO_COLUMNS}
          filters={[...BROKER_FILTERS, ...FILTERS]}
          bulkActs={bulkActs}
          hasTwoLines
          {...shared}
        />
      ) : (
        <List contract={listSchemes} columns={COLUMNS} filters={FILTERS} {...shared} />
      )}
    </>
  )
}
