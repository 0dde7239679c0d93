/** The part of an answer that comes from the compliance calendar. */

import { Link } from '@tanstack/react-router'
import type { CalendarAnswer } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { linkToRecord } from '../../../page-address.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { OBLIGATION_TONES } from '../../../tones.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Status } from '../../../ui/status.tsx'

export default function CalendarPart({ calendar }: { calendar: CalendarAnswer }) {
  const { schemeId, schemeName, text, calculated, obligations, hasMore } = calendar
  return (
    <section aria-label="From the calendar" className="flex max-w-[75ch] flex-col gap-3">
      <h3 className="text-muted">
        {schemeId && schemeName ? (
          <>
            From the calendar of{' '}
            <Link {...linkToRecord(PAGES.scheme, schemeId)} className="link">
              {schemeName}
            </Link>
          </>
        ) : calculated.length > 0 ? (
          'Calculated from the date in the question'
        ) : (
          'From the calendar of your firm'
        )}
      </h3>
      <p className="border-accent border-l-4 pl-3 font-medium text-lg">{text}</p>
      {calculated.length > 0 && (
        <Rows name="Calculated dates">
          {calculated.map(({ ruleId, title, dueOn, sum, source, ruling }) => (
            <Row key={ruleId} title={title} aside={`${sum} = ${formatDate(dueOn)}`}>
              <p className="text-muted">{source}</p>
              {ruling && <p className="text-muted">{ruling}.</p>}
            </Row>
          ))}
        </Rows>
      )}
      {obligations.length > 0 && (
        <Rows name="Obligations">
          {obligations.map((obligation) => (
            <Row
              key={obligation.id}
              title={
                <Link {...linkToRecord(PAGES.obligation, obligation.id)} className="link">
                  {obligation.title}
                </Link>
              }
              aside={
                <Status tone={OBLIGATION_TONES[obligation.status]}>{formatCode(obligation.status)}</Status>
              }
            >
              <p className="flex flex-wrap gap-x-3 text-muted">
                {schemeId === null && <span>{obligation.schemeName}</span>}
                {obligation.dueOn && <DueDay on={obligation.dueOn} />}
              </p>
            </Row>
          ))}
        </Rows>
      )}
      {hasMore && (
        <Link
          {...(schemeId ? linkToRecord(PAGES.schemeObligations, schemeId) : { to: PAGES.calendar })}
          className="link w-fit"
        >
          Show all obligations
        </Link>
      )}
    </section>
  )
}
