import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PAGES } from '../../../contract/pages.ts'
import {
  createScheme,
  getSchemeCompliance,
  listSchemes,
  MissingForApproval,
  type Scheme,
  SchemeStatus,
  SchemeType,
  updateScheme,
} from '../../../contract/schemes.ts'
import { codeWords } from '../../labels.ts'
import { List } from '../../lists/list.tsx'
import { EmployerName } from '../../records/names.tsx'
import { useMay } from '../../session.tsx'
import { SCHEME_TONES } from '../../tones.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useKeys } from '../../ui/keys.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Status } from '../../ui/status.tsx'
import { dateWords, yearEndWords } from '../../words.ts'

const COLUMNS: readonly Column<Scheme>[] = [
  { key: 'name', label: 'Name', sort: 'name', cell: (row) => row.name, text: (row) => row.name },
  {
    key: 'employerName',
    width: 204,
    label: 'Employer',
    onCard: true,
    cell: (row) => row.employerName,
    text: (row) => row.employerName,
  },
  {
    key: 'type',
    width: 72,
    label: 'Type',
    cell: (row) => codeWords(row.type),
    text: (row) => codeWords(row.type),
  },
  {
    key: 'status',
    width: 214,
    label: 'Status',
    onCard: true,
    cell: (row) => <Status tone={SCHEME_TONES[row.status]}>{codeWords(row.status)}</Status>,
    text: (row) => codeWords(row.status),
  },
  {
    key: 'pensionsAuthorityNumber',
    width: 112,
    label: 'PB number',
    onCard: true,
    cell: (row) => row.pensionsAuthorityNumber ?? (row.registrationPending ? 'Registration pending' : '—'),
    text: (row) => row.pensionsAuthorityNumber ?? '',
  },
  {
    key: 'schemeYearEnd',
    width: 88,
    label: 'Year end',
    cell: (row) => (row.schemeYearEnd ? yearEndWords(row.schemeYearEnd) : '—'),
    text: (row) => (row.schemeYearEnd ? yearEndWords(row.schemeYearEnd) : ''),
  },
  {
    key: 'legalForm',
    width: 190,
    label: 'Legal form',
    isExtra: true,
    cell: (row) => codeWords(row.legalForm),
    text: (row) => codeWords(row.legalForm),
  },
  {
    key: 'registeredAdministratorName',
    width: 210,
    label: 'Registered administrator',
    isExtra: true,
    cell: (row) => row.registeredAdministratorName ?? '—',
    text: (row) => row.registeredAdministratorName ?? '',
  },
  {
    key: 'createdAt',
    width: 116,
    isExtra: true,
    label: 'Added',
    sort: '-createdAt',
    cell: (row) => dateWords(row.createdAt.slice(0, 10)),
    text: (row) => row.createdAt.slice(0, 10),
  },
]

const options = (codes: readonly string[]) => codes.map((value) => ({ value, label: codeWords(value) }))
const FILTERS = [
  { name: 'status', options: options(SchemeStatus.options) },
  { name: 'type', options: options(SchemeType.options) },
]
/** Only for those who see the trustees: to others every scheme would seem to lack them. */
const MISSING_FILTER = { name: 'missing', options: options(MissingForApproval.options) }

const linkTo = ({ id }: Scheme) => ({ to: PAGES.scheme, params: { schemeId: id } })

export default function SchemeList() {
  const may = useMay()
  const navigate = useNavigate()
  useKeys({ c: () => may(createScheme) && void navigate({ to: PAGES.newScheme }) })
  const create = may(createScheme) && (
    <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} to={PAGES.newScheme}>
      New scheme
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Schemes" actions={create} />
      <List
        contract={listSchemes}
        name="Schemes"
        columns={COLUMNS}
        linkTo={linkTo}
        searchLabel="Search by name or PB number"
        filters={may(getSchemeCompliance) ? [...FILTERS, MISSING_FILTER] : FILTERS}
        chipWords={(name, value) => (name === 'employerId' ? <EmployerName id={value} /> : undefined)}
        empty={
          may(createScheme)
            ? {
                title: 'No schemes yet',
                text: 'A scheme begins as a draft: enter what is known, appoint its trustees, then submit it for approval. It belongs to an employer, so add that first.',
                action: create,
              }
            : {
                title: 'No schemes yet',
                text: 'Your broker adds the schemes of your organisation; they appear here.',
              }
        }
        keys={{
          e: ({ id }) =>
            may(updateScheme) && void navigate({ to: PAGES.editScheme, params: { schemeId: id } }),
        }}
      />
    </>
  )
}
