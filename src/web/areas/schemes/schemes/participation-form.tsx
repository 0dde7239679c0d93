import { useNavigate } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createParticipation,
  endParticipation,
  getParticipation,
  type Participation,
  updateParticipation,
} from '../../../../contract/participations.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { CreatableEmployerField } from '../../../records/creatable-employer-field.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { DateField } from '../../../ui/form/fields.tsx'

/** First and last day; the first is optional only for the scheme's own employer. */
const ParticipationFields = ({ isFromRequired = false }: { isFromRequired?: boolean }) => (
  <>
    <DateField
      name="fromOn"
      isRequired={isFromRequired}
      help={
        isFromRequired
          ? 'Date in the deed of adherence. Contributions are expected from the payroll month of this date.'
          : 'Leave empty for the start of the scheme.'
      }
    />
    <DateField
      name="untilOn"
      help="Contributions are expected up to the payroll month of this date. Leave empty while participation continues."
    />
  </>
)

export const NewPage: PageComponent = createNewPage({
  create: createParticipation,
  title: 'Add a participating employer',
  useCrumbs: ({ schemeId = '' }) => buildSchemeCrumbs(useScheme(schemeId)),
  ids: ({ schemeId = '' }) => ({ id: schemeId }),
  submitLabel: 'Add employer',
  cancelTo: ({ params: { schemeId = '' } }) => linkToRecord(PAGES.schemeDetails, schemeId),
  saved: ({ employerName }) => `${employerName} added`,
  savedTo: ({ schemeId }) => linkToRecord(PAGES.schemeDetails, schemeId),
  fields: () => (
    <>
      <CreatableEmployerField />
      <ParticipationFields isFromRequired />
    </>
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getParticipation,
  update: updateParticipation,
  page: PAGES.editParticipation,
  title: ({ employerName }) => `Participation of ${employerName}`,
  useCrumbs: ({ schemeId }) => buildSchemeCrumbs(useScheme(schemeId)),
  actions: (participation) => <ParticipationActs participation={participation} />,
  saved: 'Participation saved',
  backTo: ({ schemeId }) => linkToRecord(PAGES.schemeDetails, schemeId),
  fields: ({ isSchemeEmployer }) => <ParticipationFields isFromRequired={!isSchemeEmployer} />,
})

function ParticipationActs({ participation }: { participation: Participation }) {
  const { id, schemeId, employerName, status } = participation
  const may = useMay()
  const navigate = useNavigate()
  return (
    <>
      <HistoryLink entityType="participation" entityId={id} />
      {may(endParticipation) && status === 'PARTICIPATING' && (
        <Acts
          subject={participation}
          acts={[
            {
              contract: endParticipation,
              label: 'End participation',
              title: `End the participation of ${employerName}`,
              explanation: [
                'No contributions are expected from this employer for payroll months after that day. Amounts already due stay due.',
              ],
              fields: <DateField name="on" label="Last day of participation" isRequired />,
              defaults: { on: getTodayInDublin() },
              isMain: true,
              done: 'Participation ended',
              after: () => void navigate(linkToRecord(PAGES.schemeDetails, schemeId)),
            },
          ]}
        />
      )}
    </>
  )
}
