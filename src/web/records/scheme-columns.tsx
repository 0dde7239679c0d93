/** Columns of schemes, for all lists of schemes. */
import type { Scheme } from '../../contract/schemes.ts'
import { formatValue, getLabel } from '../labels.ts'
import { createCodeColumn, createStatusColumn, createTextColumn } from '../lists/columns.tsx'
import { SCHEME_TONES } from '../tones.ts'
import type { Column } from '../ui/table/column.ts'

type Listed = Pick<
  Scheme,
  'name' | 'type' | 'status' | 'pensionsAuthorityNumber' | 'registrationPending' | 'schemeYearEnd'
>

const formatNumber = ({ pensionsAuthorityNumber, registrationPending }: Listed): string =>
  pensionsAuthorityNumber ?? (registrationPending ? getLabel('registrationPending') : '')

export const schemeColumns = {
  name: createTextColumn<Listed>('name', { sort: 'name', grows: true }),
  type: createCodeColumn<Listed>('type', { width: 72 }),
  status: createStatusColumn<Listed>(SCHEME_TONES, { width: 222, sort: 'status' }),
  pensionsAuthorityNumber: createTextColumn<Listed>('pensionsAuthorityNumber', {
    width: 112,
    onCard: true,
    cell: (row) => formatNumber(row) || '—',
    text: formatNumber,
  }),
  schemeYearEnd: {
    key: 'schemeYearEnd',
    width: 88,
    label: 'Year end',
    sort: 'schemeYearEnd',
    cell: ({ schemeYearEnd }) => formatValue('schemeYearEnd', schemeYearEnd),
    text: ({ schemeYearEnd }) => (schemeYearEnd ? formatValue('schemeYearEnd', schemeYearEnd) : ''),
  },
} satisfies Record<string, Column<Listed>>
