import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { PAGES } from '../../../../contract/pages.ts'
import { createPolicy } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kinds.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { SchemeField } from '../../../records/record-field.tsx'
import { NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DisclosureFields } from './disclosure-fields.tsx'
import { formatBasis, KIND_OPTIONS } from './policy-words.ts'
import { VersionFields, withStatement } from './version-fields.tsx'

export default function NewPolicy() {
  const search = useSearch({ strict: false }) as { schemeId?: string; kind?: string }
  // What the page was opened for; the form is filled with it once.
  const [of] = useState({ schemeId: search.schemeId ?? null, kind: kindIn(search.kind) })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Begin a policy" crumbs={[{ label: 'Policies', to: PAGES.policies }]} />
      <p className="mb-5 max-w-[70ch]">
        Its first version begins as a draft. It is reviewed, approved by the trustees and brought into force
        then; a scheme has one policy of a kind.
      </p>
      <ContractForm
        contract={createPolicy}
        defaults={{ ...of, isPubliclyDisclosed: false, draftedBy: 'HUMAN' }}
        ids={{}}
        submitLabel="Begin policy"
        prepare={(values) => withStatement(kindIn(values.kind))(values)}
        onCancel={() => void navigate({ to: PAGES.policies })}
        onSaved={({ id, title }) => {
          showToast('saved', `${title} is begun`)
          void navigate({ to: PAGES.policy, params: { policyId: id } })
        }}
      >
        <Fields />
      </ContractForm>
    </>
  )
}

const kindIn = (text: unknown): PolicyKind | null => PolicyKind.safeParse(text).data ?? null

function Fields() {
  const [kindOfForm, schemeId] = useWatch({ name: ['kind', 'schemeId'] })
  const kind = kindIn(kindOfForm)
  return (
    <>
      <FormSection title="What it is">
        <SchemeField isRequired help="A scheme of the regime: no PRSA and no RAC contract" />
        <SelectField
          name="kind"
          isRequired
          options={KIND_OPTIONS}
          help={kind ? formatBasis(kind) : 'By what it rests on'}
        />
        <TextField name="title" help="Empty: the name of the kind" />
        <NumberField name="reviewIntervalMonths" suffix="months" help={intervalHelp(kind)} />
      </FormSection>
      <VersionFields kind={kind} schemeId={schemeId || null} isFirst />
      <FormSection title="Disclosure">
        <DisclosureFields kind={kind} />
      </FormSection>
    </>
  )
}

const intervalHelp = (kind: PolicyKind | null): string =>
  kind
    ? `At most ${POLICY_KINDS[kind].longestReviewMonths}; empty: ${POLICY_KINDS[kind].longestReviewMonths}`
    : 'Empty: the longest that the kind allows'
