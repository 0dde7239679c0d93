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
import { formatCount } from '../../../../contract/value-format.ts'
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
  ppsnMissingCode: 'M02' satisfies MemberIssueCode,
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
          every column. A scheme without trustees stays a draft; a later workbook can add them. Members can be
          imported later, too.
        </p>
      </ImportWizard>
    </>
  )
}

/** Records that an import would create; while rows are rejected, their sheets. */
function CreatedRecords({ answer: { status, created, drafts, sheets } }: { answer: SchemeImportReport }) {
  if (status === 'REJECTED') {
    const rejected = sheets
      .filter(({ counts }) => (counts?.reject ?? 0) > 0)
      .map(({ sheet, counts }) => `${formatCount(counts?.reject ?? 0, 'row')} of ${sheet}`)
    return (
      <Notice look="warn" title={`Not ready to import: ${joinWithAnd(rejected)} rejected`}>
        Correct or skip these rows. The workbook is imported as a whole.
      </Notice>
    )
  }
  const parts = [
    formatCount(created.employers, 'employer'),
    formatCount(created.schemes, 'scheme'),
    formatCount(created.trustees, 'trustee'),
    formatCount(created.members, 'member'),
  ].join(', ')
  return (
    <Notice look="done" title={`Ready to import: ${parts}`}>
      {created.schemes > drafts &&
        `${formatCount(created.schemes - drafts, 'scheme')} will wait for approval by an administrator. `}
      {drafts > 0 &&
        `${formatCount(drafts, 'scheme')} will stay a draft: the rows of Schemes say what is missing. `}
      {drafts > 0 &&
        created.trustees === 0 &&
        'No trustees are in the workbook. Fill in the sheet Trustees now, or import it later while the schemes are drafts.'}
    </Notice>
  )
}

const joinWithAnd = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
