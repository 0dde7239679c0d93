import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Employer } from '../../../../contract/employers.ts'
import { decidePrsaAccess, listMissingPrsaSteps } from '../../../../contract/prsa-access.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { Notice } from '../../../ui/notice.tsx'

const NOT_IN_FORCE: readonly Scheme['status'][] = ['DRAFT', 'PENDING_APPROVAL', 'WOUND_UP']

/** The calendar is kept for schemes: an employer without one sees its duty here. */
export function PrsaAccessNotice({
  employer,
  schemes,
}: {
  employer: Employer
  schemes: readonly Pick<Scheme, 'status'>[]
}) {
  const missing = listMissingPrsaSteps(employer)
  const hasScheme = schemes.some(({ status }) => !NOT_IN_FORCE.includes(status))
  if (employer.status === 'CEASED' || hasScheme || missing.length === 0) return null
  return (
    <Notice title="Employees need access to a Standard PRSA">
      {decidePrsaAccess(null).reason}, unless the employer participates in the scheme of another employer (
      {formatCitedSources('PA 121')}). Not recorded: {missing.join(', ')}.
    </Notice>
  )
}
