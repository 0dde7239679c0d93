import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getBreach, updateBreach } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { MoneyField, NumberField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildBreachCrumbs } from './breach-crumbs.ts'

export default function EditBreach() {
  const { breachId } = useParams({ from: `/house${PAGES.editBreach}` })
  const { data: breach } = useSuspenseQuery(queryFor(getBreach, { id: breachId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.breach, params: { breachId } })
  const { isDetected, amountCents, membersAffected } = breach
  return (
    <>
      <PageHeader
        title={`Describe ${breach.title}`}
        crumbs={[
          ...buildBreachCrumbs(breach),
          { label: breach.title, to: PAGES.breach, params: { breachId } },
        ]}
      />
      {breach.status === 'CLOSED' ? (
        <Notice title="This entry is closed">Open it again first, or enter a correction.</Notice>
      ) : (
        <>
          <p className="mb-5 max-w-[70ch] text-muted">
            What was found stays as it was found: when it happened, when it was noticed and what it is.
            Another fact is a correction.
          </p>
          <EditForm
            update={updateBreach}
            get={getBreach}
            record={breach}
            saved="The entry is saved"
            onLeave={back}
          >
            <ProseField name="rootCause" rows={3} help="Why it came to that" />
            <ProseField
              name="remedialAction"
              rows={3}
              help="What is done so that it ends and does not come again"
            />
            <TextField name="owner" label="Who sees to it" />
            {!(isDetected && membersAffected !== null) && <NumberField name="membersAffected" />}
            {!(isDetected && amountCents !== null) && <MoneyField name="amountCents" label="Amount" />}
          </EditForm>
        </>
      )}
    </>
  )
}
