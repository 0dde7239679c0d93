/** What lists of batches can be narrowed to. */
import { ContributionStatus } from '../../../contract/contributions.ts'
import { codeOptions } from '../../labels.ts'
import type { ListFilter } from '../../lists/list.tsx'
import { monthAfter, monthWords } from '../../words.ts'

/** As far back as anybody looks by a filter; the address takes any month. */
const MONTHS_BACK = 24

const LATENESS = [
  { value: 'true', label: 'Late, or late now' },
  { value: 'false', label: 'Not late' },
]

export const batchFilters = (today: string): ListFilter[] => [
  { name: 'status', options: codeOptions(ContributionStatus.options) },
  { name: 'late', options: LATENESS },
  {
    name: 'payrollMonth',
    options: Array.from({ length: MONTHS_BACK + 1 }, (_, back) => monthAfter(today.slice(0, 7), -back)).map(
      (month) => ({ value: month, label: monthWords(month) }),
    ),
  },
]
