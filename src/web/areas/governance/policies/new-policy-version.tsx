import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { addPolicyVersion } from '../../../../contract/policies.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { buildPolicyPageCrumbs } from './policy.ts'
import { VersionFields, withStatement } from './version-fields.tsx'

/** A new version begins with the text of the previous one. */
export default function NewPolicyVersion() {
  const { policyId } = useParams({ from: `/authenticated${PAGES.newPolicyVersion}` })
  const { data: policy } = useSuspenseQuery(createQuery(operation('policy.get'), { id: policyId }))
  const before = policy.inForceVersion ?? policy.latestVersion
  const { data: version } = useSuspenseQuery(
    createQuery(operation('policy.version'), { id: policyId, number: String(before) }),
  )
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.policy, params: { policyId } })
  return (
    <>
      <PageHeader title={`New version of ${policy.title}`} crumbs={buildPolicyPageCrumbs(policy)} />
      {policy.openVersion !== null && (
        <div className="mb-5">
          <Notice look="warn" title={`Version ${policy.openVersion} is in progress`}>
            A policy has one version in progress. Edit it, or withdraw it first.
          </Notice>
        </div>
      )}
      <p className="mb-5 max-w-[70ch]">
        The new version starts with the text of version {before}. That version does not change.
      </p>
      <ContractForm
        contract={addPolicyVersion}
        defaults={{ content: version.content, statement: version.statement, draftedBy: 'HUMAN' }}
        ids={{ id: policyId }}
        submitLabel="Save draft"
        prepare={withStatement(policy.kind)}
        onCancel={back}
        onSaved={({ openVersion }) => {
          showToast('saved', `Version ${openVersion} created`)
          back()
        }}
      >
        <VersionFields kind={policy.kind} schemeId={policy.schemeId} />
      </ContractForm>
    </>
  )
}
