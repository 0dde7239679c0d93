/** Place of a document or breach: its scheme, its employer, or the firm. */
import { Link } from '@tanstack/react-router'
import { PAGES } from '../../contract/pages.ts'

interface Place {
  schemeId: string | null
  schemeName: string | null
  employerId: string | null
  employerName: string | null
}

export const formatPlace = ({
  schemeName,
  employerName,
}: Pick<Place, 'schemeName' | 'employerName'>): string => schemeName ?? employerName ?? 'The firm'

export function PlaceLink({ record }: { record: Place }) {
  const { schemeId, schemeName, employerId, employerName } = record
  if (schemeId && schemeName)
    return (
      <Link to={PAGES.scheme} params={{ schemeId }} className="link">
        {schemeName}
      </Link>
    )
  if (employerId && employerName)
    return (
      <Link to={PAGES.employer} params={{ employerId }} className="link">
        {employerName}
      </Link>
    )
  return formatPlace(record)
}
