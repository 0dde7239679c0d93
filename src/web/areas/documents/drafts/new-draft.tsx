import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DraftKind, type DraftSubject } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import { createDraft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { toSentenceCase } from '../../../../contract/value-format.ts'
import { Id } from '../../../../contract/values.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DRAFT_MARK, formatApprovalResult, formatKind } from './draft.ts'
import { DraftDisclosure } from './draft-disclosure.tsx'
import { KindChoice } from './kind-choice.tsx'

// Most kinds are about the scheme alone.
const SubjectField = lazy(() => import('./subject-field.tsx'))

const parseId = (value: unknown): string | null => Id.safeParse(value).data ?? null
const parseKind = (value: unknown): DraftKind | null => DraftKind.safeParse(value).data ?? null
const getSubject = (kind: DraftKind | null): DraftSubject => (kind ? DRAFT_KINDS[kind].subject : 'NONE')

export default function NewDraft() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  // Initial values from the address; the form is filled with them once.
  const [of] = useState({
    schemeId: parseId(search.schemeId),
    kind: parseKind(search.kind),
    subjectId: parseId(search.subjectId),
  })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="New draft"
        crumbs={[
          { label: 'Assistant', to: PAGES.assistant },
          { label: 'Drafts', to: PAGES.drafts },
        ]}
        facts={[DRAFT_MARK]}
      />
      <p className="mb-5 max-w-[70ch]">
        The draft comes from a template, filled in from your records. You edit it, and an administrator of the
        firm approves it.
      </p>
      <ContractForm
        contract={createDraft}
        defaults={of}
        ids={{}}
        submitLabel="Create draft"
        prepare={(values) => ({
          ...values,
          subjectId: getSubject(parseKind(values.kind)) === 'NONE' ? null : values.subjectId,
        })}
        onCancel={() =>
          void navigate(
            of.schemeId ? { to: PAGES.drafts, search: { schemeId: of.schemeId } } : { to: PAGES.drafts },
          )
        }
        onSaved={({ id }) => {
          showToast('saved', 'The draft is created')
          void navigate({ to: PAGES.draft, params: { draftId: id } })
        }}
      >
        <Fields />
      </ContractForm>
    </>
  )
}

function Fields() {
  const [schemeId, kind] = useWatch({ name: ['schemeId', 'kind'] })
  const id = parseId(schemeId)
  return (
    <>
      <FormSection title="Scheme">
        <SchemeField isRequired />
      </FormSection>
      {id && <Kinds schemeId={id} />}
      {id && parseKind(kind) && <Use kind={parseKind(kind) as DraftKind} schemeId={id} />}
    </>
  )
}

function Kinds({ schemeId }: { schemeId: string }) {
  const scheme = useQuery(createQuery(operation('scheme.get'), { id: schemeId }))
  const compliance = useQuery(createQuery(operation('scheme.compliance'), { id: schemeId }))
  const error = scheme.error ?? compliance.error
  return (
    <FormSection title="Document type">
      {scheme.data && compliance.data ? (
        <KindChoice scheme={scheme.data} profile={compliance.data.profile} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <TableSkeleton rows={8} />
      )}
    </FormSection>
  )
}

/** Subject of the draft, data used and result. */
function Use({ kind, schemeId }: { kind: DraftKind; schemeId: string }) {
  const about = getSubject(kind)
  useDefaultSubject(about, schemeId)
  return (
    <>
      {about !== 'NONE' && (
        <FormSection title="Subject">
          <Suspense fallback={<TableSkeleton rows={1} />}>
            <SubjectField about={about} schemeId={schemeId} />
          </Suspense>
        </FormSection>
      )}
      <Notice title={`${formatKind(kind)}: data used and result`}>
        <p>
          Filled in from your records if the template needs it: the name, PB number, employer, year end,
          registered administrator, trustees and key function holders of the scheme; the number of members,
          outsourcing arrangements and open breaches; the name of your firm
          {USED[about]}.
        </p>
        <p className="mt-2">After approval: {toSentenceCase(formatApprovalResult(kind))}</p>
      </Notice>
      <DraftDisclosure schemeId={schemeId} kind={kind} />
    </>
  )
}

const USED: Record<DraftSubject, string> = {
  NONE: '',
  KEY_FUNCTION_HOLDER: '; the name, organisation, function, resolution date and term of the holder',
  OUTSOURCING_ARRANGEMENT: '; the provider, activity, dates, notice and sub-outsourcing of the arrangement',
  BREACH: '; the record of the breach and the number of members affected',
  TRUSTEE_MEETING: '; the date, place, attendance and decisions of the meeting',
  CONTRIBUTION_BATCH: '; the amounts due and received in the month, the dates, and the payroll contact',
  EMPLOYER: '; the name and payroll contact of the employer',
}

/** Clears a subject of another scheme or kind, and presets the scheme's own employer. */
function useDefaultSubject(about: DraftSubject, schemeId: string): void {
  const { setValue, getValues } = useFormContext()
  const { data: scheme } = useQuery(createQuery(operation('scheme.get'), { id: schemeId }))
  const before = useRef(`${about} ${schemeId}`)
  useEffect(() => {
    const now = `${about} ${schemeId}`
    if (before.current !== now) setValue('subjectId', null)
    before.current = now
    if (about === 'EMPLOYER' && scheme && !getValues('subjectId')) setValue('subjectId', scheme.employerId)
  }, [about, schemeId, scheme, setValue, getValues])
}
