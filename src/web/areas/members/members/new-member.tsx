import { useNavigate, useSearch } from '@tanstack/react-router'
import { createMember, NewMember as NewMemberInput } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MemberFields } from './member-fields.tsx'
import { formatFullName } from './member-status.ts'
import { SchemeChoice } from './scheme-choice.tsx'

const STATUSES = NewMemberInput.shape.status.unwrap().options

export default function NewMember() {
  const navigate = useNavigate()
  const { schemeId } = useSearch({ strict: false }) as { schemeId?: string }
  const back = () =>
    void (schemeId
      ? navigate({ to: PAGES.schemeMembers, params: { schemeId } })
      : navigate({ to: PAGES.members }))
  return (
    <>
      <PageHeader title="New member" crumbs={[{ label: 'Members', to: PAGES.members }]} />
      <ContractForm
        contract={createMember}
        defaults={{
          schemeId: schemeId ?? null,
          status: 'PROSPECTIVE',
          sex: 'UNKNOWN',
          hasPensionAdjustmentOrder: false,
          ppsNumber: null,
          ppsnPurpose: 'PENSION_ADMINISTRATION',
        }}
        ids={{}}
        prepare={({ employerId, ...values }) => (employerId ? { ...values, employerId } : values)}
        submitLabel="Add member"
        onCancel={back}
        onSaved={(member) => {
          showToast('saved', `${formatFullName(member)} is added`)
          void navigate({ to: PAGES.member, params: { memberId: member.id } })
        }}
      >
        <MemberFields
          recordedPpsNumber={null}
          membership={
            <>
              <SchemeChoice />
              <SelectField
                name="status"
                isRequired
                options={listCodeOptions(STATUSES)}
                help="Prospective: has not joined yet. Deferred and pensioner are for past members."
              />
            </>
          }
        />
      </ContractForm>
    </>
  )
}
