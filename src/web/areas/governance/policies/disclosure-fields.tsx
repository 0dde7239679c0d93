import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kinds.ts'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'

export function DisclosureFields({ kind }: { kind: PolicyKind | null }) {
  const isToBeDisclosed = kind !== null && POLICY_KINDS[kind].isToBeDisclosed
  return (
    <>
      <CheckField
        name="isPubliclyDisclosed"
        label="It is publicly disclosed"
        {...(isToBeDisclosed ? { help: 'The public is to find a policy of this kind' } : {})}
      />
      <TextField
        name="publicUrl"
        help="Where the public finds it: the whole address, beginning with https://"
      />
    </>
  )
}
