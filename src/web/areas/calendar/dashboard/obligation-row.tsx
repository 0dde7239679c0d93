import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { completeObligation } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import type { ObligationToDo } from '../../../../contract/work-queue.ts'
import { formatObligationName, formatObligationPeriod } from '../../../records/obligation-period.ts'
import { ObligationStatusText } from '../../../records/obligation-status.tsx'
import { useMay } from '../../../session.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useCompletion } from './completion.tsx'
import { QueueRow } from './queue-row.tsx'

/** One obligation of one scheme. Below the title of its rule the row begins with the scheme. */
export function ObligationRow({
  obligation,
  firm,
  today,
  ofRule,
}: {
  obligation: Omit<ObligationToDo, 'firmName'>
  /** The name of the firm, where the reader sees several firms. */
  firm: ReactNode
  today: string
  /** The title of the group that the row belongs to. */
  ofRule?: string
}) {
  const may = useMay()
  const complete = useCompletion()
  const { id, schemeId, schemeName, dueOn, title, isRestricted } = obligation
  const name = formatObligationName(obligation)
  const toScheme = (
    <Link to={PAGES.schemeObligations} params={{ schemeId }} className="link">
      {schemeName}
    </Link>
  )
  const isOfRule = ofRule !== undefined
  return (
    <QueueRow
      title={isOfRule ? toScheme : name}
      about={[
        !isOfRule && toScheme,
        isOfRule && (title === ofRule ? formatObligationPeriod(obligation) : name),
        isOfRule && title === ofRule && isRestricted && 'restricted',
        firm,
      ]}
      state={
        obligation.status === 'OVERDUE' ? (
          <Status tone="late">{`Due ${formatDate(dueOn)}`}</Status>
        ) : (
          <ObligationStatusText obligation={obligation} today={today} />
        )
      }
      actions={
        <>
          <ButtonLink
            to={PAGES.obligation}
            params={{ obligationId: id }}
            isSmall
            aria-label={`Open: ${name}, ${schemeName}`}
          >
            Open
          </ButtonLink>
          {may(completeObligation) && (
            <Button
              isSmall
              aria-label={`Mark complete: ${name}, ${schemeName}`}
              onClick={() => complete(obligation)}
            >
              Mark complete
            </Button>
          )}
        </>
      }
    />
  )
}
