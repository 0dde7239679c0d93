import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getSchemeEvent, updateSchemeEvent } from '../../../../contract/scheme-events.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { ProseField, TextField } from '../../../ui/form/fields.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildEventCrumbs } from './event-crumbs.ts'
import { EventFactFields } from './event-fact-fields.tsx'
import { RelevantDayField } from './relevant-day-field.tsx'

export default function EditSchemeEvent() {
  const { eventId } = useParams({ from: `/house${PAGES.editSchemeEvent}` })
  const { data: event } = useSuspenseQuery(queryFor(getSchemeEvent, { id: eventId }))
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: event.schemeId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={`Edit ${event.title}`}
        crumbs={[
          ...buildEventCrumbs(scheme),
          { label: event.title, to: PAGES.schemeEvent, params: { eventId } },
        ]}
      />
      <p className="mb-5 max-w-[70ch]">
        The kind and the day stay: duties run from them. Where one of them is wrong, withdraw the event and
        record it again.
      </p>
      <EditForm
        update={updateSchemeEvent}
        get={getSchemeEvent}
        record={event}
        saved="The event is saved"
        onLeave={() => void navigate({ to: PAGES.schemeEvent, params: { eventId } })}
      >
        <EventFactFields kind={event.kind} />
        <RelevantDayField kind={event.kind} />
        <TextField name="title" label="In one line" isRequired />
        <ProseField name="details" />
      </EditForm>
    </>
  )
}
