/** Adds documents: several files at once become several documents that belong to the same place and share their dates. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { type FieldValues, FormProvider, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm, isBrokerRole } from '../../../../contract/users.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { confirmLeaveWithoutSaving } from '../../../confirm-leave.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatIssue } from '../../../forms/issue-words.ts'
import { ACCEPT, ACCEPTED } from '../../../records/accepted-files.ts'
import {
  DocumentField,
  EmployerField,
  FirmField,
  MemberField,
  SchemeField,
} from '../../../records/record-field.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { MISSING } from '../../../ui/form/error-words.ts'
import { DateField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DateFields, DaysOfContent } from './document-form.tsx'
import { PickedFiles } from './picked-files.tsx'
import { parseRelatedRecord } from './related-record.ts'
import { useRetentionHelp } from './retention-help.ts'
import { useAudience } from './use-audience.ts'
import { useUpload } from './use-upload.ts'
import { findMissingAudience, type Place } from './visibility.ts'
import { VisibilityField } from './visibility-field.tsx'

const ofFile = createDocument.input.pick({ title: true, kind: true })
const shared = createDocument.input.omit({ title: true, kind: true })

/** Values entered once for all files, and the title and kind of each file. */
const defineFormSchema = (namesFirm: boolean) =>
  shared.extend({ files: z.record(z.string(), ofFile) }).superRefine((values, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message })
    const missing = findMissingAudience(values.visibility, values)
    if (missing) refuse('visibility', missing)
    if (namesFirm && isNowhere(values) && !values.tenantId) refuse('tenantId', MISSING)
    if (values.supersedesId && Object.keys(values.files).length > 1)
      refuse('supersedesId', 'Only one document can replace another: choose one file, or leave this empty')
  })

export default function NewDocument() {
  const navigate = useNavigate()
  const of = parseRelatedRecord(useSearch({ strict: false }))
  const { employerId } = usePerson()
  const may = useMay()
  const form = useForm<FieldValues>({
    defaultValues: buildInitialValues({ ...of, employerId: employerId ?? of.employerId ?? null }),
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
    resolver: zodResolver(
      defineFormSchema(may(canSeeEveryFirm)) as z.ZodType<FieldValues, FieldValues>,
      { error: formatIssue },
      { raw: true },
    ),
  })
  const upload = useUpload(form)
  const isLeaving = useRef(false)
  // Read while rendering: react-hook-form only watches what is read.
  const isDirty = form.formState.isDirty
  // Once all files are added, the entered values are no longer needed.
  const isDone = upload.files.length > 0 && upload.left.length === 0
  const isUnsaved = !isDone && (isDirty || upload.left.length > 0)
  const hasUnsavedValues = (): boolean => isUnsaved && !isLeaving.current
  useBlocker({
    shouldBlockFn: async () => hasUnsavedValues() && !(await confirmLeaveWithoutSaving()),
    enableBeforeUnload: hasUnsavedValues,
  })

  const list = of.schemeId
    ? ({ to: PAGES.schemeDocuments, params: { schemeId: of.schemeId } } as const)
    : ({ to: PAGES.documents } as const)

  async function add(values: FieldValues): Promise<void> {
    const added = await upload.send(values)
    if (added === null) return
    isLeaving.current = true
    const [first] = added
    showToast(
      'saved',
      added.length === 1 && first ? `${first.title} added` : `${formatCount(added.length, 'document')} added`,
    )
    void navigate(
      added.length === 1 && first ? { to: PAGES.document, params: { documentId: first.id } } : list,
    )
  }

  return (
    <>
      <PageHeader title="Add documents" crumbs={[{ label: 'Documents', to: PAGES.documents }]} />
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(add)} className="flex flex-col gap-6">
          <ErrorSummary />
          <div className="flex flex-col gap-4">
            <DropZone
              label="Files"
              help={`${ACCEPTED} per file. Each file becomes a document.`}
              accept={ACCEPT}
              isMultiple
              problem={upload.problem}
              onFiles={upload.pick}
            />
            <PickedFiles files={upload.files} onRemove={upload.isSending ? null : upload.leaveOut} />
          </div>
          <Belonging />
          <Days />
          <FormSection title="Already signed?">
            <DateField name="signedOn" />
            <LinesField name="signedBy" help="One name per line" />
          </FormSection>
          <div className="flex flex-wrap gap-2">
            {isDone ? (
              <ButtonLink look="primary" {...list}>
                Done
              </ButtonLink>
            ) : (
              <>
                <Button type="submit" look="primary" isBusy={upload.isSending}>
                  {upload.left.length < 2
                    ? 'Add document'
                    : `Add ${formatCount(upload.left.length, 'document')}`}
                </Button>
                <Button look="quiet" onClick={() => void navigate(list)}>
                  Cancel
                </Button>
              </>
            )}
          </div>
        </form>
      </FormProvider>
    </>
  )
}

const buildInitialValues = (of: Record<string, string | null>): FieldValues => ({
  schemeId: null,
  employerId: null,
  memberId: null,
  tenantId: null,
  supersedesId: null,
  visibility: 'BROKER',
  periodEndOn: null,
  effectiveOn: null,
  receivedOn: getTodayInDublin(),
  retainUntilOn: null,
  signedOn: null,
  signedBy: [],
  files: {},
  ...of,
})

/**
 * Scheme, employer or member of the documents, and their visibility. Users of an employer add documents for their employer, shared with the
 * firm.
 */
function Belonging() {
  const may = useMay()
  const { tenantName } = usePerson()
  const [schemeId, employerId, memberId] = useWatch({ name: ['schemeId', 'employerId', 'memberId'] })
  const place: Place = {
    schemeId: schemeId || null,
    employerId: employerId || null,
    memberId: memberId || null,
  }
  const audience = useAudience(place)
  if (!may(isBrokerRole))
    return (
      <FormSection title="Related record">
        <SchemeField help="Leave empty for the employer as a whole" />
        <MemberField help="For a document about one member" />
        <Notice title={`${audience.employer ?? 'Your employer'} and ${tenantName} see it`}>
          {tenantName} can show it to members later.
        </Notice>
      </FormSection>
    )
  return (
    <>
      <FormSection title="Related record">
        <SchemeField help="Leave empty for an employer or the firm" />
        <EmployerField help="If it is not the employer of the scheme, or if no scheme is chosen" />
        <MemberField help="For a document addressed to one member" />
        {may(canSeeEveryFirm) && (
          <FirmField help="If no scheme, employer or member is chosen" isRequired={isNowhere(place)} />
        )}
        <DocumentField help="The older document is marked as superseded" />
      </FormSection>
      <VisibilityField audience={audience} place={place} />
    </>
  )
}

/** Users of an employer enter only the dates of the content; the firm enters the date of receipt and the retention. */
function Days() {
  const may = useMay()
  const retentionHelp = useRetentionHelp(getTodayInDublin())
  if (may(isBrokerRole)) return <DateFields retentionHelp={retentionHelp} />
  return (
    <FormSection title="Dates">
      <DaysOfContent />
    </FormSection>
  )
}

const isNowhere = ({ schemeId, employerId, memberId }: Place): boolean =>
  !schemeId && !employerId && !memberId
