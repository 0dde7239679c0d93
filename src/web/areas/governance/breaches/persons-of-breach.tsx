import { formatCitedSources } from '../../../../contract/citations.ts'

export const PeopleConcerned = () => (
  <p className="mt-1">
    If the risk to people is high, also inform them without undue delay ({formatCitedSources('GDPR 34')}).
  </p>
)
