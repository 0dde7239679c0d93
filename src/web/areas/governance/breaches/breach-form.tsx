import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import {
  type Breach,
  BreachCategory,
  BreachSeverity,
  createBreach,
  getBreach,
  NewBreach,
  REPORTABILITY_RULES,
  updateBreach,
} from '../../../../contract/breaches.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { ContractForm, type Values } from '../../../forms/contract-form.tsx'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import type { PageComponent } from '../../../page-address.ts'
import { createQuery } from '../../../queries.ts'
import { EmployerField, FirmField, SchemeField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import {
  CheckField,
  DateField,
  MomentField,
  MoneyField,
  NumberField,
  ProseField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { buildBreachCrumbs } from './breach.ts'
import { PeopleConcerned } from './persons-of-breach.tsx'

const CATEGORIES = listCodeOptions(BreachCategory.options)
const SEVERITIES = listCodeOptions([...BreachSeverity.options].reverse())
const SOURCES = [
  { value: 'MANUAL', label: 'Someone in the firm' },
  { value: 'MEMBER_COMPLAINT', label: 'Complaint by a member' },
]

/** Creates a breach or the correction of one. Only the first section is required. */
export function NewPage() {
  const { correctsId, ...begun } = readInitialValues(useSearch({ strict: false }))
  const corrected = useQuery({
    ...createQuery(getBreach, { id: correctsId ?? '' }),
    enabled: correctsId !== undefined,
  })
  if (correctsId === undefined) return <Entry begun={begun} corrected={null} />
  if (corrected.isError) return <Failed error={corrected.error} reset={() => void corrected.refetch()} />
  return corrected.data ? <Entry begun={begun} corrected={corrected.data} /> : <TableSkeleton rows={4} />
}

const NAMES = ['schemeId', 'employerId', 'contributionId', 'correctsId', 'category'] as const
/** Values for the form in the query string. */
const readInitialValues = (search: object): Partial<Record<(typeof NAMES)[number], string>> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = (search as Record<string, unknown>)[name]
      const isKnown = name === 'category' ? BreachCategory.safeParse(value).success : value !== ''
      return typeof value === 'string' && isKnown ? [[name, value]] : []
    }),
  )

function Entry({ begun, corrected }: { begun: object; corrected: Breach | null }) {
  const navigate = useNavigate()
  const seesAll = useMay()(canSeeEveryFirm)
  return (
    <>
      <PageHeader
        title={corrected ? 'Correct the record' : 'Report a breach'}
        crumbs={[{ label: 'Breaches', to: PAGES.breaches }]}
      />
      {corrected && (
        <div className="mb-5">
          <Notice title={`Replaces “${corrected.title}” of ${formatDate(corrected.detectedOn)}`}>
            The earlier record is closed and stays readable. The report and the time of awareness are copied.
          </Notice>
        </div>
      )}
      <ContractForm
        contract={createBreach}
        defaults={{ ...begun, ...(corrected ? takeOverValues(corrected) : {}) }}
        ids={corrected ? { correctsId: corrected.id } : {}}
        prepare={clearHoursUnlessCounted}
        submitLabel={corrected ? 'Save correction' : 'Report breach'}
        onCancel={() => void navigate({ to: PAGES.breaches })}
        onSaved={({ id }) => {
          showToast('saved', 'The breach is recorded')
          void navigate({ to: PAGES.breach, params: { breachId: id } })
        }}
      >
        <FormSection title="Breach">
          <SelectField name="category" isRequired options={CATEGORIES} />
          <WhatFollows />
          <TextField name="title" label="Summary" isRequired help="No names of people, no PPS numbers" />
          <DateField name="occurredOn" label="Date of the breach" isRequired />
          <Awareness />
          <SchemeField help="Leave empty for a breach by the firm itself" />
          {seesAll && <FirmField help="If neither a scheme nor an employer is named" />}
        </FormSection>
        <FormSection title="Details (optional)">
          <ProseField name="description" rows={4} />
          <EmployerField help="If the obligation is the employer's" />
          <SelectField name="source" label="Reported by" isRequired options={SOURCES} />
          <DateField name="dueOn" label="Due date" help="For a late payment, filing or notice" />
          <SelectField name="severity" options={SEVERITIES} emptyLabel="Suggested by category" />
          <MoneyField name="amountCents" label="Amount" />
          <NumberField name="membersAffected" />
          <CheckField
            name="isRestricted"
            label="Restrict to administrators and me"
            help="Suspected misappropriation is always restricted"
          />
        </FormSection>
      </ContractForm>
    </>
  )
}

const takeOverValues = (corrected: Breach) => ({
  ...Object.fromEntries(
    Object.keys(NewBreach.shape).flatMap((name) =>
      name in corrected ? [[name, corrected[name as keyof Breach]]] : [],
    ),
  ),
  correctsId: corrected.id,
  source: corrected.source === 'MEMBER_COMPLAINT' ? 'MEMBER_COMPLAINT' : 'MANUAL',
})

/** Categories whose reporting period is counted in hours need a time of awareness, others a date. */
const isCountedInHours = (category: unknown): boolean =>
  category === 'DATA_PROTECTION' || category === 'ICT_INCIDENT'
/** Does not send what was typed before the category changed. */
const clearHoursUnlessCounted = (values: Values): Values =>
  isCountedInHours(values.category) ? { ...values, detectedOn: null } : { ...values, awareAt: null }

const useCategory = () => BreachCategory.safeParse(useWatch({ name: 'category' })).data

/** The reporting rule of the chosen category. */
function WhatFollows() {
  const category = useCategory()
  if (category === 'MISAPPROPRIATION_SUSPECTED') {
    const { passage } = REPORTABILITY_RULES.COMPULSORY_S83
    return (
      <div role="status" className="max-w-[70ch]">
        <Notice look="late" title="Report to the Authority as soon as practicable">
          <p>
            {passage} ({formatCitedSources('PA 83', 'PA 82')}). The law protects reports in good faith (
            {formatCitedSources('PA 84')}
            ).
          </p>
          <p className="mt-1">
            Only the administrators of the firm and you can see this record. Do not inform the persons
            concerned.
          </p>
        </Notice>
      </div>
    )
  }
  if (category === 'DATA_PROTECTION')
    return (
      <div role="status" className="max-w-[70ch]">
        <Notice look="warn" title="72 hours run from the moment of awareness">
          {REPORTABILITY_RULES.GDPR_33.passage} ({formatCitedSources('GDPR 33')}).
          <PeopleConcerned />
        </Notice>
      </div>
    )
  if (category === 'ICT_INCIDENT')
    return (
      <div role="status" className="max-w-[70ch]">
        <Notice title="If DORA applies to the scheme">
          {REPORTABILITY_RULES.DORA_19.passage} ({formatCitedSources('DORA 19')}).
        </Notice>
      </div>
    )
  return null
}

function Awareness() {
  const category = useCategory()
  return isCountedInHours(category) ? (
    <MomentField name="awareAt" label="Time of awareness" help="Defaults to now (Dublin time)" />
  ) : (
    <DateField name="detectedOn" label="Date of detection" help="Defaults to today" />
  )
}

export const EditPage: PageComponent = createEditPage({
  get: getBreach,
  update: updateBreach,
  page: PAGES.breach,
  name: ({ title }) => title,
  useCrumbs: buildBreachCrumbs,
  intro:
    'The dates, the category and the title cannot be edited. If one of them is wrong, correct the record instead.',
  locked: ({ status }) =>
    status === 'CLOSED' && (
      <Notice title="This breach is closed">Reopen it first, or correct the record.</Notice>
    ),
  saved: 'Breach saved',
  fields: ({ isDetected, amountCents, membersAffected }) => (
    <>
      <ProseField name="rootCause" rows={3} help="The cause of the breach" />
      <ProseField name="remedialAction" rows={3} help="Action to end the breach and prevent another" />
      <TextField name="owner" label="Responsible person" />
      {!(isDetected && membersAffected !== null) && <NumberField name="membersAffected" />}
      {!(isDetected && amountCents !== null) && <MoneyField name="amountCents" label="Amount" />}
    </>
  ),
})
