import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getPolicy, updatePolicy } from '../../../../contract/policies.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kinds.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { NumberField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DisclosureFields } from './disclosure-fields.tsx'
import { belowPolicy } from './policy-crumbs.ts'

export default function EditPolicy() {
  const { policyId } = useParams({ from: `/house${PAGES.editPolicy}` })
  const { data: policy } = useSuspenseQuery(queryFor(getPolicy, { id: policyId }))
  const navigate = useNavigate()
  const { longestReviewMonths, citations } = POLICY_KINDS[policy.kind]
  return (
    <>
      <PageHeader title={`Edit ${policy.title}`} crumbs={belowPolicy(policy)} />
      <p className="mb-5 max-w-[70ch]">
        The text is not edited here: a draft is written at its version, and what is approved is changed by
        another version.
      </p>
      <EditForm
        update={updatePolicy}
        get={getPolicy}
        record={policy}
        saved="The policy is saved"
        onLeave={() => void navigate({ to: PAGES.policy, params: { policyId } })}
      >
        <FormSection title="What it is">
          <TextField name="title" isRequired />
          <NumberField
            name="reviewIntervalMonths"
            isRequired
            suffix="months"
            help={`At most ${longestReviewMonths} (${formatCitedSources(citations[0])}). The next review moves with it.`}
          />
        </FormSection>
        <FormSection title="Disclosure">
          <DisclosureFields kind={policy.kind} />
        </FormSection>
      </EditForm>
    </>
  )
}
