/** What a table says of schemes, wherever they are listed. */
import type { Scheme } from '../../contract/schemes.ts'
import { labelOf, valueWords } from '../labels.ts'
import { codeColumn, statusColumn, textColumn } from '../lists/columns.tsx'
import { SCHEME_TONES } from '../tones.ts'
import type { Column } from '../ui/table/column.ts'

const numberWords = ({ pensionsAuthorityNumber, registrationPending }: Scheme): string =>
  pensionsAuthorityNumber ?? (registrationPending ? labelOf('registrationPending') : '')

export const schemeColumns = {
  name: textColumn('name', { sort: 'name', grows: true }),
  type: codeColumn('type', { width: 72 }),
  status: statusColumn(SCHEME_TONES, { width: 222, sort: 'status' }),
  pensionsAuthorityNumber: textColumn('pensionsAuthorityNumber', {
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
    cell: ({ schemeYearEnd }) => valueWords('schemeYearEnd', schemeYearEnd),
    text: ({ schemeYearEnd }) => (schemeYearEnd ? valueWords('schemeYearEnd', schemeYearEnd) : ''),
  },
} satisfies Record<string, Column<Scheme>>
