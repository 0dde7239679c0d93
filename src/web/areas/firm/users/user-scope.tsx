/** Names of the records that roles are bound to. Lists load the names of a page at once, and missing names one by one. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getEmployer, listEmployers } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listTenants } from '../../../../contract/tenants.ts'
import { canSeeEveryFirm, type User } from '../../../../contract/users.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { FirmName, MemberName } from '../../../records/names.tsx'
import { useMay, usePerson } from '../../../session.tsx'

const LIMIT = 200

/** The name of an employer, as far as the first page of employers knows it. */
export function useEmployerNames(): { nameOf: (id: string) => string | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery(createRowsQuery(listEmployers, { limit: LIMIT }))
  return { nameOf: (id) => data?.data.find((employer) => employer.id === id)?.legalName, isLoading }
}

export function EmployerName({ id }: { id: string }) {
  const { nameOf, isLoading } = useEmployerNames()
  const known = nameOf(id)
  const { data } = useQuery({
    ...createQuery(getEmployer, { id }),
    enabled: !isLoading && known === undefined,
  })
  return known ?? data?.legalName ?? (isLoading ? '…' : 'Employer')
}

/** The firm of an account; only platform administrators see firms other than their own. */
export function useFirmNames(): (tenantId: string) => string {
  const me = usePerson()
  const maySeeAll = useMay()(canSeeEveryFirm)
  const { data } = useQuery({ ...createQuery(listTenants, { limit: LIMIT }), enabled: maySeeAll })
  return (tenantId) =>
    tenantId === me.tenantId ? me.tenantName : (data?.data.find(({ id }) => id === tenantId)?.name ?? '…')
}

/** One account's firm. Users who may not read firms know only their own. */
export function FirmOfUser({ tenantId }: { tenantId: string }) {
  const me = usePerson()
  return tenantId === me.tenantId ? me.tenantName : <FirmName id={tenantId} />
}

/** Text for a list, where no name has to be loaded. */
export function formatUserScope({ memberId, role }: Pick<User, 'memberId' | 'role'>): string {
  if (memberId) return 'Member record'
  return canSeeEveryFirm(role) ? 'The platform' : 'The firm'
}

/** With `isNamed` the member's name is loaded: for a page, not for each row of a list. */
export function UserScope({ user, isNamed = false }: { user: User; isNamed?: boolean }) {
  if (user.employerId)
    return (
      <Link to={PAGES.employer} params={{ employerId: user.employerId }} className="link">
        <EmployerName id={user.employerId} />
      </Link>
    )
  if (user.memberId)
    return (
      <Link to={PAGES.member} params={{ memberId: user.memberId }} className="link">
        {isNamed ? <MemberName id={user.memberId} /> : formatUserScope(user)}
      </Link>
    )
  return isNamed ? <FirmOfUser tenantId={user.tenantId} /> : formatUserScope(user)
}
