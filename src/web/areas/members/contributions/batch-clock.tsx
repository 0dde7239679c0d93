/** The clock of a payroll month: each obligation with its status, its due date and its source. */

import { Link } from '@tanstack/react-router'
import { createBreach } from '../../../../contract/breaches.ts'
import type {
  BreachCandidate,
  ContributionBatch,
  ContributionClock,
  ContributionObligation,
} from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatDate, formatMoney } from '../../../../contract/value-format.ts'
import { formatDays } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { useMay } from '../../../session.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { isDueSoon } from './batch.ts'

type Candidate = ReturnType<typeof BreachCandidate.parse>

export function BatchClock({ batch, clock }: { batch: ContributionBatch; clock: ContributionClock }) {
  // Only users who manage the scheme assess breaches, not the users of the employer concerned.
  const isAssessed = useMay()(isBrokerRole)
  const { duties: obligations, breachCandidates, asOfOn, dueOn, payByOn } = clock
  const applicable = obligations.filter(({ applies }) => applies !== false)
  const inapplicable = obligations.filter(({ applies }) => applies === false)
  return (
    <>
      <Section title="Obligations">
        {applicable.length > 0 && (
          <Rows name="Obligations">
            {applicable.map((obligation) => (
              <ObligationRow key={obligation.rule} obligation={obligation} today={asOfOn} />
            ))}
          </Rows>
        )}
        {inapplicable.length > 0 && (
          <ul aria-label="Rules that do not apply" className="flex flex-col gap-1 text-muted">
            {inapplicable.map(({ rule, title, reason }) => (
              <li key={rule}>
                Does not apply: {title}. {reason} ({rule}).
              </li>
            ))}
          </ul>
        )}
        {payByOn < dueOn && (
          <p className="max-w-[70ch] text-muted">
            {formatDate(dueOn)} is at a weekend and the law does not extend it: pay by {formatDate(payByOn)}{' '}
            (advice, not law). Public holidays are not considered.
          </p>
        )}
      </Section>
      {isAssessed && breachCandidates.length > 0 && <Breaches batch={batch} candidates={breachCandidates} />}
    </>
  )
}

const STATES: Record<Exclude<ContributionObligation['state'], 'NOT_DUE'>, { tone: Tone; words: string }> = {
  MET: { tone: 'done', words: 'Done in time' },
  LATE: { tone: 'late', words: 'Done late' },
  OVERDUE: { tone: 'late', words: 'Overdue' },
  CANNOT_TELL: { tone: 'settled', words: 'Not known' },
  NOT_APPLICABLE: { tone: 'ended', words: 'Does not apply' },
}

function ObligationState({
  obligation: { state, dueOn, daysLate },
  today,
}: {
  obligation: ContributionObligation
  today: string
}) {
  if (state === 'NOT_DUE')
    return (
      <Status tone={dueOn && isDueSoon(dueOn, today) ? 'soon' : 'idle'}>
        {dueOn ? `Due ${formatDate(dueOn)}` : 'Not due yet'}
      </Status>
    )
  const { tone, words } = STATES[state]
  const late = state === 'LATE' || state === 'OVERDUE'
  return <Status tone={tone}>{late ? `${words}: ${formatDays(daysLate)}` : words}</Status>
}

/** The law states no date for these: the date shown is our interpretation. */
const RULES_WITH_INTERPRETED_DATES: ReadonlySet<ContributionObligation['rule']> = new Set(['CON-03'])

function ObligationRow({ obligation, today }: { obligation: ContributionObligation; today: string }) {
  const { rule, title, source, reason, dueOn, metOn, dueCents, receivedCents } = obligation
  const facts = [
    dueOn &&
      `Due ${formatDate(dueOn)}${RULES_WITH_INTERPRETED_DATES.has(rule) ? ' (our interpretation, not law)' : ''}`,
    metOn && `done ${formatDate(metOn)}`,
    dueCents !== null &&
      (receivedCents === null
        ? `${formatMoney(dueCents)}; the received amount for it is not known`
        : `${formatMoney(receivedCents)} of ${formatMoney(dueCents)} received`),
  ].filter(Boolean)
  return (
    <Row
      title={<span className="font-medium">{title}</span>}
      aside={<ObligationState obligation={obligation} today={today} />}
    >
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      <p className="max-w-[90ch] text-muted">{reason}.</p>
      <p className="text-muted text-sm">
        {source} · {rule}
      </p>
    </Row>
  )
}

const SEVERITIES: Record<Candidate['severity'], Tone> = { MEDIUM: 'soon', HIGH: 'late', CRITICAL: 'late' }

/** Possible breaches that a user has to assess: the service never decides that one is a breach. */
function Breaches({
  batch: { id: contributionId, schemeId, employerId },
  candidates,
}: {
  batch: ContributionBatch
  candidates: readonly Candidate[]
}) {
  const mayEnter = useMay()(createBreach)
  return (
    <Section
      title="Possible breaches to assess"
      actions={
        <Link to={PAGES.schemeBreaches} params={{ schemeId }} className="link">
          Breaches of the scheme
        </Link>
      }
    >
      <Rows name="Possible breaches to assess">
        {candidates.map(({ rule, source, severity, message, amountCents, category }) => (
          <Row
            key={`${rule} ${category}`}
            title={<span className="font-medium">{message}</span>}
            aside={<Status tone={SEVERITIES[severity]}>{formatCode(severity)}</Status>}
          >
            <p>
              {formatCode(category)}
              {amountCents !== null && ` · ${formatMoney(amountCents)}`}
            </p>
            <p className="text-muted text-sm">
              {source} · {rule}
            </p>
            {mayEnter && (
              <Link
                to={PAGES.newBreach}
                search={{ schemeId, employerId, contributionId, category }}
                className="link inline-block min-h-6"
                aria-label={`Report breach: ${message}`}
              >
                Report breach
              </Link>
            )}
          </Row>
        ))}
      </Rows>
      <p className="text-muted">
        The severity follows our scale, not law. You decide whether it is a breach.
      </p>
    </Section>
  )
}
