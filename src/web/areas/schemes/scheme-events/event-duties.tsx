import { EVENT_DUTIES } from '../../../../contract/scheme-event-duties.ts'
import type { SchemeEventKind } from '../../../../contract/scheme-events.ts'
import { Cited } from '../../../records/citation.tsx'

/** What an event of this kind starts, each with when and where it is written. */
export const EventDuties = ({ kind }: { kind: SchemeEventKind }) => (
  <ul className="flex flex-col gap-2">
    {EVENT_DUTIES[kind].map(({ rule, what, when, citations }) => (
      <li key={rule}>
        <span className="font-medium">{what}</span>, {when}
        <span className="block">
          <Cited ids={citations} />
        </span>
      </li>
    ))}
  </ul>
)

/** The same in a cell: what is to be done, without the when. */
export const formatEventObligation = (kind: SchemeEventKind): string =>
  EVENT_DUTIES[kind].map(({ what }) => what).join('; ')
