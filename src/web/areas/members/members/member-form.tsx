import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createMember,
  EditableMember,
  getMember,
  NewMember,
  Sex,
  updateMember,
} from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isPayKnown } from '../../../../contract/pay-on-day.ts'
import { type CheckedMember, listUnusualMemberValues } from '../../../../contract/unusual-member-values.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { CheckField, DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Warned } from '../../../ui/warning.tsx'
import { formatFullName } from './member.ts'
import { PayFields } from './pay-fields.tsx'
import { isUnchangedNumber, PpsNumberField } from './pps-number-field.tsx'
import { SchemeChoice } from './scheme-choice.tsx'

const PURPOSES = EditableMember.shape.ppsnPurpose.unwrap().options
const LOOKED_AT = [
  'firstName',
  'middleName',
  'lastName',
  'dateOfBirth',
  'joinedEmploymentOn',
  'joinedSchemeOn',
  'normalRetirementOn',
  'status',
] as const satisfies (keyof CheckedMember)[]

/** `membership`: the fields of a new member only. */
function MemberFields({
  membership,
  payHelp,
  recordedPpsNumber,
}: {
  membership?: ReactNode
  /** Meaning of an empty date. */
  payHelp: string
  recordedPpsNumber: string | null
}) {
  const watchedValues = useWatch({ name: [...LOOKED_AT] }) as unknown[]
  const unusual = listUnusualMemberValues(
    Object.fromEntries(LOOKED_AT.map((name, index) => [name, watchedValues[index]])),
    getTodayInDublin(),
  )
  /** The help, followed by a warning about an unusual value. */
  const help = (name: keyof CheckedMember, text?: string) => {
    const words = unusual[name]
    if (!words) return text ? { help: text } : {}
    return {
      help: (
        <>
          {text}
          <Warned>{words}</Warned>
        </>
      ),
    }
  }
  return (
    <>
      {/* Announced by screen readers when it appears: the warning may concern another field than the focused one. */}
      <p role="status" className="sr-only">
        {Object.values(unusual).join('. ')}
      </p>
      <FormSection title="Person">
        <TextField name="firstName" isRequired {...help('firstName')} />
        <TextField name="middleName" {...help('middleName')} />
        <TextField name="lastName" isRequired {...help('lastName')} />
        <DateField name="dateOfBirth" {...help('dateOfBirth')} />
        <SelectField name="sex" isRequired options={listCodeOptions(Sex.options, 'sex')} />
        <CheckField
          name="hasPensionAdjustmentOrder"
          label="There is a pension adjustment order"
          help="A family court order that gives part of the benefit to another person"
        />
      </FormSection>
      <FormSection title="Contact">
        <TextField name="email" type="email" />
        <TextField name="phone" type="tel" />
        <TextField name="address" rows={3} />
      </FormSection>
      <FormSection title="Employment and scheme">
        {membership}
        <TextField name="worksNumber" help="Payroll number of this person; unique within a scheme" />
        <DateField name="joinedEmploymentOn" {...help('joinedEmploymentOn')} />
        <DateField name="joinedSchemeOn" {...help('joinedSchemeOn')} />
        <DateField name="normalRetirementOn" {...help('normalRetirementOn')} />
      </FormSection>
      <FormSection title="Contributions">
        <PayFields />
        <DateField name="payValidFrom" help={payHelp} />
      </FormSection>
      <FormSection title="PPS number">
        <PpsNumberField recorded={recordedPpsNumber} />
        <SelectField
          name="ppsnPurpose"
          label="Lawful purpose"
          isRequired
          options={listCodeOptions(PURPOSES)}
          help={`Purpose of holding the number; any other use is an offence (${formatCitedSources('SWCA 262')})`}
        />
      </FormSection>
    </>
  )
}

const CRUMBS = [{ label: 'Members', to: PAGES.members }]

export const NewPage: PageComponent = createNewPage({
  create: createMember,
  title: 'New member',
  useCrumbs: () => CRUMBS,
  useDefaults: ({ search }) => ({
    schemeId: toIdOrNull(search.schemeId),
    status: 'PROSPECTIVE',
    sex: 'UNKNOWN',
    hasPensionAdjustmentOrder: false,
    ppsNumber: null,
    ppsnPurpose: 'PENSION_ADMINISTRATION',
  }),
  prepare: ({ employerId, ...values }) => (employerId ? { ...values, employerId } : values),
  submitLabel: 'Add member',
  cancelTo({ search }) {
    const schemeId = toIdOrNull(search.schemeId)
    return schemeId ? linkToRecord(PAGES.schemeMembers, schemeId) : { to: PAGES.members }
  },
  saved: (member) => `${formatFullName(member)} added`,
  savedTo: ({ id }) => linkToRecord(PAGES.member, id),
  fields: () => (
    <MemberFields
      recordedPpsNumber={null}
      payHelp="Empty: from the beginning of the membership"
      membership={
        <>
          <SchemeChoice />
          <SelectField
            name="status"
            isRequired
            options={listCodeOptions(NewMember.shape.status.unwrap().options)}
            help="Prospective: has not joined yet. Deferred and pensioner are for past members."
          />
        </>
      }
    />
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getMember,
  update: updateMember,
  page: PAGES.member,
  name: formatFullName,
  useCrumbs: () => CRUMBS,
  saved: 'Member saved',
  valuesOf: (member) => ({ ...member, ppsNumber: member.ppsNumberMasked, payValidFrom: null }),
  isLeftOut: (name, value, { ppsNumberMasked }) =>
    name === 'ppsNumber' && isUnchangedNumber(value, ppsNumberMasked),
  fields: ({ ppsNumberMasked, ...member }) => (
    <MemberFields
      recordedPpsNumber={ppsNumberMasked}
      payHelp={
        isPayKnown(member)
          ? 'Used only if you change the pay or a rate. Empty: from today. Earlier values stay in the history'
          : 'Empty: from the beginning of the membership'
      }
    />
  ),
})
