import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { ROLES, type Role } from '../../../../contract/define.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm, createUser, getRoleBinding } from '../../../../contract/users.ts'
import { Id } from '../../../../contract/values.ts'
import { ContractForm, type Values } from '../../../forms/contract-form.tsx'
import { formatCode } from '../../../labels.ts'
import { FirmField } from '../../../records/record-field.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { EmployerName } from './bound-to.tsx'
import { limitToRole, listRolesToGrant, ROLE_WORDS } from './roles.ts'
import { BindingField, PersonFields, RoleField } from './user-fields.tsx'

export default function NewUser() {
  const me = usePerson()
  const namesFirm = useMay()(canSeeEveryFirm)
  const navigate = useNavigate()
  const roles = listRolesToGrant(me.role)
  const [onlyRole] = roles.length === 1 ? roles : []
  return (
    <>
      <PageHeader title="Invite a person" crumbs={[{ label: 'Users', to: PAGES.users }]} />
      <p className="mb-5 max-w-[70ch]">
        A mail with a one-time link goes to the address. The person chooses a password with it within 7 days,
        and signs in from then on with the e-mail address and that password.
      </p>
      <ContractForm
        contract={createUser}
        defaults={useBeginning(onlyRole)}
        ids={{}}
        prepare={(values) => toSend(values, namesFirm)}
        submitLabel="Send the invitation"
        onCancel={() => void navigate({ to: PAGES.users })}
        onSaved={({ id, name, email }) => {
          showToast('saved', `${name} is invited: a mail goes to ${email}`)
          void navigate({ to: PAGES.user, params: { userId: id } })
        }}
      >
        <PersonFields />
        <FormSection title="Role">
          {onlyRole ? (
            <Details
              details={[
                { label: 'Role', value: formatCode(onlyRole), source: ROLE_WORDS[onlyRole] },
                ...(me.employerId ? [{ label: 'Employer', value: <EmployerName id={me.employerId} /> }] : []),
              ]}
            />
          ) : (
            <>
              <RoleField roles={roles} />
              {namesFirm ? <FirmAndBinding /> : <BindingField />}
            </>
          )}
        </FormSection>
      </ContractForm>
    </>
  )
}

/** Other pages lead here with what the person is to be bound to; an employer's own people stay with their employer. */
function useBeginning(onlyRole: Role | undefined): Values {
  const me = usePerson()
  const asked = useSearch({ strict: false }) as { employerId?: string; memberId?: string; tenantId?: string }
  // What is no id is nobody's choice.
  const known = (id: string | undefined): string | null => Id.safeParse(id).data ?? null
  const memberId = known(asked.memberId)
  return {
    role: onlyRole ?? (memberId ? ROLES.find((role) => getRoleBinding(role) === 'member') : null),
    employerId: me.employerId ?? known(asked.employerId),
    memberId,
    tenantId: known(asked.tenantId),
  }
}

/** The firm is named only by those who belong to none, and for those who belong to one. */
function toSend(values: Values, namesFirm: boolean): Values {
  const { tenantId, ...bound } = limitToRole(values)
  return namesFirm && values.role && !canSeeEveryFirm(values.role) ? { ...bound, tenantId } : bound
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
