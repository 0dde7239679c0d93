import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  getObligation,
  listRules,
  OBLIGATION_TRANSITIONS,
  type Obligation as ObligationRecord,
} from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { findPageOfEntity } from '../../../activity.ts'
import { capitalise, formatDate, formatInstant, getTodayInDublin, toSentenceCase } from '../../../format.ts'
import { formatCode, labelOf } from '../../../labels.ts'
import { useNameOf } from '../../../people.ts'
import { queryFor } from '../../../queries.ts'
import { Confidence } from '../../../records/confidence.tsx'
import { formatObligationName } from '../../../records/duty-period.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { buildMissingFactLink } from '../../../records/missing-fact.ts'
import { DocumentName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { OBLIGATION_TONES } from '../../../tones.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { formatFact, formatObligationAnswer, registerOf } from './obligation.ts'
import { ObligationActs } from './obligation-acts.tsx'
import { Sources } from './sources.tsx'

export default function Obligation() {
  const { obligationId } = useParams({ from: `/house${PAGES.obligation}` })
  const { data: duty } = useSuspenseQuery(queryFor(getObligation, { id: obligationId }))
  const params = { schemeId: duty.schemeId }
  return (
    <>
      <PageHeader
        title={formatObligationName(duty)}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: duty.schemeName, to: PAGES.scheme, params },
          { label: 'Obligations', to: PAGES.schemeObligations, params },
        ]}
        status={<Status tone={OBLIGATION_TONES[duty.status]}>{formatCode(duty.status)}</Status>}
        facts={[
          <Link
            key="scheme"
            to={PAGES.schemeObligations}
            params={params}
            className="rounded-sm hover:underline"
          >
            {duty.schemeName}
          </Link>,
          duty.who,
          <Link
            key="rule"
            to={PAGES.calendarList}
            search={{ schemeId: duty.schemeId, ruleId: duty.ruleId }}
            className="rounded-sm hover:underline"
          >
            Rule {duty.ruleId}
          </Link>,
        ]}
        actions={
          <>
            <HistoryLink entityType="obligation" entityId={duty.id} />
            <ObligationActs duty={duty} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer duty={duty} today={getTodayInDublin()} />
        <WhyThisDate duty={duty} />
        <Section title="Legal source">
          <Sources ids={duty.citations} />
          {duty.ruling && (
            <Notice title="Our interpretation (not law)">{duty.ruling.replace(/\.?$/, '.')}</Notice>
          )}
        </Section>
        <Recorded duty={duty} />
        <RecordActivity entityType="obligation" entityId={duty.id} name={duty.title} />
      </div>
    </>
  )
}

function Answer({ duty, today }: { duty: ObligationRecord; today: string }) {
  const { look, title } = formatObligationAnswer(duty, today)
  const isOpen = OBLIGATION_TRANSITIONS.complete.from.includes(duty.status)
  const lines: ReactNode[] = [
    (duty.status === 'DATA_GAP' || duty.status === 'CANNOT_TELL' || duty.status === 'NOT_APPLICABLE') &&
      `${duty.reason.replace(/\.?$/, '.')}`,
    duty.status === 'WAIVED' && duty.waiverReason,
    isOpen &&
      duty.legalEndOn &&
      duty.legalEndOn !== duty.dueOn &&
      `The legal period ends later, on ${formatDate(duty.legalEndOn)}. The earlier date is shown to be safe.`,
    isOpen && duty.dueAt && `The period runs in hours and ends on ${formatInstant(duty.dueAt)}, Dublin time.`,
    (duty.status === 'UPCOMING' || duty.status === 'DUE_SOON') &&
      !duty.dueAt &&
      duty.workBackOn &&
      duty.dueOn &&
      duty.workBackOn !== duty.dueOn &&
      `The date is at a weekend and the law does not move it. Plan for ${formatDate(duty.workBackOn)}, the Friday before (advice, not law).`,
    !duty.isByHand && (duty.status === 'DONE' || duty.status === 'DONE_LATE') && 'Recorded on another page.',
    isOpen && <MissingFact duty={duty} />,
    isOpen && <KeptIn duty={duty} />,
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

/** Where a missing fact is entered. */
function MissingFact({ duty: { ruleId, periodKey, schemeId } }: { duty: ObligationRecord }) {
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

/** Where the act that meets it is recorded, for duties that a register keeps. */
function KeptIn({ duty: { ruleId, schemeId } }: { duty: ObligationRecord }) {
  const register = registerOf(ruleId)
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

/** The facts, the rule in words, and the record it is about. */
function WhyThisDate({ duty }: { duty: ObligationRecord }) {
  const { data } = useSuspenseQuery(queryFor(listRules, {}))
  const rule = data.data.find(({ id }) => id === duty.ruleId)
  const page = duty.subject && findPageOfEntity(duty.subject.kind, duty.subject.id, false)
  const details: Detail[] = [
    ...duty.facts.map(({ label, value }) => ({ label, value: formatFact(value) })),
    ...(duty.dueOn ? [{ label: 'Due', value: formatDate(duty.dueOn) }] : []),
    { label: 'How this date was worked out', value: duty.reason },
    ...(rule ? [{ label: 'Rule', value: rule.due }] : []),
    { label: 'Confidence', value: <Confidence confidence={duty.confidence} /> },
    { label: 'Severity', value: formatCode(duty.severity) },
    ...(duty.subject && page
      ? [
          {
            label: 'About',
            value: (
              <Link {...page} className="link">
                The {toSentenceCase(labelOf(duty.subject.kind))}
              </Link>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title={duty.dueOn ? 'Why this date' : 'Why no date is known'}>
      <Details details={details} />
    </Section>
  )
}

/** What a person said about it. */
function Recorded({ duty }: { duty: ObligationRecord }) {
  const nameOf = useNameOf()
  const {
    completedOn,
    completedAt,
    completedBy,
    effectiveOn,
    completionNote,
    evidenceDocumentIds,
    waivedBy,
  } = duty
  if (!duty.isByHand) return null
  const details: Detail[] = waivedBy
    ? [
        { label: 'Waived by', value: capitalise(nameOf(waivedBy)) },
        { label: 'Reason', value: duty.waiverReason ?? '—' },
      ]
    : [
        {
          label: 'Completed on',
          value: completedAt ? formatInstant(completedAt) : completedOn ? formatDate(completedOn) : '—',
        },
        ...(effectiveOn ? [{ label: 'Effective date', value: formatDate(effectiveOn) }] : []),
        { label: 'Recorded by', value: completedBy ? capitalise(nameOf(completedBy)) : '—' },
        { label: 'Note', value: completionNote ?? 'None' },
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
