import { type CitationId, cited } from '../../contract/citations.ts'

/** Where a rule is written, at the end of a line or below a heading. */
export const Cited = ({ ids }: { ids: readonly CitationId[] }) => (
  <span className="text-muted text-sm">{cited(...ids)}</span>
)
