import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { type KeyFunctionHolder, listHolderReports } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { createQuery } from '../../../queries.ts'
import { DocumentName } from '../../../records/names.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { DecisionAct } from './holder-acts.tsx'

const SHOWN = 200

/** Reports of the holder to the trustees, and the trustees' decisions. */
export function HolderReports({ holder }: { holder: KeyFunctionHolder }) {
  const { data } = useQuery(createQuery(listHolderReports, { id: holder.id, limit: SHOWN }))
  if (!data) return null
  return (
    <Section title="Reports to the trustees">
      {data.data.length === 0 ? (
        <p className="text-muted">No reports recorded ({formatCitedSources('DIR 24(4)')}).</p>
      ) : (
        <Rows name="Reports to the trustees">
          {data.data.map((report) => (
            <Row
              key={report.id}
              title={
                <p>
                  <span className="font-medium">Report {report.number}</span>, period to{' '}
                  {formatDate(report.periodEndsOn)}, received {formatDate(report.receivedOn)}
                </p>
              }
              aside={<ReportStatus isMaterial={report.hasMaterialFindings} decidedOn={report.decidedOn} />}
            >
              {report.documentId && (
                <Link to={PAGES.document} params={{ documentId: report.documentId }} className="link">
                  <DocumentName id={report.documentId} />
                </Link>
              )}
              {report.findings && (
                <p className="max-w-[70ch] whitespace-pre-line">Findings: {report.findings}</p>
              )}
              {report.trusteeDecision && (
                <p className="max-w-[70ch] whitespace-pre-line">Decision: {report.trusteeDecision}</p>
              )}
              {report.hasMaterialFindings && !report.decidedOn && (
                <DecisionAct holder={holder} number={report.number} />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}

function ReportStatus({ isMaterial, decidedOn }: { isMaterial: boolean; decidedOn: string | null }) {
  if (!isMaterial) return <Status tone="settled">No material findings</Status>
  return decidedOn ? (
    <Status tone="done">{`Decided ${formatDate(decidedOn)}`}</Status>
  ) : (
    <Status tone="soon">Waits for a decision</Status>
  )
}
