/** Panel under a due date, loaded on demand: the button needs none of it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ObligationSummary } from '../../contract/obligations.ts'
import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { Failed } from '../shell/error-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DateExplanation } from './date-explanation.tsx'

export { Content, Portal, Root, Trigger } from '../ui/popover-parts.ts'

const Waiting = () => (
  <div role="status" aria-label="Loading" className="flex flex-col gap-2">
    {['80%', '95%', '60%'].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

/** Lists have no facts and no calculation: the panel loads them. */
export function Panel({ obligation: { id } }: { obligation: ObligationSummary }) {
  const { data: obligation, error, refetch } = useQuery(createQuery(operation('obligation.get'), { id }))
  return (
    <>
      <Link
        to={PAGES.obligation}
        params={{ obligationId: id }}
        className="link mb-3 inline-block font-medium"
      >
        Open the obligation
      </Link>
      {obligation ? (
        <DateExplanation obligation={obligation} />
      ) : error ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  )
}
