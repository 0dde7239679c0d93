import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import {
  OBLIGATION_TRANSITIONS,
  type Obligation as ObligationRecord,
} from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { capitalise, formatDate, formatInstant, toSentenceCase } from '../../../../contract/value-format.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { formatAssignee, getTodayInDublin } from '../../../format.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { AskLink } from '../../../records/ask-link.tsx'
import { DateExplanation } from '../../../records/date-explanation.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { buildMissingFactLink } from '../../../records/missing-fact.ts'
import { DocumentName } from '../../../records/names.tsx'
import { findRegister } from '../../../records/obligation-date.ts'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { RecordActivity, RecordComments } from '../../../records/record-activity.tsx'
import { OBLIGATION_TONES } from '../../../tones.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { presentObligationStatus } from './obligation.ts'

// The dialogs have forms, which are larger than the page.
const ObligationActs = lazy(() => import('./obligation-acts.tsx'))

export default function Obligation() {
  const { obligationId } = useParams({ from: `/authenticated${PAGES.obligation}` })
  const { data: obligation } = useSuspenseQuery(
    createQuery(operation('obligation.get'), { id: obligationId }),
  )
  const params = { schemeId: obligation.schemeId }
  return (
    <>
      <PageHeader
        title={formatObligationName(obligation)}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: obligation.schemeName, to: PAGES.scheme, params },
          { label: 'Obligations', to: PAGES.schemeObligations, params },
        ]}
        status={<Status tone={OBLIGATION_TONES[obligation.status]}>{formatCode(obligation.status)}</Status>}
        facts={[
          <Link
            key="scheme"
            to={PAGES.schemeObligations}
            params={params}
            className="rounded-sm hover:underline"
          >
            {obligation.schemeName}
          </Link>,
          obligation.who,
          <Link
            key="rule"
            to={PAGES.calendarList}
            search={{ schemeId: obligation.schemeId, ruleId: obligation.ruleId }}
            className="rounded-sm hover:underline"
          >
            Rule {obligation.ruleId}
          </Link>,
          formatAssignee(obligation),
        ]}
        actions={
          <>
            <AskLink
              schemeId={obligation.schemeId}
              question={`What does the law say about “${obligation.title}”?`}
              about="obligation"
            />
            <HistoryLink entityType="obligation" entityId={obligation.id} />
            <Suspense>
              <ObligationActs obligation={obligation} />
            </Suspense>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer obligation={obligation} today={getTodayInDublin()} />
        <WhyThisDate obligation={obligation} />
        <Recorded obligation={obligation} />
        <RecordComments entityType="obligation" entityId={obligation.id} audience={obligation} />
        <RecordActivity entityType="obligation" entityId={obligation.id} name={obligation.title} />
      </div>
    </>
  )
}

function Answer({ obligation, today }: { obligation: ObligationRecord; today: string }) {
  const { look, title } = presentObligationStatus(obligation, today)
  const isOpen = OBLIGATION_TRANSITIONS.complete.from.includes(obligation.status)
  const lines: ReactNode[] = [
    (obligation.status === 'DATA_GAP' ||
      obligation.status === 'CANNOT_TELL' ||
      obligation.status === 'NOT_APPLICABLE') &&
      `${obligation.reason.replace(/\.?$/, '.')}`,
    obligation.status === 'WAIVED' && obligation.waiverReason,
    isOpen &&
      obligation.legalEndOn &&
      obligation.legalEndOn !== obligation.dueOn &&
      `The legal period ends later, on ${formatDate(obligation.legalEndOn)}. The earlier date is shown to be safe.`,
    isOpen &&
      obligation.dueAt &&
      `The period runs in hours and ends on ${formatInstant(obligation.dueAt)}, Dublin time.`,
    (obligation.status === 'UPCOMING' || obligation.status === 'DUE_SOON') &&
      !obligation.dueAt &&
      obligation.workBackOn &&
      obligation.dueOn &&
      obligation.workBackOn !== obligation.dueOn &&
      `The date is at a weekend and the law does not move it. Plan for ${formatDate(obligation.workBackOn)}, the Friday before (advice, not law).`,
    !obligation.isByHand &&
      (obligation.status === 'DONE' || obligation.status === 'DONE_LATE') &&
      'Recorded on another page.',
    isOpen && <MissingFact obligation={obligation} />,
    isOpen && <RegisterLink obligation={obligation} />,
  ].filter(Boolean)
  return (
    <Notice look={look} title={title}>
      {lines.length > 0 && (
        <div className="flex flex-col gap-1">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
    </Notice>
  )
}

/** Link to the page on which a missing fact is entered. */
function MissingFact({ obligation: { ruleId, periodKey, schemeId } }: { obligation: ObligationRecord }) {
  const missing = buildMissingFactLink({ ruleId, periodKey })
  if (!missing) return null
  return (
    <Link
      to={missing.to}
      params={{ schemeId }}
      {...(missing.hash ? { hash: missing.hash } : {})}
      className="link"
    >
      {missing.label}
    </Link>
  )
}

/** Link to the register in which the completion is recorded, for obligations that a register keeps. */
function RegisterLink({ obligation: { ruleId, schemeId } }: { obligation: ObligationRecord }) {
  const register = findRegister(ruleId)
  if (!register) return null
  return (
    <>
      Completed by records on another page:{' '}
      <Link to={register.to} params={{ schemeId }} className="link">
        {register.label}
      </Link>
    </>
  )
}

/** The calculation, the facts, the rule and its source. */
const WhyThisDate = ({ obligation }: { obligation: ObligationRecord }) => (
  <Section title={obligation.dueOn ? 'Why this date' : 'Why no date is known'}>
    <div className="rounded-md border border-line bg-surface p-4">
      <DateExplanation obligation={obligation} />
      <SubjectLink obligation={obligation} />
    </div>
    {obligation.ruling && (
      <Notice title="Our interpretation (not law)">{obligation.ruling.replace(/\.?$/, '.')}</Notice>
    )}
  </Section>
)

/** Details that a user recorded about the obligation. */
function Recorded({ obligation }: { obligation: ObligationRecord }) {
  const nameOf = useUserNames()
  const {
    completedOn,
    completedAt,
    completedBy,
    effectiveOn,
    completionNote,
    evidenceDocumentIds,
    waivedBy,
  } = obligation
  if (!obligation.isByHand) return null
  const details: Detail[] = waivedBy
    ? [
        { label: 'Waived by', value: capitalise(nameOf(waivedBy)) },
        { label: 'Reason', value: obligation.waiverReason ?? '—' },
      ]
    : [
        {
          label: 'Completed on',
          value: completedAt ? formatInstant(completedAt) : completedOn ? formatDate(completedOn) : '—',
        },
        ...(effectiveOn ? [{ label: 'Effective date', value: formatDate(effectiveOn) }] : []),
        { label: 'Recorded by', value: completedBy ? capitalise(nameOf(completedBy)) : '—' },
        { label: 'Note', value: completionNote ?? 'No note' },
        {
          label: 'Evidence',
          value:
            evidenceDocumentIds.length === 0 ? (
              'No document'
            ) : (
              <ul>
                {evidenceDocumentIds.map((documentId) => (
                  <li key={documentId}>
                    <Link to={PAGES.document} params={{ documentId }} className="link">
                      <DocumentName id={documentId} />
                    </Link>
                  </li>
                ))}
              </ul>
            ),
        },
      ]
  return (
    <Section title="Record">
      <Details details={details} />
    </Section>
  )
}

/** The record that the obligation is about. */
function SubjectLink({ obligation: { subject } }: { obligation: ObligationRecord }) {
  const page = subject && findPageOfEntity(subject.kind, subject.id, false)
  if (!subject || !page) return null
  return (
    <Link {...page} className="link">
      The {toSentenceCase(getLabel(subject.kind))}
    </Link>
  )
}
