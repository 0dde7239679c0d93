import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  getOutsourcingArrangement,
  updateOutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ArrangementFields } from './arrangement-fields.tsx'
import { formatArrangementTitle } from './arrangement-title.ts'

export default function EditArrangement() {
  const { arrangementId } = useParams({ from: `/house${PAGES.editOutsourcingArrangement}` })
  const { data: arrangement } = useSuspenseQuery(queryFor(getOutsourcingArrangement, { id: arrangementId }))
  const navigate = useNavigate()
  const title = formatArrangementTitle(arrangement)
  const isInForce = arrangement.status === 'IN_FORCE'
  return (
    <>
      <PageHeader
        title={`Edit ${title}`}
        crumbs={[
          { label: 'Outsourcing', to: PAGES.outsourcing },
          { label: title, to: PAGES.outsourcingArrangement, params: { arrangementId } },
        ]}
      />
      {arrangement.status === 'ENDED' ? (
        <Notice title="This arrangement has ended and can no longer be changed" />
      ) : (
        <EditForm
          update={updateOutsourcingArrangement}
          get={getOutsourcingArrangement}
          record={arrangement}
          saved="The arrangement is saved"
          onLeave={() => void navigate({ to: PAGES.outsourcingArrangement, params: { arrangementId } })}
        >
          {isInForce && (
            <p className="max-w-[70ch]">
              {arrangement.providerName} and the activity stay what came into force. Another provider is
              another arrangement: end this one first.
            </p>
          )}
          <ArrangementFields schemeId={arrangement.schemeId} isInForce={isInForce} />
        </EditForm>
      )}
    </>
  )
}
