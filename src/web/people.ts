/** Names for the ids of users, as far as the reader may see them. */

import { useQueries, useQuery } from '@tanstack/react-query'
import { ROLES } from '../contract/access.ts'
import type { AuditEntry } from '../contract/audit.ts'
import { isRole } from '../contract/define.ts'
import {
  canManageAccounts,
  getRecordOfRole,
  isBrokerRole,
  listUsers,
  maySeeAccounts,
} from '../contract/users.ts'
import { capitalise } from '../contract/value-format.ts'
import { createQuery } from './queries.ts'
import { useMay, usePerson } from './session.tsx'

const LIMIT = 200
const FRESH_MS = 10 * 60_000
/** Roles whose users are named on records; listed separately where a firm has more accounts than one page holds. */
const WORKING_ROLES = ROLES.filter(isBrokerRole)

/** `nameOf(scheme.submittedBy)`: "you", the name where the role may list users, otherwise a neutral word. */
export function useUserNames(): (id: string) => string {
  const me = usePerson()
  const may = useMay()
  const mayList = canManageAccounts(me.role) && may(listUsers)
  const first = useQuery({
    ...createQuery(listUsers, { limit: LIMIT }),
    enabled: mayList,
    staleTime: FRESH_MS,
  })
  const isCut = first.data?.nextCursor != null
  const others = useQueries({
    queries: WORKING_ROLES.map((role) => ({
      ...createQuery(listUsers, { role, limit: LIMIT }),
      enabled: mayList && isCut,
      staleTime: FRESH_MS,
    })),
  })
  const isLoading = first.isLoading || others.some((one) => one.isLoading)
  const users = [first, ...others].flatMap(({ data }) => data?.data ?? [])
  // Users of an employer see records that their broker created: its users are not their colleagues.
  const unknown = getRecordOfRole(me.role) === 'none' ? 'a colleague' : 'another user'
  return (id) => {
    if (id === me.id) return 'you'
    if (id === 'system') return 'the service'
    return users.find((user) => user.id === id)?.name ?? (isLoading ? '…' : unknown)
  }
}

export const usePersonName = (id: string): string => useUserNames()(id)

/** Name of the actor, as the beginning of a sentence; null for roles that the reader cannot list. */
export function useActorName(): (entry: Pick<AuditEntry, 'actorId' | 'actorType'>) => string | null {
  const { role, id } = usePerson()
  const nameOf = useUserNames()
  return ({ actorId, actorType }) =>
    actorId === id || (isRole(actorType) && maySeeAccounts(role, actorType))
      ? capitalise(nameOf(actorId))
      : null
}
