import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { History, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  canSeeEveryFirm,
  getUser,
  mayManage,
  type User as UserRecord,
  updateUser,
} from '../../../../contract/users.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { formatCode } from '../../../labels.ts'
import { usePersonName } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { limitToRole, listAssignableRoles, ROLE_WORDS, USER_TONES } from './user.ts'
import { UserActs } from './user-acts.tsx'
import { BindingField, PersonFields, RoleField } from './user-form.tsx'
import { FirmOfUser, UserScope } from './user-scope.tsx'

const ICON = { 'aria-hidden': true, size: 16 } as const

export default function User() {
  const { userId } = useParams({ from: `/authenticated${PAGES.user}` })
  const { data: user } = useSuspenseQuery(createQuery(getUser, { id: userId }))
  const me = usePerson()
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayManage(me.role, user.role)
  useKeys({ e: () => mayEdit && setEditing(true) })
  return (
    <>
      <PageHeader
        title={user.name}
        crumbs={[{ label: 'Users', to: PAGES.users }]}
        status={<Status tone={USER_TONES[user.status]}>{formatCode(user.status)}</Status>}
        facts={[
          formatCode(user.role),
          user.email,
          user.lastSignInAt ? `Last sign-in ${formatInstant(user.lastSignInAt)}` : 'Never signed in',
        ]}
        actions={
          <>
            {may(listAuditEntries) && (
              <ButtonLink
                look="quiet"
                icon={<History {...ICON} />}
                to={PAGES.audit}
                search={{ actorId: user.id }}
              >
                {user.id === me.id ? 'Your activity' : 'Activity'}
              </ButtonLink>
            )}
            {user.id === me.id && <ButtonLink to={PAGES.account}>Your account and password</ButtonLink>}
            {mayEdit && !isEditing && (
              <Button icon={<Pencil {...ICON} />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            <UserActs user={user} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer user={user} />
        <FactorReset user={user} />
        {isEditing ? (
          <Section title="Edit account">
            <Edit user={user} onClose={() => setEditing(false)} />
          </Section>
        ) : (
          <Section title="Account">
            <Details
              details={[
                { label: 'Name', value: user.name },
                { label: 'E-mail', value: user.email },
                { label: 'Role', value: formatCode(user.role), source: ROLE_WORDS[user.role] },
                { label: 'Belongs to', value: <UserScope user={user} isNamed /> },
                ...(may(canSeeEveryFirm)
                  ? [{ label: 'Firm', value: <FirmOfUser tenantId={user.tenantId} /> }]
                  : []),
                {
                  label: 'Last sign-in',
                  value: user.lastSignInAt ? formatInstant(user.lastSignInAt) : 'Never',
                },
                { label: 'Second factor', value: user.hasSecondFactor ? 'Set up' : 'Not set up' },
                { label: 'Invited', value: formatInstant(user.createdAt) },
                { label: 'Last change', value: formatInstant(user.updatedAt) },
              ]}
            />
          </Section>
        )}
      </div>
    </>
  )
}

/** Why the person cannot sign in, where they cannot. */
function Answer({ user: { status, name } }: { user: UserRecord }) {
  if (status === 'INVITED')
    return (
      <Notice title={`${name} has not accepted the invitation yet`}>
        An invitation works for 7 days. After that, resend it.
      </Notice>
    )
  if (status === 'DEACTIVATED')
    return <Notice title={`${name} cannot sign in`}>The account is deactivated.</Notice>
  return null
}

/** Four eyes: the administrator who requested a removal waits for another one. */
function FactorReset({ user }: { user: UserRecord }) {
  const requestedBy = usePersonName(user.factorResetRequestedBy ?? '')
  if (user.factorResetRequestedBy === null || user.factorResetRequestedAt === null) return null
  return (
    <Notice look="warn" title="The removal of the second factor is requested">
      Requested by {requestedBy}, {formatInstant(user.factorResetRequestedAt)}. Another administrator, or a
      SuperAdmin, must carry it out within 7 days. Check first with {user.name} in person or by telephone.
    </Notice>
  )
}

function Edit({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const me = usePerson()
  const isOwn = user.id === me.id
  const namesFirm = useMay()(canSeeEveryFirm)
  return (
    <EditForm
      update={updateUser}
      get={getUser}
      record={user}
      prepare={limitToRole}
      saved="Account saved"
      onLeave={onClose}
    >
      <PersonFields isOwn={isOwn} />
      <FormSection title="Role">
        {isOwn ? (
          <p className="max-w-[70ch]">{formatCode(user.role)}. You cannot change your own role.</p>
        ) : (
          <>
            <RoleField roles={listAssignableRoles(me.role, user)} />
            <BindingField {...(namesFirm ? { tenantId: user.tenantId } : {})} />
          </>
        )}
      </FormSection>
      <Consequences user={user} />
    </EditForm>
  )
}

/** The role, its binding and the address travel in the session: changing one of them ends it. */
function Consequences({ user }: { user: UserRecord }) {
  const me = usePerson()
  const typed = limitToRole(useWatch() as Partial<UserRecord>)
  const isOtherAddress = typed.email !== undefined && typed.email.trim().toLowerCase() !== user.email
  const ends =
    isOtherAddress ||
    typed.role !== user.role ||
    typed.employerId !== user.employerId ||
    typed.memberId !== user.memberId
  if (!ends) return null
  return (
    <div aria-live="polite">
      <Notice
        title={
          user.id === me.id
            ? 'Saving ends all your sessions, including this one'
            : `Saving ends all sessions of ${user.name}`
        }
      >
        {user.status === 'INVITED'
          ? 'The earlier invitation stops working. We send a new one.'
          : 'After signing in again, the user has the access of the new role.'}
        {isOtherAddress &&
          user.status !== 'INVITED' &&
          ` The new address takes effect when the user opens the link sent to it. We inform ${user.email} of the change.`}
      </Notice>
    </div>
  )
}
