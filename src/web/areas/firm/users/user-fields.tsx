import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Role } from '../../../../contract/define.ts'
import { getRoleBinding } from '../../../../contract/users.ts'
import { listCodeOptions } from '../../../labels.ts'
import { EmployerField, MemberField } from '../../../records/record-field.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { ROLE_WORDS } from './roles.ts'

export function PersonFields({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <FormSection title="Person">
      <TextField name="name" isRequired />
      {isOwn ? (
        <p className="max-w-[70ch]">You change your own e-mail address on the page of your account.</p>
      ) : (
        <TextField name="email" type="email" isRequired help="The person signs in with it" />
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
  const binding = role ? getRoleBinding(role) : 'none'
  if (binding === 'employer')
    return (
      <EmployerField
        isRequired
        help="The person sees what belongs to this employer, and no other"
        {...within}
      />
    )
  return binding === 'member' ? (
    <MemberField isRequired help="The person sees this pension record, and no other" {...within} />
  ) : null
}
