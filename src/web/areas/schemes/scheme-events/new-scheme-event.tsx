import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { PAGES } from '../../../../contract/pages.ts'
import { createSchemeEvent, SchemeEventKind } from '../../../../contract/scheme-events.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { queryFor } from '../../../queries.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { DateField, ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { buildEventCrumbs } from './event-crumbs.ts'
import { EventDuties } from './event-duties.tsx'
import { EventFactFields } from './event-fact-fields.tsx'
import { RelevantDayField } from './relevant-day-field.tsx'

const KINDS = listCodeOptions(SchemeEventKind.options)

export default function NewSchemeEvent() {
  const { schemeId } = useParams({ from: `/house${PAGES.newSchemeEvent}` })
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: schemeId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Record what changed" crumbs={buildEventCrumbs(scheme)} />
      <ContractForm
        contract={createSchemeEvent}
        defaults={{ occurredOn: getTodayInDublin() }}
        ids={{ id: schemeId }}
        submitLabel="Record event"
        onCancel={() => void navigate({ to: PAGES.schemeEvents, params: { schemeId } })}
        onSaved={({ id }) => {
          showToast('saved', 'The event is recorded')
          void navigate({ to: PAGES.schemeEvent, params: { eventId: id } })
        }}
      >
        <SelectField name="kind" label="What happened" isRequired options={KINDS} />
        <DutiesOfChoice />
        <DateField
          name="occurredOn"
          isRequired
          help="The periods of its duties run from this day. It cannot be changed later."
        />
        <EventFactFields />
        <RelevantDay />
        <TextField name="title" label="In one line" isRequired />
        <ProseField name="details" help="The audit log keeps that they changed, not what they say." />
        <UploadableDocumentField
          name="documentId"
          kind="OTHER"
          schemeId={schemeId}
          help="What shows it: a deed, a notice, a letter"
        />
      </ContractForm>
    </>
  )
}

/** The day that an event of the chosen kind is about. */
function RelevantDay() {
  const chosen = SchemeEventKind.safeParse(useWatch({ name: 'kind' }))
  return chosen.success ? <RelevantDayField kind={chosen.data} /> : null
}

/** Before it is recorded: what the choice will start. */
function DutiesOfChoice() {
  const chosen = SchemeEventKind.safeParse(useWatch({ name: 'kind' }))
  return (
    <div role="status" className="max-w-[70ch]">
      {chosen.success && (
        <Notice title="What it starts">
          <EventDuties kind={chosen.data} />
        </Notice>
      )}
    </div>
  )
}
