import { getTenant, type Tenant, updateTenant } from '../../../../contract/tenants.ts'
import { formatDate, toSentenceCase } from '../../../format.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { formatCode } from '../../../labels.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FirmFields, openFirm, prepareFirm } from './firm-fields.tsx'
import { useFirmPeople } from './firm-people.ts'

/** The firm's record as a form: on the page of the firm, and as the settings of its own administrators. */
export function EditFirm({
  firm,
  ...then
}: {
  firm: Tenant
  onSaved?: (saved: Tenant) => void
  onLeave?: () => void
}) {
  return (
    <>
      {firm.questionsReducedOn && (
        <Notice look="warn" title="Whole questions are no longer sent to the AI provider">
          Your firm had chosen to send them. Since {formatDate(firm.questionsReducedOn)} the assistant sends
          only words that the public texts use. Check “Sent to the AI provider” below and save.
        </Notice>
      )}
      <EditForm
        update={updateTenant}
        get={getTenant}
        record={firm}
        valuesOf={openFirm}
        prepare={prepareFirm}
        saved="The firm is saved"
        {...then}
      >
        <FirmFields officer={<OfficerField firm={firm} />} />
      </EditForm>
    </>
  )
}

function OfficerField({ firm: { id, complianceOfficerUserId: current } }: { firm: Tenant }) {
  const { people, isLoading, isCut } = useFirmPeople(id)
  const options = people
    .filter((one) => one.status !== 'DEACTIVATED' || one.id === current)
    .map((one) => ({ value: one.id, label: `${one.name}, ${toSentenceCase(formatCode(one.role))}` }))
  // A choice that is not in the list would look like none.
  if (current && !options.some(({ value }) => value === current))
    options.push({ value: current, label: isLoading ? 'Loading …' : 'As it is: somebody not in this list' })
  return (
    <SelectField
      name="complianceOfficerUserId"
      options={options}
      help={`A person of the firm${isCut ? '. There are more accounts than this list shows.' : ''}`}
    />
  )
}
