import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createKeyFunctionHolder,
  getKeyFunctionHolder,
  HolderKind,
  HolderRelationship,
  KeyFunction,
  updateKeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { listOutsourcingArrangements } from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { createQuery } from '../../../queries.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import {
  CheckField,
  DateField,
  NumberField,
  SelectField,
  TextField,
  YesNoField,
} from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'

const KINDS = listCodeOptions(HolderKind.options)
const RELATIONSHIPS = listCodeOptions(HolderRelationship.options)

function HolderFields({
  schemeId,
  isSettled = false,
}: {
  schemeId: string | null
  /** The holder was assessed, so the person can no longer be replaced. */
  isSettled?: boolean
}) {
  const [kind, isSame, isOutsourced] = useWatch({
    name: ['holderKind', 'holdsSameFunctionForEmployer', 'isOutsourced'],
  })
  return (
    <>
      <FormSection title="Holder">
        {isSettled && (
          <p className="max-w-[70ch] text-muted">
            The holder was assessed: you can correct the spelling of the name. To name another person, make a
            new proposal.
          </p>
        )}
        <SelectField name="holderKind" isRequired options={KINDS} />
        <TextField name="holderName" label={kind === 'FIRM' ? 'Name of the firm' : 'Name'} isRequired />
        {kind === 'FIRM' ? (
          <TextField
            name="responsiblePerson"
            isRequired
            help="The person in the firm who is responsible for the function"
          />
        ) : (
          <TextField name="organisation" help="The person's employer" />
        )}
        <TextField name="email" type="email" />
        <SelectField name="relationship" isRequired options={RELATIONSHIPS} />
        <CheckField
          name="holdsSameFunctionForEmployer"
          label="Carries out a similar function for the employer"
          help={`Only with a written protocol on how conflicts are prevented (${formatCitedSources('DIR 24(3)')})`}
        />
        {isSame && (
          <>
            <UploadableDocumentField
              name="conflictProtocolDocumentId"
              kind="CONFLICT_PROTOCOL"
              schemeId={schemeId}
            />
            <DateField name="conflictProtocolOn" help="Day on which the protocol was agreed" />
          </>
        )}
      </FormSection>
      <FormSection title="Outsourcing">
        <CheckField
          name="isOutsourced"
          label="The function is outsourced"
          help={`An external provider carries it out. Notify the Authority before the agreement enters into force (${formatCitedSources('DIR 31(6)')})`}
        />
        {isOutsourced && <ArrangementField schemeId={schemeId} />}
      </FormSection>
      <FormSection title="Fit and proper">
        <TextField
          name="professionalQualification"
          help={`Required for internal audit and actuarial holders (${formatCitedSources('DIR 22(1)(a)(ii)')})`}
        />
        <NumberField name="experienceYears" />
        <YesNoField
          name="qualificationsOk"
          help={`Result of the assessment (${formatCitedSources('DIR 22(1)(a)')})`}
        />
        <UploadableDocumentField
          name="reputeDeclarationDocumentId"
          kind="FIT_PROPER_PACK"
          schemeId={schemeId}
          help={`Good repute and integrity (${formatCitedSources('DIR 22(1)(b)')})`}
        />
      </FormSection>
    </>
  )
}

const SHOWN = 200

function ArrangementField({ schemeId }: { schemeId: string | null }) {
  const { data } = useQuery({
    ...createQuery(listOutsourcingArrangements, { schemeId: schemeId ?? '', limit: SHOWN }),
    enabled: schemeId !== null,
  })
  const options = (data?.data ?? []).map(({ id, activity, providerName, inForceFrom, status }) => ({
    value: id,
    label: [
      `${formatCode(activity)} by ${providerName}`,
      status === 'ENDED' ? 'ended' : inForceFrom && `in force from ${formatDate(inForceFrom)}`,
    ]
      .filter(Boolean)
      .join(', '),
  }))
  return (
    <SelectField
      // A select whose options are loaded later would lose its value.
      key={options.length}
      name="outsourcingArrangementId"
      options={options}
      emptyLabel={schemeId === null ? 'Choose the scheme first' : 'No arrangements yet'}
      help="Of this scheme. Plan the arrangement under Outsourcing first."
    />
  )
}

const FUNCTIONS = listCodeOptions(KeyFunction.options)

function NewHolderFields() {
  const schemeId = useWatch({ name: 'schemeId' })
  return (
    <>
      <FormSection title="Function">
        <SchemeField isRequired />
        <SelectField
          name="function"
          isRequired
          options={FUNCTIONS}
          help="Compliance is a voluntary role, not required by law. The actuarial function belongs to regulatory own funds schemes only."
        />
        <CheckField
          name="isDeputy"
          label="As a deputy"
          help="A function has one holder and can have deputies"
        />
        <DateField name="proposedOn" isRequired />
      </FormSection>
      <HolderFields schemeId={schemeId} />
    </>
  )
}

const CRUMBS = [{ label: 'Key functions', to: PAGES.keyFunctions }]

export const NewPage: PageComponent = createNewPage({
  create: createKeyFunctionHolder,
  title: 'Propose a key function holder',
  useCrumbs: () => CRUMBS,
  intro: `The holder is recorded as proposed. The fit and proper assessment comes next (${formatCitedSources('DIR 22')}), then the notification if the function is outsourced, then the appointment by the trustees.`,
  useDefaults: ({ search }) => ({
    schemeId: toIdOrNull(search.schemeId),
    function: KeyFunction.safeParse(search.function).data ?? null,
    holderKind: 'INDIVIDUAL',
    proposedOn: getTodayInDublin(),
  }),
  submitLabel: 'Propose holder',
  cancelTo: { to: PAGES.keyFunctions },
  saved: ({ holderName }) => `${holderName} proposed`,
  savedTo: ({ id }) => linkToRecord(PAGES.keyFunctionHolder, id),
  fields: () => <NewHolderFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getKeyFunctionHolder,
  update: updateKeyFunctionHolder,
  page: PAGES.keyFunctionHolder,
  name: ({ holderName }) => holderName,
  useCrumbs: () => CRUMBS,
  locked: ({ status }) =>
    (status === 'ENDED' || status === 'FAILED') && (
      <Notice title="This record is closed and can no longer be changed" />
    ),
  saved: 'Holder saved',
  fields: ({ schemeId, status }) => <HolderFields schemeId={schemeId} isSettled={status !== 'PROPOSED'} />,
})
