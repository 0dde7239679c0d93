/** One text as it is kept: what it is, what its versions changed and what cites that, and its withdrawal. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import {
  type CorpusIngest,
  type CorpusText,
  getCorpusText,
  ingestText,
  withdrawText,
} from '../../../../contract/corpus-texts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatInstant, formatNumber } from '../../../../contract/value-format.ts'
import { getTodayInDublin, toDublinDate } from '../../../format.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { PassageChanges } from '../../../records/passage-changes.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { CitingRecords } from './citing-records.tsx'
import { formatConfidenceCounts, formatCounts } from './text-words.ts'

export default function Text() {
  const { textId } = useParams({ from: `/authenticated${PAGES.corpusText}` })
  const { data: text } = useSuspenseQuery(createQuery(getCorpusText, { id: textId }))
  const may = useMay()
  const { title, kind, versionOn, passageCount, withdrawnOn, withdrawnReason, ingests } = text
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: 'Legal sources', to: PAGES.corpusTexts }]}
        facts={[
          formatCode(kind),
          `Version of ${formatDate(versionOn)}`,
          formatCount(passageCount, 'passage'),
          <Link key="read" to={PAGES.source} params={{ sourceId: textId }} className="link">
            Open source
          </Link>,
        ]}
        actions={
          <>
            <HistoryLink entityType="corpusDocument" entityId={textId} />
            {may(ingestText) && (
              <ButtonLink
                look="primary"
                icon={<FileUp aria-hidden="true" size={16} />}
                to={PAGES.newCorpusText}
                search={{ of: textId }}
              >
                Next version
              </ButtonLink>
            )}
            {may(withdrawText) && withdrawnOn === null && (
              <Acts acts={[buildWithdrawal(text)]} subject={text} />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {withdrawnOn && (
          <Notice look="warn" title={`Withdrawn on ${formatDate(withdrawnOn)}`}>
            {withdrawnReason} It is not used for answers from this date. A next version would be used again.
          </Notice>
        )}
        <Details details={getDetails(text)} />
        <Section title="Imports">
          {ingests.length === 0 ? (
            <p className="text-muted">Imported before the service kept this list.</p>
          ) : (
            <Rows name="Imports">
              {ingests.map((ingest) => (
                <CameIn key={ingest.id} ingest={ingest} />
              ))}
            </Rows>
          )}
        </Section>
      </div>
    </>
  )
}

const TITLES: Record<CorpusIngest['outcome'], string> = {
  ADDED: 'Imported',
  CHANGED: 'Version',
  WITHDRAWN: 'Withdrawn from',
}

function CameIn({ ingest }: { ingest: CorpusIngest }) {
  const { outcome, versionOn, versionBeforeOn, at, byName, reason, passages, citedBy } = ingest
  const isFirst = outcome === 'ADDED'
  return (
    <Row
      title={
        <>
          <p className="font-medium">
            {TITLES[outcome]} {isFirst ? `in the version of ${formatDate(versionOn)}` : formatDate(versionOn)}
          </p>
          <p className="text-muted">
            {formatCounts(ingest)}
            {versionBeforeOn &&
              outcome === 'CHANGED' &&
              `, after the version of ${formatDate(versionBeforeOn)}`}
          </p>
        </>
      }
      aside={
        <span className="text-muted text-sm">
          {byName ?? 'A program'}, {formatInstant(at)}
        </span>
      }
    >
      {reason && <p className="max-w-[80ch]">{reason}</p>}
      {!isFirst && (
        <details className="mt-1">
          <summary className="link inline-block min-h-6 cursor-pointer py-0.5">
            Changes and citations
            <span className="sr-only">, {formatDate(versionOn)}</span>
          </summary>
          <div className="mt-2 flex flex-col gap-4 pb-2">
            <CitingRecords citedBy={citedBy} />
            {passages.length > 0 ? (
              <PassageChanges passages={passages} />
            ) : (
              <p className="text-muted">No passage changed, only headings or details of the source.</p>
            )}
          </div>
        </details>
      )}
    </Row>
  )
}

const buildWithdrawal = ({ title }: CorpusText): Act => ({
  contract: withdrawText,
  label: 'Withdraw',
  title: `Withdraw ${title}`,
  explanation: [
    'The source is not used for answers from this date, in any firm. Its versions and the answers based on it stay readable.',
    'Each firm sees its affected records the next morning. The audit log keeps the reason permanently.',
  ],
  fields: (
    <>
      <DateField name="on" label="From" isRequired />
      <TextField name="reason" label="Reason" rows={3} isRequired />
    </>
  ),
  defaults: { on: getTodayInDublin() },
  look: 'danger',
  done: `${title} withdrawn`,
})

const getDetails = (text: CorpusText): Detail[] => {
  const { docId, authorityRank, aliases, supersededPassages, confidence, licence, attribution } = text
  const { inForceFrom, inForceTo, sourceUrl, createdAt, updatedAt } = text
  return [
    { label: 'Source document ID', value: docId },
    { label: 'Rank', value: authorityRank },
    { label: 'Licence', value: licence ?? 'Not known' },
    { label: 'Attribution', value: attribution ?? 'No attribution' },
    { label: 'First imported', value: formatDate(toDublinDate(createdAt)) },
    { label: 'Last change', value: formatDate(toDublinDate(updatedAt)) },
    { label: 'Superseded passages', value: formatNumber(supersededPassages) },
    ...(confidence ? [{ label: 'Confidence', value: formatConfidenceCounts(confidence) }] : []),
    ...(inForceFrom ? [{ label: 'In force from', value: formatDate(inForceFrom) }] : []),
    ...(inForceTo ? [{ label: 'In force to', value: formatDate(inForceTo) }] : []),
    { label: 'Other names', value: aliases.length > 0 ? aliases.join(', ') : 'No other names' },
    {
      label: 'Official text',
      value: sourceUrl ? (
        <a href={sourceUrl} target="_blank" rel="noreferrer" className="link">
          {sourceUrl}
        </a>
      ) : (
        'No address'
      ),
    },
  ]
}
