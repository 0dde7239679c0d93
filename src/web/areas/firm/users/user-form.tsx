import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ROLES } from '../../../../contract/access.ts'
import type { Role } from '../../../../contract/define.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm, createUser, getRecordOfRole } from '../../../../contract/users.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { EmployerField, FirmField, MemberField } from '../../../records/record-field.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Details } from '../../../ui/section.tsx'
import { limitToRole, listGrantableRoles, ROLE_WORDS } from './user.ts'
import { EmployerName } from './user-scope.tsx'

export function PersonFields({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <FormSection title="Person">
      <TextField name="name" isRequired />
      {isOwn ? (
        <p className="max-w-[70ch]">Change your own e-mail address in your account.</p>
      ) : (
        <TextField name="email" type="email" isRequired help="Used to sign in" />
      )}
    </FormSection>
  )
}

export function RoleField({ roles }: { roles: readonly Role[] }) {
  const role = useWatch({ name: 'role' }) as Role | null | undefined
  return (
    <SelectField
      name="role"
      isRequired
      options={listCodeOptions(roles)}
      help={role ? ROLE_WORDS[role] : undefined}
    />
  )
}

/** The employer or the member that the role is bound to; nothing where it is bound to the firm. */
export function BindingField({ tenantId }: { tenantId?: string | undefined }) {
  const role = useWatch({ name: 'role' }) as Role | null | undefined
  const { setValue } = useFormContext()
  const lastFirm = useRef(tenantId)
  // An employer or a member of the firm that was chosen before is none of this one.
  useEffect(() => {
    if (lastFirm.current === tenantId) return
    lastFirm.current = tenantId
    setValue('employerId', null)
    setValue('memberId', null)
  }, [tenantId, setValue])
  const within = tenantId ? { tenantId } : {}
  const binding = role ? getRecordOfRole(role) : 'none'
  if (binding === 'employer')
    return <EmployerField isRequired help="The user can see records of this employer only" {...within} />
  return binding === 'member' ? (
    <MemberField isRequired help="The user can see this pension record only" {...within} />
  ) : null
}

/** A new user of a SuperAdmin belongs to a firm that the SuperAdmin chooses, except another SuperAdmin. */
function toSend(values: Values, namesFirm: boolean): Values {
  const { tenantId, ...fields } = limitToRole(values)
  return namesFirm && values.role && !canSeeEveryFirm(values.role) ? { ...fields, tenantId } : fields
}

function FirmAndBinding() {
  const role = useWatch({ name: 'role' }) as Role | null
  const tenantId = useWatch({ name: 'tenantId' }) as string | null
  if (!role || canSeeEveryFirm(role)) return null
  return (
    <>
      <FirmField isRequired />
      {tenantId && <BindingField tenantId={tenantId} />}
    </>
  )
}

const getOnlyRole = (actor: Role): Role | undefined => {
  const roles = listGrantableRoles(actor)
  return roles.length === 1 ? roles[0] : undefined
}

export const NewPage: PageComponent = createNewPage({
  create: createUser,
  title: 'Invite user',
  useCrumbs: () => [{ label: 'Users', to: PAGES.users }],
  intro: "We'll e-mail them a link to set a password (valid 7 days).",
  useDefaults({ search, person }) {
    const memberId = toIdOrNull(search.memberId)
    return {
      role:
        getOnlyRole(person.role) ??
        (memberId ? ROLES.find((role) => getRecordOfRole(role) === 'member') : null),
      employerId: person.employerId ?? toIdOrNull(search.employerId),
      memberId,
      tenantId: toIdOrNull(search.tenantId),
    }
  },
  prepare: (values, { may }) => toSend(values, may(canSeeEveryFirm)),
  submitLabel: 'Send invitation',
  cancelTo: { to: PAGES.users },
  saved: ({ name, email }) => `${name} invited by e-mail to ${email}`,
  savedTo: ({ id }) => linkToRecord(PAGES.user, id),
  fields({ person, may }) {
    const onlyRole = getOnlyRole(person.role)
    return (
      <>
        <PersonFields />
        <FormSection title="Role">
          {onlyRole ? (
            <Details
              details={[
                { label: 'Role', value: formatCode(onlyRole), source: ROLE_WORDS[onlyRole] },
                ...(person.employerId
                  ? [{ label: 'Employer', value: <EmployerName id={person.employerId} /> }]
                  : []),
              ]}
            />
          ) : (
            <>
              <RoleField roles={listGrantableRoles(person.role)} />
              {may(canSeeEveryFirm) ? <FirmAndBinding /> : <BindingField />}
            </>
          )}
        </FormSection>
      </>
    )
  },
})
