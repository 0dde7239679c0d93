import { CITATIONS, type CitationId, INSTRUMENTS, isVerified } from '../../contract/citations.ts'

/** `IORP II art. 28(2)`; what is not in a text at hand says so. */
const citedWords = (id: CitationId): string => {
  const { instrument, label } = CITATIONS[id]
  const { short } = INSTRUMENTS[instrument]
  const words =
    instrument === 'HOUSE' ? INSTRUMENTS.HOUSE.name : label.startsWith(short) ? label : `${short} ${label}`
  return isVerified(id) || instrument === 'HOUSE' ? words : `${words}, not verified`
}

/** Where a rule is written, for the end of a sentence or below a heading. */
export const cited = (...ids: readonly CitationId[]): string => ids.map(citedWords).join('; ')

export const Cited = ({ ids }: { ids: readonly CitationId[] }) => (
  <span className="text-muted text-sm">{cited(...ids)}</span>
)
