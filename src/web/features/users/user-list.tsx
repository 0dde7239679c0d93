import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PAGES } from '../../../contract/pages.ts'
import { listTenants } from '../../../contract/tenants.ts'
import { listUsers, managesAccounts, type User, UserStatus } from '../../../contract/users.ts'
import { codeWords } from '../../labels.ts'
import { List } from '../../lists/list.tsx'
import { useMay, usePerson } from '../../session.tsx'
import { Ago } from '../../ui/ago.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useKeys } from '../../ui/keys.ts'
import { useMedia } from '../../ui/media.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Status } from '../../ui/status.tsx'
import { dateWords } from '../../words.ts'
import { BoundTo, bindingWords, EmployerName, useEmployerNameOf, useFirmNameOf } from './bound-to.tsx'
import { rolesToSee } from './roles.ts'
import { USER_TONES } from './user-status.ts'

const options = (codes: readonly string[]) => codes.map((value) => ({ value, label: codeWords(value) }))
const linkTo = ({ id }: User) => ({ to: PAGES.user, params: { userId: id } })

export default function UserList() {
  const me = usePerson()
  const may = useMay()
  const navigate = useNavigate()
  const columns = useUserColumns()
  useKeys({ c: () => may(managesAccounts) && void navigate({ to: PAGES.newUser }) })
  const invite = may(managesAccounts) && (
    <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} to={PAGES.newUser}>
      Invite a person
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Users" actions={invite} />
      <List
        contract={listUsers}
        name="Users"
        columns={columns}
        linkTo={linkTo}
        searchLabel="Search by name or e-mail"
        filters={[
          { name: 'role', options: options(rolesToSee(me.role)) },
          { name: 'status', options: options(UserStatus.options) },
        ]}
        chipWords={(name, value) => name === 'employerId' && <EmployerName id={value} />}
        empty={{
          title: 'No users yet',
          text: 'Invite the first person: a mail with a one-time link goes to them.',
          action: invite,
        }}
      />
    </>
  )
}

function useUserColumns(): Column<User>[] {
  const seesFirms = useMay()(listTenants)
  // An address takes much room and is told by the name beside it; the search finds it all the same.
  const isNarrow = useMedia('(max-width: 1199px)')
  const { nameOf } = useEmployerNameOf()
  const firmNameOf = useFirmNameOf()
  const boundWords = (user: User): string =>
    user.employerId ? (nameOf(user.employerId) ?? user.employerId) : bindingWords(user)
  return [
    { key: 'name', label: 'Name', sort: 'name', cell: (row) => row.name, text: (row) => row.name },
    {
      key: 'email',
      width: 200,
      label: 'E-mail',
      isExtra: isNarrow,
      cell: (row) => <span className="block min-w-48 [overflow-wrap:anywhere]">{row.email}</span>,
      text: (row) => row.email,
    },
    {
      key: 'role',
      width: 176,
      label: 'Role',
      onCard: true,
      cell: (row) => codeWords(row.role),
      text: (row) => codeWords(row.role),
    },
    {
      key: 'status',
      width: 116,
      label: 'Status',
      onCard: true,
      cell: (row) => <Status tone={USER_TONES[row.status]}>{codeWords(row.status)}</Status>,
      text: (row) => codeWords(row.status),
    },
    {
      key: 'lastSignInAt',
      width: 140,
      label: 'Last sign-in',
      onCard: true,
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Ago at={lastSignInAt} now={new Date()} /> : 'Never'),
      text: (row) => row.lastSignInAt ?? '',
    },
    {
      key: 'boundTo',
      width: 156,
      label: 'Belongs to',
      cell: (row) => <BoundTo user={row} />,
      text: boundWords,
      isExtra: seesFirms,
    },
    ...(seesFirms
      ? [
          {
            key: 'tenantId',
            width: 200,
            label: 'Firm',
            cell: (row: User) => firmNameOf(row.tenantId),
            text: (row: User) => firmNameOf(row.tenantId),
          },
        ]
      : []),
    {
      key: 'createdAt',
      width: 116,
      label: 'Invited',
      sort: '-createdAt',
      isExtra: true,
      cell: (row) => dateWords(row.createdAt.slice(0, 10)),
      text: (row) => row.createdAt.slice(0, 10),
    },
  ]
}
