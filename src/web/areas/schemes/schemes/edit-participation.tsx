import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  endParticipation,
  getParticipation,
  updateParticipation,
} from '../../../../contract/participations.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ParticipationFields } from './participation-fields.tsx'

export default function EditParticipation() {
  const { participationId } = useParams({ from: `/house${PAGES.editParticipation}` })
  const { data: participation } = useSuspenseQuery(queryFor(getParticipation, { id: participationId }))
  const { schemeId, employerName, isSchemeEmployer, status } = participation
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: schemeId }))
  const navigate = useNavigate()
  const may = useMay()
  const back = () => void navigate({ to: PAGES.scheme, params: { schemeId } })
  return (
    <>
      <PageHeader
        title={`Participation of ${employerName}`}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: scheme.name, to: PAGES.scheme, params: { schemeId } },
        ]}
        actions={
          <>
            <HistoryLink entityType="participation" entityId={participation.id} />
            {may(endParticipation) && status === 'PARTICIPATING' && (
              <Acts
                subject={participation}
                acts={[
                  {
                    contract: endParticipation,
                    label: 'End participation',
                    title: `End the participation of ${employerName}`,
                    explanation: [
                      'No contributions are expected of this employer for the payroll months after that day. What was due before stays due.',
                    ],
                    fields: <DateField name="on" label="Last day of participation" isRequired />,
                    defaults: { on: getTodayInDublin() },
                    isMain: true,
                    done: 'The participation is ended',
                    after: back,
                  },
                ]}
              />
            )}
          </>
        }
      />
      <EditForm
        update={updateParticipation}
        get={getParticipation}
        record={participation}
        saved="The participation is saved"
        onLeave={back}
      >
        <ParticipationFields isFromRequired={!isSchemeEmployer} />
      </EditForm>
    </>
  )
}
