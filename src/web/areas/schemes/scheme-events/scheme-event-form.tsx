import { useWatch } from 'react-hook-form'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createSchemeEvent,
  EVENT_DAYS,
  getSchemeEvent,
  SchemeEventKind,
  updateSchemeEvent,
} from '../../../../contract/scheme-events.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { getFieldHelp } from '../../../forms/field-help.ts'
import { createNewPage } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import {
  DateField,
  MomentField,
  ProseField,
  SelectField,
  TextField,
  YesNoField,
} from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { buildEventCrumbs, EventObligations, hasSignificance } from './scheme-event.tsx'

const KINDS = listCodeOptions(SchemeEventKind.options)

/** The facts on which the obligations of an event depend, by its kind. */
function EventFactFields({ kind }: { kind: SchemeEventKind }) {
  return (
    <>
      {hasSignificance(kind) && (
        <YesNoField name="isSignificant" help={getFieldHelp(createSchemeEvent, 'isSignificant')} />
      )}
      {kind === 'CYBER_INCIDENT' && (
        <MomentField name="awareAt" help={getFieldHelp(createSchemeEvent, 'awareAt')} />
      )}
      {kind === 'ACCESS_REQUEST' && (
        <>
          <DateField name="extendedOn" help={getFieldHelp(createSchemeEvent, 'extendedOn')} />
          <TextField
            name="extensionReason"
            rows={2}
            help={getFieldHelp(createSchemeEvent, 'extensionReason')}
          />
        </>
      )}
    </>
  )
}

/** The date that an event of this kind concerns. */
function RelevantDayField({ kind }: { kind: SchemeEventKind }) {
  const day = EVENT_DAYS[kind]
  return day ? <DateField name="relevantOn" label={day.label} help={day.help} /> : null
}

const useChosenKind = (): SchemeEventKind | undefined =>
  SchemeEventKind.safeParse(useWatch({ name: 'kind' })).data

function NewEventFields({ schemeId }: { schemeId: string }) {
  const kind = useChosenKind()
  return (
    <>
      <SelectField name="kind" label="Kind of event" isRequired options={KINDS} />
      <div role="status" className="max-w-[70ch]">
        {kind && (
          <Notice title="Resulting obligations">
            <EventObligations kind={kind} />
          </Notice>
        )}
      </div>
      <DateField
        name="occurredOn"
        isRequired
        help="The deadlines of its obligations run from this date. It cannot be changed later."
      />
      {kind && (
        <>
          <EventFactFields kind={kind} />
          <RelevantDayField kind={kind} />
        </>
      )}
      <TextField name="title" label="Summary" isRequired />
      <ProseField name="details" help="The audit log records that the details changed, not their text." />
      <UploadableDocumentField
        name="documentId"
        kind="OTHER"
        schemeId={schemeId}
        help="Evidence: a deed, a notice, a letter"
      />
    </>
  )
}

export const NewPage: PageComponent = createNewPage({
  create: createSchemeEvent,
  title: 'Record an event',
  useCrumbs: ({ schemeId = '' }) => buildEventCrumbs(useScheme(schemeId)),
  useDefaults: () => ({ occurredOn: getTodayInDublin() }),
  ids: ({ schemeId = '' }) => ({ id: schemeId }),
  submitLabel: 'Record event',
  cancelTo: ({ params: { schemeId = '' } }) => linkToRecord(PAGES.schemeEvents, schemeId),
  saved: () => 'Event recorded',
  savedTo: ({ id }) => linkToRecord(PAGES.schemeEvent, id),
  fields: ({ params: { schemeId = '' } }) => <NewEventFields schemeId={schemeId} />,
})

export const EditPage: PageComponent = createEditPage({
  get: getSchemeEvent,
  update: updateSchemeEvent,
  page: PAGES.schemeEvent,
  name: ({ title }) => title,
  useCrumbs: ({ schemeId }) => buildEventCrumbs(useScheme(schemeId)),
  intro:
    'The kind and the date cannot be changed, because obligations are calculated from them. If one of them is wrong, withdraw the event and record it again.',
  saved: 'Event saved',
  fields: ({ kind }) => (
    <>
      <EventFactFields kind={kind} />
      <RelevantDayField kind={kind} />
      <TextField name="title" label="Summary" isRequired />
      <ProseField name="details" />
    </>
  ),
})
