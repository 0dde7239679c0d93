import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { createKeyFunctionHolder, KeyFunction } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { CheckField, DateField, SelectField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { HolderFields } from './holder-fields.tsx'

const FUNCTIONS = listCodeOptions(KeyFunction.options)

export default function NewHolder() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const keyFunction = KeyFunction.safeParse(search.function)
  return (
    <>
      <PageHeader
        title="Propose a key function holder"
        crumbs={[{ label: 'Key functions', to: PAGES.keyFunctions }]}
      />
      <p className="mb-5 max-w-[70ch]">
        The holder is recorded as proposed. The fit and proper assessment comes next (
        {formatCitedSources('DIR 22')}), then the notification where the function is outsourced, then the
        appointment by the trustees.
      </p>
      <ContractForm
        contract={createKeyFunctionHolder}
        defaults={{
          schemeId: search.schemeId ?? null,
          function: keyFunction.success ? keyFunction.data : null,
          holderKind: 'INDIVIDUAL',
          proposedOn: getTodayInDublin(),
        }}
        ids={{}}
        submitLabel="Propose holder"
        onCancel={() => void navigate({ to: PAGES.keyFunctions })}
        onSaved={({ id, holderName }) => {
          showToast('saved', `${holderName} is proposed`)
          void navigate({ to: PAGES.keyFunctionHolder, params: { holderId: id } })
        }}
      >
        <Fields />
      </ContractForm>
    </>
  )
}

function Fields() {
  const schemeId = useWatch({ name: 'schemeId' })
  return (
    <>
      <FormSection title="Function">
        <SchemeField isRequired />
        <SelectField
          name="function"
          isRequired
          options={FUNCTIONS}
          help="Compliance is a voluntary role that no text requires. The actuarial function belongs to regulatory own funds schemes only."
        />
        <CheckField
          name="isDeputy"
          label="As a deputy"
          help="Deputies stand beside the one holder that a function has"
        />
        <DateField name="proposedOn" isRequired />
      </FormSection>
      <HolderFields schemeId={schemeId} />
    </>
  )
}
