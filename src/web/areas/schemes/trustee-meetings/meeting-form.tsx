import { PAGES } from '../../../../contract/pages.ts'
import {
  createTrusteeMeeting,
  EditableTrusteeMeeting,
  getTrusteeMeeting,
  updateTrusteeMeeting,
} from '../../../../contract/trustee-meetings.ts'
import { Id } from '../../../../contract/values.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { buildMeetingCrumbs } from './meeting.ts'

function MeetingFields({ isHeld = false }: { isHeld?: boolean }) {
  return (
    <>
      <TextField name="title" isRequired />
      {!isHeld && <DateField name="plannedForOn" isRequired />}
      <TextField name="location" label="Place" />
      <ProseField name="agenda" rows={10} help="One item per line" />
    </>
  )
}

export const NewPage: PageComponent = createNewPage({
  // The request has the scheme in its path; the form has a field for it.
  create: { ...createTrusteeMeeting, input: EditableTrusteeMeeting.extend({ schemeId: Id }) },
  title: 'Plan a trustee meeting',
  useCrumbs: () => [{ label: 'Trustee meetings', to: PAGES.meetings }],
  intro: 'For a past meeting, enter its date here, then record attendance and decisions.',
  useDefaults: ({ search }) => ({ schemeId: toIdOrNull(search.schemeId), title: 'Trustee meeting' }),
  prepare: (values) => ({ ...values, id: values.schemeId }),
  submitLabel: 'Plan meeting',
  cancelTo: { to: PAGES.meetings },
  saved: () => 'Meeting planned',
  savedTo: ({ id }) => linkToRecord(PAGES.meeting, id),
  fields: () => (
    <>
      <SchemeField isRequired />
      <MeetingFields />
    </>
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getTrusteeMeeting,
  update: updateTrusteeMeeting,
  page: PAGES.meeting,
  name: ({ title }) => title,
  useCrumbs: buildMeetingCrumbs,
  locked: ({ status, minutesApprovedOn }) =>
    status === 'CANCELLED' ? (
      <Notice title="A cancelled meeting cannot be changed" />
    ) : (
      minutesApprovedOn && <Notice title="A meeting with approved minutes cannot be changed" />
    ),
  saved: 'Meeting saved',
  fields: ({ status }) => <MeetingFields isHeld={status === 'HELD'} />,
})
