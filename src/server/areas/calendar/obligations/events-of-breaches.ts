/** The breaches that start an obligation, for stored records and facts files. */
import type { Breach, Reportability } from '../../../../contract/breaches.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import type { EventFacts } from './facts.ts'

type Entry = Pick<Breach, 'id' | 'category' | 'isNotABreach' | 'isRestricted' | 'occurredOn'> &
  Partial<Pick<Breach, 'riskToPeople' | 'reportability'>> & {
    awareAt: string | null
    reportedAt: string | null
  }

/**
 * A suspected misappropriation is reportable, and an ICT incident counts as major, until a person decides on another report, or on
 * none. The obligations of a restricted entry are restricted too.
 */
export function toEvents(entry: Entry): EventFacts[] {
  const { id, category, isNotABreach, isRestricted, occurredOn, awareAt, reportedAt } = entry
  if (isNotABreach) return []
  const event = {
    id,
    occurredOn: awareAt ? toDublinDate(new Date(awareAt)) : occurredOn,
    awareAt,
    reportedOn: reportedAt ? toDublinDate(new Date(reportedAt)) : null,
    reportedAt,
    isOfRegister: true,
    isRestricted,
  }
  const mayBe = (report: Reportability): boolean =>
    [undefined, 'UNDECIDED', report].includes(entry.reportability)
  switch (category) {
    case 'DATA_PROTECTION':
      return [{ ...event, kind: 'PERSONAL_DATA_BREACH', riskToPeople: entry.riskToPeople ?? null }]
    case 'ICT_INCIDENT':
      return mayBe('DORA_19') ? [{ ...event, kind: 'ICT_INCIDENT' }] : []
    case 'MISAPPROPRIATION_SUSPECTED':
      return mayBe('COMPULSORY_S83') ? [{ ...event, kind: 'MISAPPROPRIATION_SUSPICION' }] : []
    default:
      return []
  }
}
