import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  AssessmentScope,
  AssessmentTrigger,
  createOwnRiskAssessment,
  getOwnRiskAssessment,
  updateOwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { RISK_PROFILE_EVENTS } from '../../../../contract/scheme-event-obligations.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { createQuery } from '../../../queries.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { DateField, ProseField, SelectField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { buildAssessmentCrumbs, formatAssessmentTitle } from './assessment.ts'

const TRIGGERS = listCodeOptions(AssessmentTrigger.options)
const SCOPES = listCodeOptions(AssessmentScope.options)

/** The fields of an assessment except its sections, which have pages of their own. */
function AssessmentFields({ schemeId }: { schemeId: string | null }) {
  const trigger: unknown = useWatch({ name: 'trigger' })
  return (
    <>
      <FormSection title="Trigger and scope">
        <SelectField name="trigger" isRequired options={TRIGGERS} />
        {trigger === 'SIGNIFICANT_CHANGE' && <TriggerEventField schemeId={schemeId} />}
        <SelectField
          name="scope"
          isRequired
          options={SCOPES}
          help={`An assessment after a change can be limited to the affected risks; the three-year cycle then continues (${formatCitedSources('DIR 28(1)')})`}
        />
        <DateField name="asOfOn" isRequired help="The assessment covers the facts of this date" />
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
    ...createQuery(operation('scheme-event.list'), { id: schemeId ?? '', status: 'RECORDED', limit: EVENTS }),
    enabled: schemeId !== null,
  })
  const isRisk = ({ kind }: { kind: (typeof RISK_PROFILE_EVENTS)[number] }): boolean =>
    RISK_PROFILE_EVENTS.includes(kind)
  // Events that require an assessment come first.
  const events = (data?.data ?? []).toSorted((a, b) => Number(isRisk(b)) - Number(isRisk(a)))
  // A select without the chosen option would show none.
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
            ? 'No events are recorded for this scheme. Record the event first, in the tab "Events" of the scheme'
            : 'From the tab "Events" of the scheme'
      }
    />
  )
}

/** Does not send the event that was chosen before the trigger changed. */
const removeUnusedEvent = (values: Record<string, unknown>): Record<string, unknown> =>
  values.trigger === 'SIGNIFICANT_CHANGE' ? values : { ...values, triggerEventId: null }

function NewAssessmentFields() {
  const schemeId: unknown = useWatch({ name: 'schemeId' })
  return (
    <>
      <SchemeField isRequired />
      <AssessmentFields schemeId={typeof schemeId === 'string' && schemeId !== '' ? schemeId : null} />
    </>
  )
}

export const NewPage: PageComponent = createNewPage({
  create: createOwnRiskAssessment,
  title: 'Plan an own-risk assessment',
  useCrumbs: () => [{ label: 'Own-risk assessments', to: PAGES.ownRiskAssessments }],
  useDefaults({ search }) {
    const trigger = AssessmentTrigger.safeParse(search.trigger).data ?? 'TRIENNIAL'
    return {
      schemeId: toIdOrNull(search.schemeId),
      trigger,
      triggerEventId: trigger === 'SIGNIFICANT_CHANGE' ? toIdOrNull(search.triggerEventId) : null,
      asOfOn: getTodayInDublin(),
    }
  },
  prepare: removeUnusedEvent,
  submitLabel: 'Plan assessment',
  cancelTo({ search }) {
    const schemeId = toIdOrNull(search.schemeId)
    return schemeId ? linkToRecord(PAGES.schemeAssessments, schemeId) : { to: PAGES.ownRiskAssessments }
  },
  saved: () => 'Assessment planned',
  savedTo: ({ id }) => linkToRecord(PAGES.ownRiskAssessment, id),
  fields: () => <NewAssessmentFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getOwnRiskAssessment,
  update: updateOwnRiskAssessment,
  page: PAGES.ownRiskAssessment,
  name: formatAssessmentTitle,
  title: (assessment) => `Edit ${formatAssessmentTitle(assessment).toLowerCase()}`,
  useCrumbs: buildAssessmentCrumbs,
  saved: 'Assessment saved',
  prepare: removeUnusedEvent,
  fields: ({ schemeId }) => <AssessmentFields schemeId={schemeId} />,
})
