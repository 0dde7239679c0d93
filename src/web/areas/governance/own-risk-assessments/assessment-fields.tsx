import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { AssessmentScope, AssessmentTrigger } from '../../../../contract/own-risk-assessments.ts'
import { RISK_PROFILE_EVENTS } from '../../../../contract/scheme-event-duties.ts'
import { listSchemeEvents } from '../../../../contract/scheme-events.ts'
import { formatDate } from '../../../format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { queryFor } from '../../../queries.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { DateField, ProseField, SelectField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const TRIGGERS = listCodeOptions(AssessmentTrigger.options)
const SCOPES = listCodeOptions(AssessmentScope.options)

/** What is said about an assessment besides its sections. */
export function AssessmentFields({ schemeId }: { schemeId: string | null }) {
  const trigger: unknown = useWatch({ name: 'trigger' })
  return (
    <>
      <FormSection title="Why and of what">
        <SelectField name="trigger" label="Why it is made" isRequired options={TRIGGERS} />
        {trigger === 'SIGNIFICANT_CHANGE' && <TriggerEventField schemeId={schemeId} />}
        <SelectField
          name="scope"
          isRequired
          options={SCOPES}
          help={`What follows a change in one scheme may be limited to it, and then the three years go on (${formatCitedSources('DIR 28(1)')})`}
        />
        <DateField name="asOfOn" isRequired help="The day whose facts are assessed" />
      </FormSection>
      <FormSection title="Methods and opinion">
        <ProseField name="methodology" help="Working notes on the methods; section m describes them" />
        <ProseField name="riskFunctionOpinion" />
        <UploadableDocumentField
          name="reportDocumentId"
          kind="ORA_REPORT"
          schemeId={schemeId}
          help="The report as a document, once there is one"
        />
      </FormSection>
    </>
  )
}

const EVENTS = 200

function TriggerEventField({ schemeId }: { schemeId: string | null }) {
  const { data } = useQuery({
    ...queryFor(listSchemeEvents, { id: schemeId ?? '', status: 'RECORDED', limit: EVENTS }),
    enabled: schemeId !== null,
  })
  const isRisk = ({ kind }: { kind: (typeof RISK_PROFILE_EVENTS)[number] }): boolean =>
    RISK_PROFILE_EVENTS.includes(kind)
  // Those that ask for an assessment come first; another may be answered by one all the same.
  const events = (data?.data ?? []).toSorted((a, b) => Number(isRisk(b)) - Number(isRisk(a)))
  // What is chosen already is shown once it is among the choices.
  if (schemeId !== null && !data) return <Skeleton width={480} height={36} />
  return (
    <SelectField
      name="triggerEventId"
      isRequired
      options={events.map(({ id, title, kind, occurredOn }) => ({
        value: id,
        label: `${formatDate(occurredOn)}: ${title} (${formatCode(kind)})`,
      }))}
      help={
        schemeId === null
          ? 'Choose the scheme first'
          : events.length === 0
            ? 'Nothing is recorded for this scheme: record what changed first, in its tab "What changed"'
            : 'It is recorded with the scheme, in its tab "What changed"'
      }
    />
  )
}

/** An event that was chosen before another reason was is not sent. */
export const removeIdleEvent = (values: Record<string, unknown>): Record<string, unknown> =>
  values.trigger === 'SIGNIFICANT_CHANGE' ? values : { ...values, triggerEventId: null }
