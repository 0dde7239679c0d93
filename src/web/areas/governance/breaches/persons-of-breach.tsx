import { formatCitedSources } from '../../../../contract/citations.ts'

export const PeopleConcerned = () => (
  <p className="mt-1">
    If the risk to people is high, inform them as well without undue delay ({formatCitedSources('GDPR 34')}).
  </p>
)
