import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getKeyFunctionHolder, updateKeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { HolderFields } from './holder-fields.tsx'

export default function EditHolder() {
  const { holderId } = useParams({ from: `/house${PAGES.editKeyFunctionHolder}` })
  const { data: holder } = useSuspenseQuery(queryFor(getKeyFunctionHolder, { id: holderId }))
  const navigate = useNavigate()
  const isOver = holder.status === 'ENDED' || holder.status === 'FAILED'
  return (
    <>
      <PageHeader
        title={`Edit ${holder.holderName}`}
        crumbs={[
          { label: 'Key functions', to: PAGES.keyFunctions },
          { label: holder.holderName, to: PAGES.keyFunctionHolder, params: { holderId } },
        ]}
      />
      {isOver ? (
        <Notice title="This record is closed and can no longer be changed" />
      ) : (
        <EditForm
          update={updateKeyFunctionHolder}
          get={getKeyFunctionHolder}
          record={holder}
          saved="The holder is saved"
          onLeave={() => void navigate({ to: PAGES.keyFunctionHolder, params: { holderId } })}
        >
          <HolderFields schemeId={holder.schemeId} isSettled={holder.status !== 'PROPOSED'} />
        </EditForm>
      )}
    </>
  )
}
