/** How a scheme stands: the colour, the word, and every reason with the way to it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SchemeStanding } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { formatComplianceStatus } from '../../../records/compliance-status.ts'
import { buildMissingFactLink } from '../../../records/missing-fact.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'

const LOOKS = { RED: 'late', AMBER: 'warn', GREEN: 'done', WOUND_UP: 'info' } as const
const SHOWN = 6
const LOOKED_THROUGH = 200

export function SchemeScore({ standing, isToday }: { standing: SchemeStanding; isToday: boolean }) {
  const { score, schemeId, asAtOn } = standing
  const { rating, reasons } = score
  const [isWhole, setWhole] = useState(false)
  // Open duties by what names them; of a past day the records of today are another matter.
  const { data } = useQuery({
    ...createQuery(operation('obligation.list'), {
      schemeId,
      isOpen: 'true',
      limit: LOOKED_THROUGH,
      fields: 'summary',
    } as never),
    enabled: isToday,
  })
  const ids = new Map(data?.data.map(({ ruleId, periodKey, id }) => [`${ruleId} ${periodKey}`, id]))
  const color = formatCode(rating).split(':')[0]
  return (
    <Notice
      look={LOOKS[rating]}
      title={`${color}: ${reasons.length === 0 ? 'nothing open' : formatComplianceStatus(standing)}${isToday ? '' : `, as at ${formatDate(asAtOn)}`}`}
    >
      {reasons.length === 0 ? (
        <p>Based on the records entered so far.</p>
      ) : (
        <>
          <ul aria-label="Reasons" className="flex flex-col gap-1">
            {reasons.slice(0, isWhole ? reasons.length : SHOWN).map((reason) => (
              <li
                key={`${reason.ruleId} ${reason.periodKey} ${reason.breachId}`}
                className="flex items-start gap-2"
              >
                <span className="w-16 shrink-0">
                  <Status tone={reason.weight === 'RED' ? 'late' : 'soon'}>
                    {reason.weight === 'RED' ? 'Red' : 'Amber'}
                  </Status>
                </span>
                <Reason
                  reason={reason}
                  schemeId={schemeId}
                  obligationId={ids.get(`${reason.ruleId} ${reason.periodKey}`) ?? null}
                />
              </li>
            ))}
          </ul>
          {reasons.length > SHOWN && !isWhole && (
            <button type="button" className="link mt-1 min-h-6" onClick={() => setWhole(true)}>
              All {reasons.length} reasons
            </button>
          )}
        </>
      )}
    </Notice>
  )
}

function Reason({
  reason: { text, breachId, ruleId, periodKey },
  obligationId,
  schemeId,
}: {
  reason: SchemeStanding['score']['reasons'][number]
  obligationId: string | null
  schemeId: string
}) {
  const missing = buildMissingFactLink({ ruleId, periodKey })
  if (missing)
    return (
      <Link
        to={missing.to}
        params={{ schemeId }}
        {...(missing.hash ? { hash: missing.hash } : {})}
        className="link"
      >
        {text}
      </Link>
    )
  if (breachId)
    return (
      <Link to={PAGES.breach} params={{ breachId }} className="link">
        {text}
      </Link>
    )
  if (obligationId)
    return (
      <Link to={PAGES.obligation} params={{ obligationId }} className="link">
        {text}
      </Link>
    )
  return text
}
