import { lazy, Suspense } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import {
  CONTRIBUTION_COLUMNS,
  type UploadReport,
  uploadContributions,
} from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatMoney } from '../../../../contract/value-format.ts'
import type { ImportKind } from '../../../imports/import-kind.ts'
import { useAddressTerms } from '../../../imports/import-terms.ts'
import { ImportWizard } from '../../../imports/import-wizard.tsx'
import { formatCode } from '../../../labels.ts'
import { usePerson } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SAMPLE_ROWS } from './upload-sample.ts'
import { formatMissingTerms, pickChosen, toTerms, type UploadTerms } from './upload-terms.ts'

// Fields and links are drawn a moment after the drop zone.
const UploadFields = lazy(async () => ({ default: (await import('./upload-fields.tsx')).UploadFields }))
const EnterContributionsLink = lazy(async () => ({
  default: (await import('./upload-link.tsx')).EnterContributionsLink,
}))
// Shown after the upload.
const Uploaded = lazy(async () => ({ default: (await import('./upload-result.tsx')).Uploaded }))
const KeptAsRejected = lazy(async () => ({ default: (await import('./upload-result.tsx')).KeptAsRejected }))

const KIND: ImportKind<typeof uploadContributions> = {
  contract: uploadContributions,
  draftKind: 'CONTRIBUTIONS',
  question: 'Scheme and month',
  noun: 'contributions',
  columns: CONTRIBUTION_COLUMNS,
  sample: SAMPLE_ROWS,
  codeWords: formatCode,
  summary: ({ totals, dueOn }) =>
    totals && dueOn
      ? `Total of the rows: ${formatMoney(totals.totalCents)}, due ${formatDate(dueOn)}.`
      : null,
  keepsRejected: true,
}

export default function UploadContributions() {
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
  const terms = useWatch({ control: form.control }) as UploadTerms
  return (
    <>
      <PageHeader
        title="Upload contributions"
        actions={
          <Suspense>
            <EnterContributionsLink expected={pickChosen(terms)} />
          </Suspense>
        }
        crumbs={[
          { label: 'Contributions', to: ownEmployerId ? PAGES.contributionBatches : PAGES.contributions },
        ]}
      />
      <FormProvider {...form}>
        <ImportWizard
          kind={KIND}
          terms={toTerms(terms, ownEmployerId)}
          missing={formatMissingTerms(terms)}
          onContinue={(options) => form.reset({ ...form.getValues(), ...(options as Partial<UploadTerms>) })}
          result={(report: UploadReport, startAgain) => (
            <Suspense>
              <Uploaded report={report} onAgain={startAgain} />
            </Suspense>
          )}
          rejectedResult={(details, startAgain) => (
            <Suspense>
              <KeptAsRejected details={details} onAgain={startAgain} />
            </Suspense>
          )}
        >
          <Suspense fallback={<Skeleton height={236} />}>
            <UploadFields ownEmployerId={ownEmployerId} />
          </Suspense>
        </ImportWizard>
      </FormProvider>
    </>
  )
}
