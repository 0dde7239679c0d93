/**
 * Facts of a scheme as at a past date, from today's records: later facts are removed. Planned dates (end of a term or agreement, in-force
 * date) are kept.
 */
import type { SchemeFacts, SchemeRecordFacts } from './facts.ts'

export function getFactsOnDay(facts: SchemeFacts, today: string): SchemeFacts {
  const isKnown = (day: string | null | undefined): boolean => !day || day <= today
  const known = <D extends string | null | undefined>(day: D): D | null => (isKnown(day) ? day : null)
  const happened = <T>(all: readonly T[], dayOf: (one: T) => string | null): T[] =>
    all.filter((one) => isKnown(dayOf(one)))
  return {
    ...facts,
    scheme: getSchemeOnDay(facts.scheme, isKnown),
    prsaAccess: {
      ...facts.prsaAccess,
      prsaDesignatedOn: known(facts.prsaAccess.prsaDesignatedOn),
      prsaNotifiedOn: known(facts.prsaAccess.prsaNotifiedOn),
    },
    members: happened(facts.members, ({ joinedSchemeOn }) => joinedSchemeOn).map((member) => {
      const [leftServiceOn, retiredOn, endedOn] = [
        known(member.leftServiceOn),
        known(member.retiredOn),
        known(member.endedOn),
      ]
      const isEarlier =
        leftServiceOn !== member.leftServiceOn || retiredOn !== member.retiredOn || endedOn !== member.endedOn
      const status = retiredOn ? 'PENSIONER' : leftServiceOn ? 'DEFERRED' : 'ACTIVE'
      return {
        ...member,
        leftServiceOn,
        retiredOn,
        endedOn,
        employerContributions: happened(member.employerContributions, ({ paidOn }) => paidOn),
        ...(isEarlier ? { status } : {}),
      } as const
    }),
    trustees: happened(facts.trustees, ({ appointedOn }) => appointedOn).map((trustee) => ({
      ...trustee,
      ...(trustee.ceasedOn && !isKnown(trustee.ceasedOn) && trustee.status !== 'PROPOSED'
        ? { status: 'APPOINTED' as const }
        : {}),
      trainedOn: trustee.trainedOn.filter(isKnown),
    })),
    keyFunctionHolders: facts.keyFunctionHolders.map((holder) => ({
      ...holder,
      ...(holder.status === 'ENDED' && holder.effectiveFrom && holder.endedOn && !isKnown(holder.endedOn)
        ? { status: 'APPOINTED' as const }
        : {}),
      assessedOn: known(holder.assessedOn),
      reportedOn: holder.reportedOn.filter(isKnown),
    })),
    outsourcing: facts.outsourcing.map((one) => ({
      ...one,
      ...(one.status === 'ENDED' && one.endedOn && !isKnown(one.endedOn)
        ? { status: 'IN_FORCE' as const }
        : {}),
      authorityNotifiedOn: known(one.authorityNotifiedOn),
      developments: happened(one.developments, ({ occurredOn }) => occurredOn).map((development) => ({
        ...development,
        notifiedOn: known(development.notifiedOn),
      })),
    })),
    assessments: facts.assessments.map((one) => ({ ...one, approvedOn: known(one.approvedOn) })),
    policies: facts.policies.map((one) => ({
      ...one,
      approvedOn: known(one.approvedOn),
      lastReviewedOn: known(one.lastReviewedOn),
    })),
    events: happened(facts.events, ({ occurredOn }) => occurredOn).map((event) => ({
      ...event,
      ...(event.reportedOn === undefined ? {} : { reportedOn: known(event.reportedOn) }),
      ...(event.reportedAt ? { reportedAt: known(event.reportedOn ?? null) && event.reportedAt } : {}),
    })),
    documents: happened(facts.documents, ({ effectiveOn }) => effectiveOn).map((one) => ({
      ...one,
      signedOn: known(one.signedOn),
      filedOn: known(one.filedOn),
    })),
    contributions: facts.contributions.map((month) => ({
      ...month,
      deductionsReceivedOn: known(month.deductionsReceivedOn),
      employerReceivedOn: known(month.employerReceivedOn),
      receiptMonths: happened(month.receiptMonths, (one) => `${one.month}-01`).map((one) => ({
        ...one,
        investedOn: known(one.investedOn),
      })),
      investedOn: known(month.investedOn),
      deductionsInvestedOn: known(month.deductionsInvestedOn),
      statementIssuedOn: known(month.statementIssuedOn),
    })),
    meetingsHeldOn: facts.meetingsHeldOn.filter(isKnown),
    completions: happened(facts.completions, ({ completedOn }) => completedOn),
  }
}

/** Ignores a later end of contributions or of the scheme. */
function getSchemeOnDay(
  scheme: SchemeRecordFacts,
  isKnown: (day: string | null) => boolean,
): SchemeRecordFacts {
  const { status, paidUpOn, windUpStartedOn, woundUpOn } = scheme
  const isWindingUp = status === 'WOUND_UP' || status === 'WINDING_UP'
  return {
    ...scheme,
    paidUpOn: isKnown(paidUpOn) ? paidUpOn : null,
    windUpStartedOn: isKnown(windUpStartedOn) ? windUpStartedOn : null,
    woundUpOn: isKnown(woundUpOn) ? woundUpOn : null,
    status:
      (isWindingUp && windUpStartedOn && !isKnown(windUpStartedOn)) ||
      (status === 'PAID_UP' && paidUpOn && !isKnown(paidUpOn))
        ? 'ACTIVE'
        : status === 'WOUND_UP' && woundUpOn && !isKnown(woundUpOn)
          ? 'WINDING_UP'
          : status,
    memberCountHistory: scheme.memberCountHistory.filter(({ asOfOn }) => isKnown(asOfOn)),
  }
}
