/** What a table says of schemes, wherever they are listed. */
import type { Scheme } from '../../contract/schemes.ts'
import { formatValue, labelOf } from '../labels.ts'
import { createCodeColumn, createStatusColumn, createTextColumn } from '../lists/columns.tsx'
import { SCHEME_TONES } from '../tones.ts'
import type { Column } from '../ui/table/column.ts'

const numberWords = ({ pensionsAuthorityNumber, registrationPending }: Scheme): string =>
  pensionsAuthorityNumber ?? (registrationPending ? labelOf('registrationPending') : '')

export const schemeColumns = {
  name: createTextColumn('name', { sort: 'name', grows: true }),
  type: createCodeColumn('type', { width: 72 }),
  status: createStatusColumn(SCHEME_TONES, { width: 222, sort: 'status' }),
  pensionsAuthorityNumber: createTextColumn('pensionsAuthorityNumber', {
    width: 112,
    onCard: true,
    cell: (row) => numberWords(row) || '—',
    text: numberWords,
  }),
  schemeYearEnd: {
    key: 'schemeYearEnd',
    width: 88,
    label: 'Year end',
    sort: 'schemeYearEnd',
    cell: ({ schemeYearEnd }) => formatValue('schemeYearEnd', schemeYearEnd),
    text: ({ schemeYearEnd }) => (schemeYearEnd ? formatValue('schemeYearEnd', schemeYearEnd) : ''),
  },
} satisfies Record<string, Column<Scheme>>
