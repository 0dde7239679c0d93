import { formatCitedSources } from '../../../../contract/citations.ts'

/** The people concerned are told by another rule than the authority. */
export const PeopleConcerned = () => (
  <p className="mt-1">
    Where the risk to people is high they are told as well, without undue delay (
    {formatCitedSources('GDPR 34')}).
  </p>
)
