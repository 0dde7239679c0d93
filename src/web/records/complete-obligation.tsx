/** Marks an obligation complete, on its page and in the row of a list. */
import { Link } from '@tanstack/react-router'
import { completeObligation, type Obligation, reopenObligation } from '../../contract/obligations.ts'
import { getTodayInDublin } from '../format.ts'
import { type Act, ActDialog, type Subject } from '../forms/act-dialog.tsx'
import { DateField } from '../ui/form/fields.tsx'
import { EvidenceField, EvidenceNoteField } from './evidence-field.tsx'
import { SchemeName } from './names.tsx'
import { findRegister } from './obligation-date.ts'
import { formatObligationName } from './obligation-period.ts'

export type Completable = Subject & Pick<Obligation, 'ruleId' | 'periodKey' | 'title' | 'schemeId'>

/** Certificates and valuations have a day of their own, from which the next one runs. */
const WITH_EFFECTIVE_DAY: readonly string[] = ['DB-01', 'DB-05']
export const RECORDED = 'The audit log records the change, the dates and the user.'

export const buildCompleteAct = (obligation: Omit<Completable, keyof Subject>): Act => ({
  contract: completeObligation,
  label: 'Mark complete',
  title: `Mark complete: ${formatObligationName(obligation)}`,
  explanation: [
    <strong key="scheme" className="font-medium">
      <SchemeName id={obligation.schemeId} />
    </strong>,
    <RegisterHint key="register" obligation={obligation} />,
    'Attach a document or write a note as evidence. If the rule repeats, the next period is calculated from this date.',
    RECORDED,
  ],
  fields: (
    <>
      <DateField name="completedOn" label="Completed on" isRequired />
      {WITH_EFFECTIVE_DAY.includes(obligation.ruleId) && (
        <DateField
          name="effectiveOn"
          label="Effective date"
          help="Effective date of the certificate or valuation. The next period runs from it"
        />
      )}
      <EvidenceField obligation={obligation} />
      <EvidenceNoteField />
    </>
  ),
  defaults: { completedOn: getTodayInDublin(), evidenceDocumentIds: [] },
  prepare: ({ evidenceDocumentIds, ...values }) => ({
    ...values,
    evidenceDocumentIds: ((evidenceDocumentIds ?? []) as (string | null)[]).filter(Boolean),
  }),
  look: 'primary',
  done: 'Marked complete',
  undo: {
    contract: reopenObligation,
    sent: { reason: 'Completion undone right after it was recorded' },
    done: 'Obligation reopened',
  },
})

/** The page whose records complete the obligation, which is better than a note here. */
function RegisterHint({
  obligation: { ruleId, schemeId },
}: {
  obligation: Pick<Completable, 'ruleId' | 'schemeId'>
}) {
  const register = findRegister(ruleId)
  if (!register)
    return 'If another page records it (an approval, a report, a filing), enter it there: the obligation is then completed automatically.'
  return (
    <>
      Usually recorded in{' '}
      <Link to={register.to} params={{ schemeId }} className="link">
        {register.label}
      </Link>
      : the obligation is then completed automatically.
    </>
  )
}

export function CompleteObligation({
  obligation,
  onClose,
  onDone,
}: {
  obligation: Completable
  onClose: () => void
  onDone: () => void
}) {
  const act = buildCompleteAct(obligation)
  return <ActDialog label={act.label} act={act} subject={obligation} onClose={onClose} onDone={onDone} />
}
