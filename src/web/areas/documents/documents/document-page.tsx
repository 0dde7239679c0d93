import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { mayRemove } from '../../../../contract/document-retention.ts'
import {
  createDocument,
  type DocumentRecord,
  getDocument,
  updateDocument,
} from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole, isLimitedToOwnRecord } from '../../../../contract/users.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getTodayInDublin, toDublinDate } from '../../../format.ts'
import { formatCode, formatValue, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DocumentDownload, formatFile } from '../../../records/document-download.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { MemberName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { PlaceLink } from '../../../records/record-place.tsx'
import { SendToTrustees } from '../../../records/send-to-trustees.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { buildDocumentCrumbs, DOCUMENT_TONES, ScanStatus } from './document.tsx'
import { DocumentActs } from './document-acts.tsx'
import { DocumentVersions } from './document-versions.tsx'
import { useAudience } from './use-audience.ts'
import { formatAudience } from './visibility.ts'

// Of one kind of document only.
const StatementChecklist = lazy(() => import('./statement-checklist.tsx'))

const SCAN_POLL_MS = 2_000

/** The working view of a document; a member sees its details and downloads it. */
export default function Document() {
  const { documentId } = useParams({ from: `/authenticated${PAGES.document}` })
  const { data: document } = useSuspenseQuery({
    ...createQuery(getDocument, { id: documentId }),
    // The scan takes seconds, and the user may be waiting for it.
    refetchInterval: ({ state }) => (state.data?.avScan === 'PENDING' ? SCAN_POLL_MS : false),
  })
  const may = useMay()
  return may(isLimitedToOwnRecord) ? <ForMember document={document} /> : <WorkingView document={document} />
}

function ForMember({ document }: { document: DocumentRecord }) {
  const { title, kind, schemeName, periodEndOn, receivedOn, createdAt } = document
  return (
    <div className="max-w-[680px]">
      <PageHeader
        title={title}
        crumbs={[{ label: 'Documents', to: PAGES.documents }]}
        actions={<DocumentDownload id={document.id} file={document} look="primary" />}
      />
      <div className="flex flex-col gap-6">
        <Scan document={document} />
        <Details
          details={[
            { label: getLabel('kind'), value: formatCode(kind) },
            ...(schemeName ? [{ label: 'Scheme', value: schemeName }] : []),
            ...listDayDetails({ periodEndOn }),
            { label: 'Date', value: formatDate(receivedOn ?? toDublinDate(createdAt)) },
            { label: 'File', value: `${document.fileName} (${formatFile(document)})` },
          ]}
        />
      </div>
    </div>
  )
}

function WorkingView({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const editLink = useEditLink(
    { to: PAGES.editDocument, params: { documentId: document.id } },
    may(updateDocument),
  )
  const successor = useSuccessor(document)
  return (
    <>
      <PageHeader
        title={document.title}
        crumbs={buildDocumentCrumbs(document)}
        status={<Status tone={DOCUMENT_TONES[document.status]}>{formatCode(document.status)}</Status>}
        facts={[
          formatCode(document.kind),
          <PlaceLink key="place" record={document} />,
          `Version ${document.number}`,
          formatFile(document),
        ]}
        actions={
          <>
            <HistoryLink entityType="document" entityId={document.id} />
            {editLink}
            {document.schemeId && !document.memberId && document.status !== 'SUPERSEDED' && (
              <SendToTrustees subjectKind="DOCUMENT" subjectId={document.id} />
            )}
            {successor}
            <DocumentDownload id={document.id} file={document} />
            <DocumentActs document={document} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Scan document={document} />
        <Superseded document={document} />
        <Section title="Document">
          <Details details={listFacts(document)} />
        </Section>
        {document.kind === 'PENSION_BENEFIT_STATEMENT' && may(operation('document.statement-checklist')) && (
          <Suspense>
            <StatementChecklist document={document} />
          </Suspense>
        )}
        <Section title="Access">
          <Shared document={document} />
        </Section>
        <DocumentVersions document={document} />
        <RecordActivity entityType="document" entityId={document.id} name={document.title} />
      </div>
    </>
  )
}

/** Adds the document that replaces this one, for the same scheme, employer or member. */
function useSuccessor({ id, schemeId, employerId, memberId, status }: DocumentRecord): ReactNode {
  const may = useMay()
  if (!may(isBrokerRole) || !may(createDocument) || !['FINAL', 'SIGNED', 'FILED'].includes(status))
    return null
  const search = Object.fromEntries(
    Object.entries({ schemeId, employerId, memberId, supersedesId: id }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  )
  return (
    <ButtonLink icon={<FilePlus2 aria-hidden="true" size={16} />} to={PAGES.newDocument} search={search}>
      Add replacement
    </ButtonLink>
  )
}

/** The scan result, worded for a user who wants the file. */
function Scan({ document: { avScan } }: { document: DocumentRecord }) {
  if (avScan === 'PENDING')
    return (
      <Notice title="Virus scan in progress">
        The document can be downloaded after the scan, usually within a minute. This page updates
        automatically.
      </Notice>
    )
  if (avScan === 'INFECTED')
    return (
      <Notice look="late" title="Virus found">
        The document cannot be downloaded. Ask the sender for a clean file, add it as a new document, and
        remove this one.
      </Notice>
    )
  return null
}

function Superseded({ document: { status, supersededById } }: { document: DocumentRecord }) {
  if (status !== 'SUPERSEDED') return null
  return (
    <Notice look="warn" title="This document is out of date">
      {supersededById ? (
        <Link to={PAGES.document} params={{ documentId: supersededById }} className="link">
          Open the replacement
        </Link>
      ) : (
        'No replacement is recorded.'
      )}
    </Notice>
  )
}

function Shared({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const audience = useAudience(document)
  return (
    <p className="max-w-[70ch]">
      {formatAudience(document.visibility, audience)}.
      {document.memberId && (
        <>
          {' '}
          Addressed to{' '}
          <Link to={PAGES.member} params={{ memberId: document.memberId }} className="link">
            <MemberName id={document.memberId} />
          </Link>
          .
        </>
      )}
      {may(updateDocument) && ' Edit the document to change this.'}
    </p>
  )
}

const listFacts = (document: DocumentRecord): Detail[] => [
  { label: getLabel('kind'), value: formatCode(document.kind) },
  {
    label: getLabel('avScan'),
    value: <ScanStatus scan={document.avScan} />,
    ...(document.avScan === 'NOT_SCANNED' ? { source: 'This service runs without a virus scanner' } : {}),
  },
  ...(document.employerId && document.employerName
    ? [
        {
          label: getLabel('employerId'),
          value: (
            <Link to={PAGES.employer} params={{ employerId: document.employerId }} className="link">
              {document.employerName}
            </Link>
          ),
        },
      ]
    : []),
  ...listDayDetails(document),
  ...(document.signedBy.length > 0
    ? [{ label: getLabel('signedBy'), value: formatValue('', document.signedBy) }]
    : []),
  {
    label: getLabel('retainUntilOn'),
    value: document.retainUntilOn ? formatDate(document.retainUntilOn) : 'Not recorded',
    ...(mayRemove(document, getTodayInDublin()) ? {} : { source: 'Cannot be removed before this date' }),
  },
  { label: 'Added', value: formatInstant(document.createdAt) },
  { label: 'Last change', value: formatInstant(document.updatedAt) },
]

const DAYS = ['receivedOn', 'periodEndOn', 'effectiveOn', 'signedOn', 'filedOn'] as const

/** The days that are known. */
const listDayDetails = (document: Partial<Pick<DocumentRecord, (typeof DAYS)[number]>>): Detail[] =>
  DAYS.flatMap((name) => {
    const on = document[name]
    return on ? [{ label: getLabel(name), value: formatDate(on) }] : []
  })
