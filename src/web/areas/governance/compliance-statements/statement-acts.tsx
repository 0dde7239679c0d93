import { useSuspenseQuery } from '@tanstack/react-query'
import {
  COMPLIANCE_STATEMENT_TRANSITIONS,
  type ComplianceStatement,
  type ComplianceStatementVerb,
  completeComplianceStatement,
  recordProvidedComplianceStatement,
  reopenComplianceStatement,
} from '../../../../contract/compliance-statements.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'

export function StatementActs({ statement }: { statement: ComplianceStatement }) {
  const acts = listActions(
    COMPLIANCE_STATEMENT_TRANSITIONS,
    buildActTable(statement, getTodayInDublin()),
    statement,
    useMay(),
  )
  return <Acts acts={acts} subject={statement} />
}

const RECORDED = 'The audit log records the change and the user; answers are kept only with the statement.'
/** More than any scheme has. */
const ALL_TRUSTEES = 200

function SignatoryFields({ schemeId }: { schemeId: string }) {
  const { data } = useSuspenseQuery(
    createQuery(operation('trustee.list'), { id: schemeId, limit: ALL_TRUSTEES } as never),
  )
  const options = data.data
    .filter(({ appointedOn }) => appointedOn !== null)
    .map(({ id, personName }) => ({ value: id, label: personName }))
  return (
    <>
      <SelectField name="firstSignatoryId" options={options} isRequired />
      <SelectField name="secondSignatoryId" options={options} isRequired />
    </>
  )
}

const buildActTable = (
  { schemeId, openAnswers, documentId }: ComplianceStatement,
  today: string,
): Record<ComplianceStatementVerb, Act> => ({
  complete: {
    contract: completeComplianceStatement,
    label: 'Record signatures',
    title: 'Record the signatures of two trustees',
    explanation: [
      'The statement is completed and meets the obligation of its year. Both trustees were in office on the day of the signature.',
      RECORDED,
    ],
    ...(openAnswers > 0
      ? {
          blocked: () => (
            <p>Answer each point first. No and Not applicable need an explanation. Open: {openAnswers}.</p>
          ),
        }
      : {}),
    fields: (
      <>
        <SignatoryFields schemeId={schemeId} />
        <DateField name="completedOn" isRequired />
        <UploadableDocumentField
          name="documentId"
          label="Signed statement"
          kind="ANNUAL_COMPLIANCE_STATEMENT"
          schemeId={schemeId}
          help="A document of this scheme"
        />
      </>
    ),
    defaults: { completedOn: today, documentId },
    look: 'primary',
    isMain: true,
    done: 'Statement completed',
  },
  'record-provided': {
    contract: recordProvidedComplianceStatement,
    label: 'Record provision',
    title: 'Record that the Authority has the statement',
    explanation: [
      'We have not verified whether the statement must be filed or only kept by the trustees.',
      RECORDED,
    ],
    fields: <DateField name="providedToAuthorityOn" isRequired />,
    defaults: { providedToAuthorityOn: today },
    done: 'Provision recorded',
  },
  reopen: {
    contract: reopenComplianceStatement,
    label: 'Reopen',
    title: 'Reopen this statement',
    explanation: [
      'The signatures and dates are removed, and the obligation of its year is open again. The document stays.',
      RECORDED,
    ],
    fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
    look: 'danger',
    done: 'Statement reopened',
  },
})
