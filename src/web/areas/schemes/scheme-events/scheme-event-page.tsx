import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { createOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { RISK_PROFILE_EVENTS } from '../../../../contract/scheme-event-obligations.ts'
import {
  EVENT_DAYS,
  getSchemeEvent,
  SCHEME_EVENT_TRANSITIONS,
  type SchemeEvent as SchemeEventRecord,
  type SchemeEventVerb,
  updateSchemeEvent,
  withdrawSchemeEvent,
} from '../../../../contract/scheme-events.ts'
import { getScheme, getSchemeCompliance } from '../../../../contract/schemes.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { buildEventCrumbs, EVENT_TONES, EventObligations, hasSignificance } from './scheme-event.tsx'

export default function SchemeEvent() {
  const { eventId } = useParams({ from: `/authenticated${PAGES.schemeEvent}` })
  const { data: event } = useSuspenseQuery(createQuery(getSchemeEvent, { id: eventId }))
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id: event.schemeId }))
  const may = useMay()
  const isOpen = event.status === 'RECORDED'
  const editLink = useEditLink(
    { to: PAGES.editSchemeEvent, params: { eventId } },
    isOpen && may(updateSchemeEvent),
  )
  const day = EVENT_DAYS[event.kind]
  return (
    <>
      <PageHeader
        title={event.title}
        crumbs={buildEventCrumbs(scheme)}
        status={<Status tone={EVENT_TONES[event.status]}>{formatCode(event.status)}</Status>}
        facts={[formatCode(event.kind), formatDate(event.occurredOn)]}
        actions={
          <>
            <HistoryLink entityType="schemeEvent" entityId={event.id} />
            {editLink}
            <EventActs event={event} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {isOpen ? (
          <Started event={event} />
        ) : (
          <Notice title={`Withdrawn on ${formatDate(event.withdrawnOn ?? '')}: no obligations`}>
            {event.withdrawnReason}
          </Notice>
        )}
        <Section title="Details">
          {event.details && <p className="max-w-[70ch] whitespace-pre-line">{event.details}</p>}
          <Details
            details={[
              ...getFacts(event),
              ...(day
                ? [
                    {
                      label: day.label,
                      value: event.relevantOn ? formatDate(event.relevantOn) : <NotKnown />,
                    },
                  ]
                : []),
              {
                label: 'Document',
                value: event.documentId ? (
                  <Link to={PAGES.document} params={{ documentId: event.documentId }} className="link">
                    <DocumentName id={event.documentId} />
                  </Link>
                ) : (
                  'No document'
                ),
              },
              { label: 'Recorded', value: formatInstant(event.createdAt) },
              { label: 'Last change', value: formatInstant(event.updatedAt) },
            ]}
          />
        </Section>
      </div>
    </>
  )
}

/** The facts on which its obligations depend. */
function getFacts(event: SchemeEventRecord): Detail[] {
  const { kind, isSignificant, awareAt, extendedOn, extensionReason } = event
  const significance =
    isSignificant === null
      ? kind === 'RULE_AMENDMENT'
        ? 'Not recorded. The own-risk assessment depends on it'
        : 'Not recorded: counts as significant'
      : isSignificant
        ? 'Yes'
        : 'No: neither an own-risk assessment nor adapted policies are required'
  return [
    ...(hasSignificance(kind) ? [{ label: getLabel('isSignificant'), value: significance }] : []),
    ...(awareAt ? [{ label: getLabel('awareAt'), value: formatInstant(awareAt) }] : []),
    ...(extendedOn
      ? [
          { label: getLabel('extendedOn'), value: formatDate(extendedOn) },
          { label: getLabel('extensionReason'), value: extensionReason ?? '' },
        ]
      : []),
  ]
}

/** The duties, and the way to the assessment where one follows. */
function Started({ event }: { event: SchemeEventRecord }) {
  const { data: compliance } = useSuspenseQuery(createQuery(getSchemeCompliance, { id: event.schemeId }))
  const may = useMay()
  const { iorpInScope } = compliance.profile
  const isRisk = RISK_PROFILE_EVENTS.includes(event.kind)
  return (
    <>
      <Notice
        title={`Obligations from ${formatDate(event.occurredOn)}`}
        action={
          isRisk &&
          iorpInScope.value &&
          may(createOwnRiskAssessment) && (
            <ButtonLink
              to={PAGES.newOwnRiskAssessment}
              search={{
                schemeId: event.schemeId,
                trigger: 'SIGNIFICANT_CHANGE',
                triggerEventId: event.id,
              }}
            >
              Plan assessment
            </ButtonLink>
          )
        }
      >
        <EventObligations kind={event.kind} />
      </Notice>
      {isRisk && !iorpInScope.value && (
        <Notice look="warn" title="Own-risk assessments are not required for this scheme">
          {iorpInScope.reason} ({iorpInScope.source}).
        </Notice>
      )}
    </>
  )
}

function EventActs({ event }: { event: SchemeEventRecord }) {
  const table: Record<SchemeEventVerb, Act> = {
    withdraw: {
      contract: withdrawSchemeEvent,
      label: 'Withdraw',
      title: 'Withdraw this event',
      explanation: [
        'Use this for an event recorded by mistake. The event stays readable, and its obligations are closed as not applicable.',
        'The audit log records the change and the user. The reason is shown with the event.',
      ],
      fields: <TextField name="reason" rows={3} isRequired />,
      look: 'danger',
      done: 'Event withdrawn',
    },
  }
  return <Acts acts={listActions(SCHEME_EVENT_TRANSITIONS, table, event, useMay())} subject={event} />
}
