/** Edits a draft. If another user saved first, both texts are kept: the user settles the fields one by one. */

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  type PolicyVersion,
  type PolicyWithVersions,
  updatePolicyVersion,
} from '../../../../contract/policies.ts'
import { sendRequest } from '../../../client.ts'
import { ConflictDialog } from '../../../forms/conflict-dialog.tsx'
import { ContractForm, type Values } from '../../../forms/contract-form.tsx'
import { toFormValues } from '../../../forms/form-defaults.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { buildPolicyPageCrumbs } from './policy.ts'
import { VersionFields, withStatement } from './version-fields.tsx'

export default function EditPolicyVersion() {
  const { policyId, number } = useParams({ from: `/authenticated${PAGES.editPolicyVersion}` })
  const { data: policy } = useSuspenseQuery(createQuery(operation('policy.get'), { id: policyId }))
  const { data: version } = useSuspenseQuery(
    createQuery(operation('policy.version'), { id: policyId, number }),
  )
  return (
    <>
      <PageHeader
        title={`Write version ${number} of ${policy.title}`}
        crumbs={buildPolicyPageCrumbs(policy)}
      />
      {version.status === 'DRAFT' ? (
        <Draft policy={policy} version={version} />
      ) : (
        <EmptyState
          title="This version is not a draft"
          action={
            <ButtonLink look="primary" to={PAGES.policy} params={{ policyId }}>
              Open the policy
            </ButtonLink>
          }
        >
          {formatCode(version.status)}: its text cannot be changed. Create a new version to correct it.
        </EmptyState>
      )}
    </>
  )
}

interface Read {
  policy: PolicyWithVersions
  version: PolicyVersion
}

function Draft({ policy, version }: Read) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const prepare = withStatement(policy.kind)
  const beginning = (read: Read): Values => prepare(toFormValues(updatePolicyVersion, read.version))
  // The version read first stays the base of the edit, also when the page reloads its data.
  const [base, setBase] = useState(() => {
    const read = { policy, version }
    return { read, typed: beginning(read), round: 0 }
  })
  const [conflict, setConflict] = useState<{ theirs: Read; mine: Values } | null>(null)
  const ids = { id: policy.id, number: String(version.number) }
  const back = () => void navigate({ to: PAGES.policy, params: { policyId: policy.id } })

  async function onStale(mine: Values): Promise<void> {
    try {
      const [newer, text] = await Promise.all([
        sendRequest(operation('policy.get'), { id: ids.id }),
        sendRequest(operation('policy.version'), ids),
      ])
      queries.setQueryData(createQuery(operation('policy.get'), { id: ids.id }).queryKey, newer)
      setConflict({ theirs: { policy: newer, version: text }, mine })
    } catch (error) {
      showToast('failed', formatProblem(error))
    }
  }

  return (
    <>
      <ContractForm
        key={base.round}
        contract={updatePolicyVersion}
        defaults={base.typed}
        ids={ids}
        version={base.read.policy.version}
        submitLabel="Save draft"
        startsDirty={base.round > 0}
        prepare={prepare}
        onCancel={back}
        onStale={(mine) => void onStale(mine)}
        onSaved={() => {
          showToast('saved', `Version ${version.number} saved`)
          back()
        }}
      >
        <VersionFields kind={policy.kind} schemeId={policy.schemeId} isFirst={version.number === 1} />
      </ContractForm>
      {conflict && (
        <ConflictDialog
          base={beginning(base.read)}
          mine={prepare(conflict.mine)}
          theirs={beginning(conflict.theirs)}
          theirsAt={conflict.theirs.policy.updatedAt}
          onClose={() => setConflict(null)}
          onSettle={(typed) => {
            setBase({ read: conflict.theirs, typed, round: base.round + 1 })
            setConflict(null)
          }}
        />
      )}
    </>
  )
}
