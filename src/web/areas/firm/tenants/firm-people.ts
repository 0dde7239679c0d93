/** The people who work for one firm. A SuperAdmin's list of users is of all firms; it is narrowed to one here. */
import { useQueries } from '@tanstack/react-query'
import { ROLES } from '../../../../contract/define.ts'
import { canSeeEveryFirm, isBrokerRole, listUsers, type User } from '../../../../contract/users.ts'
import { queryFor } from '../../../queries.ts'

const LIMIT = 200
/** An employer's people and members are not the firm's, nor is who opens firms. */
const ROLES_OF_FIRM = ROLES.filter((role) => isBrokerRole(role) && !canSeeEveryFirm(role))

export interface FirmPeople {
  people: User[]
  isLoading: boolean
  /** There are more accounts than were looked at: somebody may be missing. */
  isCut: boolean
}

export function useFirmPeople(firmId: string): FirmPeople {
  const answers = useQueries({
    queries: ROLES_OF_FIRM.map((role) => queryFor(listUsers, { role, limit: LIMIT })),
  })
  return {
    people: answers
      .flatMap(({ data }) => data?.data ?? [])
      .filter(({ tenantId }) => tenantId === firmId)
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    isLoading: answers.some((one) => one.isLoading),
    isCut: answers.some(({ data }) => data?.nextCursor != null),
  }
}
