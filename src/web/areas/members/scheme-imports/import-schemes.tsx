import { Download } from 'lucide-react'
import { MEMBER_ISSUES, type MemberIssueCode } from '../../../../contract/member-imports.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  getSchemeImportTemplate,
  importSchemes,
  listSheetColumns,
  SCHEME_IMPORT_ISSUES,
  type SchemeImportIssueCode,
  type SchemeImportReport,
  type SheetName,
} from '../../../../contract/scheme-imports.ts'
import { formatCount } from '../../../format.ts'
import type { ImportKind } from '../../../imports/import-kind.ts'
import { ImportWizard } from '../../../imports/import-wizard.tsx'
import { ButtonLink, DownloadLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ImportedSchemes } from './imported-schemes.tsx'

const KIND: ImportKind<typeof importSchemes> = {
  contract: importSchemes,
  draftKind: 'SCHEMES',
  question: 'Workbook',
  noun: 'schemes',
  columns: [],
  sample: [],
  codeWords: (code) =>
    SCHEME_IMPORT_ISSUES[code as SchemeImportIssueCode]?.title ??
    MEMBER_ISSUES[code as MemberIssueCode]?.title ??
    code,
  keepsRejected: false,
  workbook: {
    columnsOf: (sheet) => listSheetColumns(sheet as SheetName).map(([name]) => name),
    sheetsOf: ({ sheets }) => sheets,
    summary: (answer) => <CreatedRecords answer={answer} />,
    template: (
      <DownloadLink
        href={getSchemeImportTemplate.route.slice('GET '.length)}
        icon={<Download aria-hidden="true" size={16} />}
      >
        Download template
      </DownloadLink>
    ),
  },
}

const NO_TERMS = {}

/** Import of a firm's existing schemes from one workbook. */
export default function ImportSchemes() {
  return (
    <>
      <PageHeader
        title="Import schemes"
        crumbs={[{ label: 'Schemes', to: PAGES.schemes }]}
        actions={
          <ButtonLink look="quiet" to={PAGES.schemeImports}>
            Past imports
          </ButtonLink>
        }
      />
      <ImportWizard
        kind={KIND}
        terms={NO_TERMS}
        missing=""
        result={(report: SchemeImportReport, startAgain) => (
          <ImportedSchemes report={report} importId={report.importId ?? ''} onAgain={startAgain} />
        )}
      >
        <p className="max-w-[70ch] text-muted">
          One Excel workbook with the sheets Employers, Schemes, Trustees and Members. The template explains
          every column. Trustees and members can be left out and added later.
        </p>
      </ImportWizard>
    </>
  )
}

function CreatedRecords({ answer: { status, created, drafts } }: { answer: SchemeImportReport }) {
  const parts = [
    formatCount(created.employers, 'employer'),
    formatCount(created.schemes, 'scheme'),
    formatCount(created.trustees, 'trustee'),
    formatCount(created.members, 'member'),
  ].join(', ')
  return (
    <Notice look={status === 'REJECTED' ? 'info' : 'done'} title={`Ready to import: ${parts}`}>
      {status === 'REJECTED' && 'Rejected rows are not counted. '}
      {created.schemes > drafts &&
        `${formatCount(created.schemes - drafts, 'scheme')} will wait for approval by an administrator. `}
      {drafts > 0 && `${formatCount(drafts, 'scheme')} will stay a draft.`}
    </Notice>
  )
}
