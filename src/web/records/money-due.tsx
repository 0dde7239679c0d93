/** The money that is still to come, as the first thing a page says; the numbers lead to the months they count. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../contract/dashboard.ts'
import { PAGES } from '../../contract/pages.ts'
import { formatCount, formatDate, formatMoney } from '../../contract/value-format.ts'
import { Notice } from '../ui/notice.tsx'

type Money = NonNullable<Dashboard['contributions']>

export function MoneyDue({ money, action }: { money: Money; action?: ReactNode }) {
  const { overdueBatches, overdueCents, awaitingBatches, dueNextOn } = money
  const next = dueNextOn !== null && (
    <p>
      {formatCount(awaitingBatches, 'payroll month')} not due yet; next due date: {formatDate(dueNextOn)}.
    </p>
  )
  if (overdueBatches === 0)
    return (
      <Notice title="No payments overdue" action={action}>
        {next || 'All uploaded months are paid.'}
      </Notice>
    )
  return (
    <Notice look="late" title={`${formatMoney(overdueCents)} is overdue`} action={action}>
      <p>
        For{' '}
        <Link to={PAGES.contributionBatches} search={{ flag: 'OVERDUE' }} className="link">
          {formatCount(overdueBatches, 'payroll month')}
        </Link>
        .
      </p>
      {next}
    </Notice>
  )
}
