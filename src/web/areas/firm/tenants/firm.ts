import { useQueries } from '@tanstack/react-query'
import { ROLES } from '../../../../contract/access.ts'
import type { TenantStatus } from '../../../../contract/tenants.ts'
import { canSeeEveryFirm, isBrokerRole, listUsers, type User } from '../../../../contract/users.ts'
import { createQuery } from '../../../queries.ts'
import type { Tone } from '../../../ui/status.tsx'

export const FIRM_TONES: Record<TenantStatus, Tone> = {
  ACTIVE: 'done',
  SUSPENDED: 'soon',
  CLOSED: 'ended',
}

const LIMIT = 200
const ROLES_OF_FIRM = ROLES.filter((role) => isBrokerRole(role) && !canSeeEveryFirm(role))

export interface FirmPeople {
  people: User[]
  isLoading: boolean
  /** There are more accounts than one list request returns. */
  isCut: boolean
}

/** The users of one firm: a SuperAdmin's list has the users of all firms. */
export function useFirmPeople(firmId: string): FirmPeople {
  const answers = useQueries({
    queries: ROLES_OF_FIRM.map((role) => createQuery(listUsers, { role, limit: LIMIT })),
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
