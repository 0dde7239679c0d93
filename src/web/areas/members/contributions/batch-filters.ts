/** What lists of batches can be narrowed to. */
import { ContributionStatus } from '../../../../contract/contributions.ts'
import { addMonths, formatMonth } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { ListFilter } from '../../../lists/list.tsx'

/** As far back as anybody looks by a filter; the address takes any month. */
const MONTHS_BACK = 24

const LATENESS = [
  { value: 'true', label: 'Late, or late now' },
  { value: 'false', label: 'Not late' },
]

export const buildBatchFilters = (today: string): ListFilter[] => [
  { name: 'status', options: listCodeOptions(ContributionStatus.options) },
  { name: 'late', options: LATENESS },
  {
    name: 'payrollMonth',
    options: Array.from({ length: MONTHS_BACK + 1 }, (_, back) => addMonths(today.slice(0, 7), -back)).map(
      (month) => ({ value: month, label: formatMonth(month) }),
    ),
  },
]
