/** Which entries of the breach register start an obligation, for the records and for a facts file alike. */
import type { Breach } from '../../../../contract/breaches.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import type { EventFacts } from './facts.ts'

type Entry = Pick<Breach, 'id' | 'category' | 'isNotABreach' | 'isRestricted' | 'occurredOn'> &
  Partial<Pick<Breach, 'riskToPeople' | 'reportability'>> & {
    awareAt: string | null
    reportedAt: string | null
  }

/**
 * A restricted entry starts none: everybody of the firm reads the calendar, and the register shows its deadline to the people who may
 * see the entry. An ICT incident counts as major until a person decides on another report, or on none.
 */
export function toEvents(entry: Entry): EventFacts[] {
  const { id, category, isNotABreach, isRestricted, occurredOn, awareAt, reportedAt } = entry
  if (isNotABreach || isRestricted) return []
  const event = {
    id,
    occurredOn: awareAt ? toDublinDate(new Date(awareAt)) : occurredOn,
    awareAt,
    reportedOn: reportedAt ? toDublinDate(new Date(reportedAt)) : null,
    isOfRegister: true,
  }
  if (category === 'DATA_PROTECTION')
    return [{ ...event, kind: 'PERSONAL_DATA_BREACH', riskToPeople: entry.riskToPeople ?? null }]
  const { reportability = 'UNDECIDED' } = entry
  const isMajor = reportability === 'UNDECIDED' || reportability === 'DORA_19'
  return category === 'ICT_INCIDENT' && isMajor ? [{ ...event, kind: 'ICT_INCIDENT' }] : []
}
