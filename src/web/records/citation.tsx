import { type CitationId, formatCitedSources } from '../../contract/citations.ts'

/** Where a rule is written, at the end of a line or below a heading. */
export const Cited = ({ ids }: { ids: readonly CitationId[] }) => (
  <span className="text-muted text-sm">{formatCitedSources(...ids)}</span>
)
