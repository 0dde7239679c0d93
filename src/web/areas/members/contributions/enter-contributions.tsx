/** The amounts of a payroll month, entered by hand: for an employer without a payroll file. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { EntryReport } from '../../../../contract/contribution-entries.ts'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { useAddressTerms } from '../../../imports/import-terms.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { usePerson } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import type { EntryTerms } from './entry.tsx'
import { PayrollMonthFields } from './upload-fields.tsx'
import { UploadLink } from './upload-link.tsx'
import { toTerms, type UploadTerms } from './upload-terms.ts'

// Shown once the month is chosen, and after the entry.
const Entry = lazy(async () => ({ default: (await import('./entry.tsx')).Entry }))
const Uploaded = lazy(async () => ({ default: (await import('./upload-result.tsx')).Uploaded }))

/** More are a file: a page of so many fields is slow to fill in and to check. */
const MOST_MEMBERS = 200

export default function EnterContributions() {
  const { employerId: ownEmployerId } = usePerson()
  const given = useAddressTerms(uploadContributions, ['schemeId', 'employerId', 'payrollMonth'])
  const form = useForm<UploadTerms>({
    defaultValues: {
      schemeId: given.schemeId ?? null,
      employerId: given.employerId ?? null,
      payrollMonth: given.payrollMonth ?? null,
      declaredTotalCents: null,
    },
  })
  const chosen = useWatch({ control: form.control }) as UploadTerms
  const terms = toTerms(chosen, ownEmployerId) as EntryTerms | null
  const [report, setReport] = useState<EntryReport | null>(null)
  const showReport = (saved: EntryReport): void => {
    setReport(saved)
    moveFocusToHeading(document.querySelector('main h1'))
  }
  return (
    <>
      <PageHeader
        title="Enter contributions"
        crumbs={[
          { label: 'Contributions', to: ownEmployerId ? PAGES.contributionBatches : PAGES.contributions },
        ]}
        actions={
          report === null && (
            <UploadLink look="quiet" expected={terms ?? {}}>
              Upload file instead
            </UploadLink>
          )
        }
      />
      {report === null ? (
        <div className="flex flex-col gap-8">
          <Section title="1. Scheme and month">
            <FormProvider {...form}>
              <PayrollMonthFields ownEmployerId={ownEmployerId} />
            </FormProvider>
          </Section>
          {terms && <Month terms={terms} onSaved={showReport} />}
        </div>
      ) : (
        <Suspense>
          <Uploaded
            report={report}
            again="Enter another month"
            onAgain={() => {
              setReport(null)
              form.setValue('payrollMonth', null)
              moveFocusToHeading(document.querySelector('main h1'))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function Month({ terms, onSaved }: { terms: EntryTerms; onSaved: (report: EntryReport) => void }) {
  const { data, error, isPending } = useQuery(createQuery(operation('contribution.expected-lines'), terms))
  if (error)
    return (
      <Notice look="late" title="The members could not be loaded">
        {formatProblem(error)}
      </Notice>
    )
  if (isPending) return <TableSkeleton />
  const month = formatMonth(terms.payrollMonth)
  if (data.imported)
    return (
      <Notice
        title={`${month} is already imported`}
        action={
          <ButtonLink to={PAGES.contribution} params={{ batchId: data.imported.batchId }}>
            Open payroll month
          </ButtonLink>
        }
      >
        To enter other amounts, correct its lines. Or ask your broker to undo the import.
      </Notice>
    )
  if (data.lines.length === 0)
    return (
      <Notice
        title={`No members in ${month}`}
        action={
          <ButtonLink to={PAGES.members} search={{ schemeId: terms.schemeId }}>
            Open members
          </ButtonLink>
        }
      >
        No member of this scheme and employer was active in this month.
      </Notice>
    )
  if (data.lines.length > MOST_MEMBERS)
    return (
      <Notice title={`${data.lines.length} members`} action={<UploadLink expected={terms} />}>
        Amounts can be entered for up to {MOST_MEMBERS} members. Upload a payroll file for this month.
      </Notice>
    )
  return (
    <Suspense fallback={<TableSkeleton />}>
      <Entry key={`${data.schemeId} ${data.employerId}`} terms={terms} lines={data.lines} onSaved={onSaved} />
    </Suspense>
  )
}
