import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { Sent } from '../../../../contract/define.ts'
import {
  importMembers,
  MEMBER_COLUMNS,
  MEMBER_ISSUES,
  type MemberImportReport,
  type MemberIssueCode,
} from '../../../../contract/member-imports.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import type { ImportKind } from '../../../imports/import-kind.ts'
import { useAddressTerms, useSyncedAddress } from '../../../imports/import-terms.ts'
import { ImportWizard } from '../../../imports/import-wizard.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ImportMode, type MemberImportMode } from './import-mode.tsx'
import { MembersImported } from './import-result.tsx'
import { SAMPLE_ROWS } from './import-sample.ts'
import { SchemeChoice } from './scheme-choice.tsx'

const KIND: ImportKind<typeof importMembers> = {
  contract: importMembers,
  draftKind: 'MEMBERS',
  question: 'Scheme',
  noun: 'members',
  columns: MEMBER_COLUMNS,
  sample: SAMPLE_ROWS,
  codeWords: (code) => MEMBER_ISSUES[code as MemberIssueCode]?.title ?? code,
  summary: ({ inserted, updated, unchanged }) =>
    inserted === undefined || updated === undefined || unchanged === undefined
      ? null
      : `${formatCount(inserted, 'member')} to add, ${formatNumber(updated)} to change, ${formatNumber(unchanged)} unchanged.`,
  ppsnMissingCode: 'M02' satisfies MemberIssueCode,
  keepsRejected: false,
}

interface ImportTerms {
  schemeId: string | null
  employerId: string | null
  mode: MemberImportMode
}

export default function ImportMembers() {
  const given = useAddressTerms(importMembers, ['schemeId', 'employerId'])
  const form = useForm<ImportTerms>({
    defaultValues: {
      schemeId: given.schemeId ?? null,
      employerId: given.employerId ?? null,
      mode: 'INSERT_ONLY',
    },
  })
  const terms = useWatch({ control: form.control }) as ImportTerms
  return (
    <>
      <PageHeader title="Import members" crumbs={[{ label: 'Members', to: PAGES.members }]} />
      <FormProvider {...form}>
        <ImportWizard
          kind={KIND}
          terms={getTerms(terms)}
          missing="Choose the scheme"
          onContinue={(options) => form.reset({ ...form.getValues(), ...(options as Partial<ImportTerms>) })}
          result={(report: MemberImportReport, startAgain) => (
            <MembersImported report={report} onAgain={startAgain} />
          )}
        >
          <ImportFields />
        </ImportWizard>
      </FormProvider>
    </>
  )
}

const getTerms = ({ schemeId, employerId, mode }: ImportTerms): Partial<Sent<typeof importMembers>> | null =>
  schemeId ? { schemeId, ...(employerId ? { employerId } : {}), mode } : null

function ImportFields() {
  useSyncedAddress(['schemeId', 'employerId'])
  return (
    <div className="flex flex-col gap-4">
      <SchemeChoice />
      <ImportMode />
    </div>
  )
}
