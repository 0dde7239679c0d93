import { PAGES } from '../../../../contract/pages.ts'
import {
  EVENT_OBLIGATIONS,
  INVESTMENT_POLICY_EVENTS,
  POLICY_EVENTS,
  RISK_PROFILE_EVENTS,
} from '../../../../contract/scheme-event-obligations.ts'
import type { SchemeEventKind, SchemeEventStatus } from '../../../../contract/scheme-events.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { Cited } from '../../../records/citation.tsx'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

export const EVENT_TONES: Record<SchemeEventStatus, Tone> = { RECORDED: 'settled', WITHDRAWN: 'ended' }

export const buildEventCrumbs = (scheme: Pick<Scheme, 'id' | 'name'>): Crumb[] =>
  buildSchemeCrumbs(scheme, { label: 'Events', page: PAGES.schemeEvents })

/** The obligations of these events depend on whether the event is significant. */
export const hasSignificance = (kind: SchemeEventKind): boolean =>
  [...RISK_PROFILE_EVENTS, ...POLICY_EVENTS, ...INVESTMENT_POLICY_EVENTS].includes(kind)

/** The obligations of an event of this kind, each with its deadline and legal source. */
export const EventObligations = ({ kind }: { kind: SchemeEventKind }) => (
  <ul className="flex flex-col gap-2">
    {EVENT_OBLIGATIONS[kind].map(({ rule, what, when, citations }) => (
      <li key={rule}>
        <span className="font-medium">{what}</span>, {when}
        <span className="block">
          <Cited ids={citations} />
        </span>
      </li>
    ))}
  </ul>
)

/** The same for a table cell, without deadlines. */
export const formatObligationText = (kind: SchemeEventKind): string =>
  EVENT_OBLIGATIONS[kind].map(({ what }) => what).join('; ')
