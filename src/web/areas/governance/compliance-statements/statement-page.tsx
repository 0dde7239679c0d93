import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import {
  type ComplianceStatement,
  getComplianceStatement,
  isOpenAnswer,
  updateComplianceStatement,
} from '../../../../contract/compliance-statements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { buildStatementCrumbs, formatStatementTitle, STATEMENT_TONES } from './statement.ts'
import { StatementActs } from './statement-acts.tsx'

export default function Statement() {
  const { statementId } = useParams({ from: `/authenticated${PAGES.complianceStatement}` })
  const { data: statement } = useSuspenseQuery(createQuery(getComplianceStatement, { id: statementId }))
  const may = useMay()
  const editLink = useEditLink(
    { to: PAGES.editComplianceStatement, params: { statementId } },
    may(updateComplianceStatement) && statement.status === 'DRAFT',
    'Edit answers',
  )
  const title = formatStatementTitle(statement)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={buildStatementCrumbs({ id: statement.schemeId, name: statement.schemeName })}
        status={<Status tone={STATEMENT_TONES[statement.status]}>{formatCode(statement.status)}</Status>}
        facts={[statement.schemeName]}
        actions={
          <>
            <HistoryLink entityType="complianceStatement" entityId={statement.id} />
            {editLink}
            <StatementActs statement={statement} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <NextStep statement={statement} />
        <Section title="Signatures">
          <Details details={listSignatureDetails(statement)} />
        </Section>
        <Section title="Answers">
          <Answers statement={statement} />
        </Section>
        <RecordActivity entityType="complianceStatement" entityId={statement.id} name={title} />
      </div>
    </>
  )
}

function NextStep({ statement: { status, openAnswers, completedOn } }: { statement: ComplianceStatement }) {
  if (completedOn)
    return (
      <Notice look="done" title={`Completed on ${formatDate(completedOn)}`}>
        It meets the obligation of its year.
      </Notice>
    )
  return openAnswers > 0 ? (
    <Notice look="warn" title={`${formatCount(openAnswers, 'answer')} open`}>
      A point is open if it has no answer, or if a No or Not applicable has no explanation.
    </Notice>
  ) : (
    status === 'DRAFT' && (
      <Notice title="Next: record the signatures">
        All points are answered. Two trustees in office must sign.
      </Notice>
    )
  )
}

const listSignatureDetails = ({
  firstSignatoryName,
  secondSignatoryName,
  completedOn,
  documentId,
  providedToAuthorityOn,
}: ComplianceStatement): Detail[] => [
  { label: 'First signatory', value: firstSignatoryName ?? 'Not signed yet' },
  { label: 'Second signatory', value: secondSignatoryName ?? 'Not signed yet' },
  { label: 'Completed', value: completedOn ? formatDate(completedOn) : 'Not yet' },
  {
    label: 'Signed statement',
    value: documentId ? (
      <Link to={PAGES.document} params={{ documentId }} className="link">
        <DocumentName id={documentId} />
      </Link>
    ) : (
      'Not recorded'
    ),
  },
  {
    label: 'Provided to the Authority',
    value: providedToAuthorityOn ? formatDate(providedToAuthorityOn) : 'Not recorded',
    source: 'Not verified whether it must be filed or only kept',
  },
]

const Answers = ({ statement: { answers } }: { statement: ComplianceStatement }) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
    {answers.map(({ ref, compliant, explanation }) => (
      <li key={ref} className="flex flex-col gap-1 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{ref}</span>
          <Status tone={isOpenAnswer({ compliant, explanation }) ? 'soon' : 'done'}>
            {compliant === null ? 'Not answered' : formatCode(compliant, 'compliant')}
          </Status>
        </div>
        {explanation ? (
          <p className="max-w-[80ch] whitespace-pre-line [overflow-wrap:anywhere]">{explanation}</p>
        ) : (
          compliant !== null && compliant !== 'Y' && <p className="text-muted">The explanation is missing</p>
        )}
      </li>
    ))}
  </ul>
)
