import { useQuery } from '@tanstack/react-query'
import { canSeeEveryFirm } from '../../contract/users.ts'
import { operation } from '../operation.ts'
import { createQuery, type RowOf } from '../queries.ts'
import { useMay, usePerson } from '../session.tsx'

const listColleagues = operation('user.colleagues')
const FRESH_MS = 5 * 60_000

export type Colleague = RowOf<typeof listColleagues>

/** Visibility of a record of this firm; only administrators and the user who recorded it see a restricted breach. */
export interface Audience {
  tenantId: string
  isRestricted?: boolean
  recordedBy?: string | null
}

/** Users who can see a record, by name. */
export function useColleagues({
  tenantId,
  isRestricted = false,
  recordedBy = null,
}: Partial<Audience>): Colleague[] {
  const { role } = usePerson()
  const { data } = useQuery({
    ...createQuery(listColleagues, {
      limit: 200,
      ...(tenantId && canSeeEveryFirm(role) ? { tenantId } : {}),
    }),
    enabled: useMay()(listColleagues),
    staleTime: FRESH_MS,
  })
  const all = data?.data ?? []
  return isRestricted ? all.filter(({ id, role }) => role === 'BrokerAdmin' || id === recordedBy) : all
}
