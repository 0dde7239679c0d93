import { PAGES } from '../../../../contract/pages.ts'
import {
  canManageAccounts,
  canSeeEveryFirm,
  listUsers,
  type User,
  UserStatus,
} from '../../../../contract/users.ts'
import { listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { toServerTime } from '../../../now.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { listVisibleRoles, USER_TONES } from './user.ts'
import { EmployerName, formatUserScope, UserScope, useEmployerNames, useFirmNames } from './user-scope.tsx'

export default function UserList() {
  const me = usePerson()
  const columns = useUserColumns()
  const invite = useCreateButton(canManageAccounts, { to: PAGES.newUser }, 'Invite user')
  return (
    <>
      <PageHeader title="Users" actions={invite} />
      <List
        contract={listUsers}
        name="Users"
        columns={columns}
        page={PAGES.user}
        searchLabel="Search by name or e-mail"
        filters={[
          { name: 'role', options: listCodeOptions(listVisibleRoles(me.role)) },
          { name: 'status', options: listCodeOptions(UserStatus.options) },
        ]}
        chipWords={(name, value) => name === 'employerId' && <EmployerName id={value} />}
        empty={{
          title: 'No users yet',
          text: "Invite the first user. We'll e-mail them a link to set a password (valid 7 days).",
          action: invite,
        }}
      />
    </>
  )
}

function useUserColumns(): Column<User>[] {
  const seesFirms = useMay()(canSeeEveryFirm)
  const { nameOf } = useEmployerNames()
  const firmNameOf = useFirmNames()
  const formatScopeText = (user: User): string =>
    user.employerId ? (nameOf(user.employerId) ?? user.employerId) : formatUserScope(user)
  return [
    createTextColumn('name', { sort: 'name', grows: true }),
    createTextColumn('email', { width: 182, label: 'E-mail', grows: true }),
    createCodeColumn('role', { width: 176, onCard: true }),
    createStatusColumn(USER_TONES, { width: 130 }),
    {
      key: 'lastSignInAt',
      width: 134,
      label: 'Last sign-in',
      onCard: true,
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Ago at={lastSignInAt} now={toServerTime()} /> : 'Never'),
      text: (row) => row.lastSignInAt ?? '',
    },
    {
      key: 'boundTo',
      width: 150,
      label: 'Belongs to',
      grows: true,
      cell: (row) => <UserScope user={row} />,
      text: formatScopeText,
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
    createAddedColumn({ label: 'Invited', isExtra: true }),
  ]
}
