import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Role } from '../../../contract/define.ts'
import { getMember, listMembers } from '../../../contract/members.ts'
import { bindingOf } from '../../../contract/users.ts'
import { call } from '../../client.ts'
import { EmployerField } from '../../forms/employer-field.tsx'
import { codeWords } from '../../labels.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { ROLE_WORDS } from './roles.ts'

const SHOWN = 20

export function PersonFields() {
  return (
    <FormSection title="Person">
      <TextField name="name" isRequired />
      <TextField name="email" type="email" isRequired help="The person signs in with it" />
    </FormSection>
  )
}

export function RoleField({ roles }: { roles: readonly Role[] }) {
  const role = useWatch({ name: 'role' }) as Role | null | undefined
  return (
    <SelectField
      name="role"
      isRequired
      options={roles.map((value) => ({ value, label: codeWords(value) }))}
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
  const binding = role ? bindingOf(role) : 'none'
  if (binding === 'employer')
    return (
      <EmployerField
        isRequired
        help="The person sees what belongs to this employer, and no other"
        {...within}
      />
    )
  return binding === 'member' ? <MemberField {...within} /> : null
}

/** A member, found by a part of the name or the works number. */
function MemberField({ tenantId }: { tenantId?: string }) {
  return (
    <ChoiceField
      name="memberId"
      label="Member"
      isRequired
      help="The person sees this pension record, and no other"
      of={tenantId ? `members of ${tenantId}` : 'members'}
      find={async (typed, signal) => {
        const { data, nextCursor } = await call(
          listMembers,
          { limit: tenantId ? 200 : SHOWN, ...(typed ? { q: typed } : {}) },
          { signal },
        )
        const found = data.filter((member) => !tenantId || member.tenantId === tenantId)
        return {
          choices: found.slice(0, SHOWN).map(({ id, firstName, lastName, schemeName, worksNumber }) => ({
            value: id,
            label: `${firstName} ${lastName}`,
            detail: [schemeName, worksNumber].filter(Boolean).join(', '),
          })),
          hasMore: nextCursor !== null || found.length > SHOWN,
        }
      }}
      nameOf={async (id, signal) => {
        const { firstName, lastName } = await call(getMember, { id }, { signal })
        return `${firstName} ${lastName}`
      }}
    />
  )
}
