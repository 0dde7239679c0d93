import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { HolderKind, HolderRelationship } from '../../../../contract/key-function-holders.ts'
import { listOutsourcingArrangements } from '../../../../contract/outsourcing-arrangements.ts'
import { formatDate } from '../../../format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { queryFor } from '../../../queries.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { CheckField, NumberField, SelectField, TextField, YesNoField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

const KINDS = listCodeOptions(HolderKind.options)
const RELATIONSHIPS = listCodeOptions(HolderRelationship.options)
/** What a holder's record holds; assessment, notification, appointment and end are acts of their own. */
export function HolderFields({
  schemeId,
  isSettled = false,
}: {
  schemeId: string | null
  /** Who it is was assessed, and stays. */
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
            Who was assessed stays who it is: only the spelling can be put right. Another person is another
            proposal.
          </p>
        )}
        <SelectField name="holderKind" isRequired options={KINDS} />
        <TextField name="holderName" label={kind === 'FIRM' ? 'Name of the firm' : 'Name'} isRequired />
        {kind === 'FIRM' ? (
          <TextField
            name="responsiblePerson"
            isRequired
            help="The person of the firm who answers for the function"
          />
        ) : (
          <TextField name="organisation" help="Where the person works" />
        )}
        <TextField name="email" type="email" />
        <SelectField name="relationship" isRequired options={RELATIONSHIPS} />
        <CheckField
          name="holdsSameFunctionForEmployer"
          label="Carries out a similar function for the employer"
          help={`Only with a written protocol on how conflicts are prevented (${formatCitedSources('DIR 24(3)')})`}
        />
        {isSame && (
          <UploadableDocumentField
            name="conflictProtocolDocumentId"
            kind="CONFLICT_PROTOCOL"
            schemeId={schemeId}
          />
        )}
      </FormSection>
      <FormSection title="Outsourcing">
        <CheckField
          name="isOutsourced"
          label="The function is outsourced"
          help={`An external provider carries it out: notified to the Authority before the agreement enters into force (${formatCitedSources('DIR 31(6)')})`}
        />
        {isOutsourced && <ArrangementField schemeId={schemeId} />}
      </FormSection>
      <FormSection title="Fit and proper">
        <TextField
          name="professionalQualification"
          help={`Asked of internal audit and actuarial holders (${formatCitedSources('DIR 22(1)(a)(ii)')})`}
        />
        <NumberField name="experienceYears" />
        <YesNoField
          name="qualificationsOk"
          help={`As the assessment found them (${formatCitedSources('DIR 22(1)(a)')})`}
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

/** The arrangements of the scheme; there are few. */
function ArrangementField({ schemeId }: { schemeId: string | null }) {
  const { data } = useQuery({
    ...queryFor(listOutsourcingArrangements, { schemeId: schemeId ?? '', limit: SHOWN }),
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
      // A select whose options come later would lose what it stands on.
      key={options.length}
      name="outsourcingArrangementId"
      options={options}
      emptyLabel={schemeId === null ? 'Choose the scheme first' : 'None yet'}
      help="Of this scheme. Plan the arrangement under Outsourcing first."
    />
  )
}
