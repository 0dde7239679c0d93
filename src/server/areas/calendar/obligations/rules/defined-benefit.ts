/** Funding of defined benefit schemes (Pensions Act 1990 Part IV) and own funds (Part IVA). */
import { formatCitations } from '../../../../../contract/citations.ts'
import { addMonths } from '../../../../../contract/civil-dates.ts'
import type { DocumentKind } from '../../../../../contract/documents.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { EventFacts } from '../facts.ts'
import {
  ASSUMED,
  buildGap,
  buildUndated,
  type ConditionResult,
  type Context,
  type Due,
  decideInstitution,
  defineRule,
  type Found,
  findEarliestDay,
  findLastDone,
  getLatestDay,
  isDue,
  isTracked,
  lacks,
  listDueAfterEvents,
  listRollingObligations,
  no,
  pickLaterDate,
  type Rule,
  restrictApplicability,
  toMonthsStep,
  yes,
} from './define.ts'
import { listEventKinds } from './events.ts'
import { confirmSmallTrustRac, listYearlyObligations } from './reporting.ts'

const FUNDING = 'ACTUARIAL_FUNDING_CERTIFICATE'

const isDefinedBenefit = ({ facts: { scheme } }: Context): boolean => scheme.type === 'DB'

const OF_PART_FOUR: readonly string[] = ['ADVERSE_ACTUARY_STATEMENT', 'FUNDING_CERTIFICATE_FAILED']

/** If own funds are not recorded, a certificate or statement under Part IV shows that Part IV applies. */
const hasOwnFunds = ({ profile, facts }: Context): boolean | null => {
  const isOfPartFour =
    facts.documents.some(({ kind }) => kind === FUNDING) ||
    facts.events.some(({ kind }) => OF_PART_FOUR.includes(kind))
  return profile.isRegulatoryOwnFunds ?? (isOfPartFour ? false : null)
}

/** Part IV binds defined benefit schemes; one with regulatory own funds follows Part IVA instead. */
const decidePartFour = restrictApplicability(decideInstitution, (context): ConditionResult => {
  if (!isDefinedBenefit(context)) return no('Only defined benefit schemes')
  if (context.profile.isDeathBenefitOnly) return no('Death benefits only')
  const ownFunds = hasOwnFunds(context)
  if (ownFunds === null) return lacks('isRegulatoryOwnFunds')
  if (ownFunds) return no('A regulatory own funds scheme follows Part IVA instead')
  return true
})

const listDocuments = ({ facts }: Context, kind: DocumentKind) =>
  facts.documents.filter((one) => one.kind === kind)

const listEffectiveDays = (context: Context, kind: DocumentKind): string[] =>
  listDocuments(context, kind).flatMap(({ effectiveOn }) => effectiveOn ?? [])

/** The last effective date of a certificate or valuation, by document or as a person recorded it. */
const findLastEffectiveDate = (context: Context, kind: DocumentKind, ruleId: string): string | null =>
  getLatestDay([...listEffectiveDays(context, kind), findLastDone(context, ruleId)])

/** Date on which the certificate of that effective date was filed. */
const findFilingDate = (context: Context, kind: DocumentKind, effectiveOn: string): string | null =>
  findEarliestDay(
    listDocuments(context, kind)
      .filter((one) => one.effectiveOn === effectiveOn)
      .map((one) => one.filedOn),
    effectiveOn,
  )

/** A scheme established earlier had until 1 January 1994 for its first certificate (PA s.43(1)(a) as amended in 2002). */
const PART_IV_FROM = '1991-01-01'

/**
 * Every three years from the last; the first within three years of the beginning (PA s.43(1)(b)). With `unverifiedMonths`, every so many
 * months, by a setting of the firm.
 */
function listThreeYearlyObligations(
  context: Context,
  ruleId: string,
  what: string,
  kind: DocumentKind | null,
  unverifiedMonths?: number,
): Found[] {
  const { scheme } = context.facts
  const began = scheme.establishedOn ?? scheme.wentLiveOn
  const recordedOn = kind ? listEffectiveDays(context, kind) : []
  if (!began && recordedOn.length === 0 && findLastDone(context, ruleId) === null)
    return [describeUnknownBeginning(what)]
  return listRollingObligations(context, {
    ruleId,
    months: unverifiedMonths ?? 36,
    isAssumed: unverifiedMonths !== undefined,
    recordedOn,
    lastLabel: 'Last effective date',
    anchorOn: began && pickLaterDate(began, PART_IV_FROM),
    anchorLabel: `First ${what}: the beginning of the scheme`,
    hasDerogation: false,
  })
}

const describeUnknownBeginning = (what: string): Found =>
  buildGap(`Not known: neither the effective date of the last ${what} nor when the scheme began`)

/** PA s.43(2). */
const SUBMISSION_MONTHS = 9

/** Filings due within nine months, or those of a setting, of each effective date: of the last one, and of those due since tracking began. */
const listSubmissions = (
  context: Context,
  kind: DocumentKind,
  ruleId: string,
  label: string,
  filed: DocumentKind = kind,
  unverifiedMonths?: number,
): Due[] => {
  const months = unverifiedMonths ?? SUBMISSION_MONTHS
  const lastOn = findLastEffectiveDate(context, kind, ruleId)
  const days = [
    ...new Set([...listDocuments(context, kind).flatMap(({ effectiveOn }) => effectiveOn ?? []), lastOn]),
  ]
  return days
    .filter((day): day is string => day !== null)
    .filter((day) => day === lastOn || isTracked(context, addMonths(day, months)))
    .sort()
    .reverse()
    .map((effectiveOn) => ({
      periodKey: effectiveOn,
      anchorOn: effectiveOn,
      dueOn: addMonths(effectiveOn, months),
      steps: [toMonthsStep(months)],
      metOn: findFilingDate(context, filed, effectiveOn),
      reason: `${label} + ${months} months${unverifiedMonths === undefined ? '' : ` ${ASSUMED}`}`,
      facts: [{ label, value: effectiveOn }],
    }))
}

const RESERVE = 'FUNDING_STANDARD_RESERVE_CERT'

/** Reserve certificates are required for effective dates from then on (PA s.43(1E)). */
const RESERVE_FROM = '2012-06-01'

/** If the effective date of the last certificate is unknown, so is the due date of its submission. */
function listSubmissionsOrGap(context: Context, filed: DocumentKind): Found[] {
  const found = listSubmissions(context, FUNDING, 'DB-01', 'Effective date', filed)
  if (found.length > 0) return found.map((due) => extendAfterStatement(context, due))
  return listThreeYearlyObligations(context, 'DB-01', 'certificate', FUNDING).filter((one) => !isDue(one))
}

/**
 * A certificate that follows an adverse or missing actuary's statement may be submitted until twelve months after the period of the
 * annual report (PA s.43(2) is subject to s.43(3)). The first certificate effective on or after the end of that period follows it.
 */
function extendAfterStatement(context: Context, due: Due): Due {
  const ends = listPeriodsOfStatements(context)
    .filter(
      (end) =>
        listEffectiveDays(context, FUNDING)
          .filter((day) => day >= end)
          .sort()[0] === due.anchorOn,
    )
    .map((end) => addMonths(end, 12))
  const legalEndOn = getLatestDay(ends)
  return legalEndOn !== null && legalEndOn > due.dueOn ? { ...due, legalEndOn } : due
}

/** Document of an event, if it is one of these kinds. */
const getDocument = (context: Context, { documentId }: EventFacts, kinds: readonly DocumentKind[]) =>
  context.facts.documents.find(({ id, kind }) => id === documentId && kinds.includes(kind))

/**
 * A certificate that fails the standard or the reserve is submitted with a funding proposal (PA s.49(1), (2)(e)): by the day on which
 * that certificate is due. The effective date is the event's own, or that of its document; where neither is recorded, that of the last
 * certificate before the event, which no later certificate changes.
 */
function listProposals(context: Context): Found[] {
  const failures = context.facts.events
    .filter(({ kind }) => listEventKinds('DB-04').some((one) => one === kind))
    .filter((event) => !isEarlyReserveCertificate(context, event))
    .map((event) => ({ event, ...findFailedCertificate(context, event) }))
  const anchors = failures.flatMap(({ anchorOn }) => anchorOn ?? []).sort()
  return failures.map(({ event, isOwn, anchorOn }): Found => {
    const subject = { kind: 'schemeEvent', id: event.id }
    if (!anchorOn)
      return buildGap(
        'Not recorded: the effective date of the certificate that failed. Enter it with the event',
        subject,
      )
    return {
      periodKey: event.id,
      anchorOn,
      dueOn: addMonths(anchorOn, 9),
      steps: [toMonthsStep(9)],
      metOn: findProposal(context, anchorOn, anchors),
      reason: isOwn
        ? 'With the certificate that failed: its effective date + 9 months'
        : 'With the certificate that failed: effective date of the last certificate before the event + 9 months. Enter with the event which certificate failed',
      facts: [{ label: 'Effective date', value: anchorOn }],
      subject,
    }
  })
}

/** A failed reserve certificate asks for a proposal where it was submitted on or after 1 January 2016 (PA s.49(1)(b)). */
function isEarlyReserveCertificate(context: Context, event: EventFacts): boolean {
  const reserve = getDocument(context, event, [RESERVE])
  return reserve !== undefined && (reserve.filedOn ?? event.occurredOn) < '2016-01-01'
}

/** The effective date of the certificate that failed: the event's own or that of its document, else of the last certificate before. */
function findFailedCertificate(
  context: Context,
  event: EventFacts,
): { anchorOn: string | null; isOwn: boolean } {
  const ownOn = event.relevantOn ?? getDocument(context, event, [FUNDING, RESERVE])?.effectiveOn ?? null
  const before = [...listEffectiveDays(context, FUNDING), ...listEffectiveDays(context, RESERVE)].filter(
    (day) => day <= event.occurredOn,
  )
  return { anchorOn: ownOn ?? getLatestDay(before), isOwn: ownOn !== null }
}

/** A proposal answers the last failed certificate before its own effective date or, where it has none, before it was filed. */
const findProposal = (context: Context, anchorOn: string, anchors: readonly string[]): string | null =>
  findEarliestDay(
    listDocuments(context, 'FUNDING_PROPOSAL')
      .filter(({ effectiveOn, filedOn }) => {
        const day = effectiveOn ?? filedOn
        return day !== null && anchors.findLast((one) => one <= day) === anchorOn
      })
      .map(({ filedOn }) => filedOn),
    anchorOn,
  )

/** The last day of the period of the annual report that an adverse or missing statement was about. */
const getPeriod = (context: Context, event: EventFacts): string | null =>
  event.relevantOn ?? getDocument(context, event, ['ANNUAL_REPORT'])?.periodEndOn ?? null

const listStatementEvents = ({ facts }: Context): EventFacts[] =>
  facts.events.filter(({ kind }) => kind === 'ADVERSE_ACTUARY_STATEMENT')

const listPeriodsOfStatements = (context: Context): string[] =>
  listStatementEvents(context).flatMap((event) => getPeriod(context, event) ?? [])

/**
 * A funding certificate and a reserve certificate within twelve months of the last day of the period of the annual report, effective
 * on or after that day (PA s.43(3)).
 */
const listCertificatesAfterStatement = (context: Context): Found[] =>
  listStatementEvents(context).map((event): Found => {
    const subject = { kind: 'schemeEvent', id: event.id }
    const periodEnd = getPeriod(context, event)
    if (!periodEnd)
      return buildGap(
        'Not recorded: the last day of the period of the annual report. Enter it with the event',
        subject,
      )
    const kinds: DocumentKind[] = periodEnd >= RESERVE_FROM ? [FUNDING, RESERVE] : [FUNDING]
    const filed = kinds.map((kind) =>
      findEarliestDay(
        listDocuments(context, kind).flatMap(({ effectiveOn, filedOn }) =>
          effectiveOn !== null && effectiveOn >= periodEnd ? filedOn : [],
        ),
        periodEnd,
      ),
    )
    return {
      periodKey: event.id,
      anchorOn: periodEnd,
      dueOn: addMonths(periodEnd, 12),
      steps: [toMonthsStep(12)],
      metOn: filed.includes(null) ? null : getLatestDay(filed),
      reason: 'Last day of the period of the annual report + 12 months',
      facts: [{ label: 'Period of the annual report until', value: periodEnd }],
      subject,
    }
  })

const isInProposal = (context: Context): boolean =>
  listDocuments(context, 'FUNDING_PROPOSAL').length > 0 ||
  context.facts.events.some(({ kind }) => listEventKinds('DB-04').some((one) => one === kind))

const listObligationsUntilNextYear = (context: Context, reason: string): Found[] =>
  listYearlyObligations(context, (yearEnd) => ({
    dueOn: addMonths(yearEnd, 9),
    steps: [toMonthsStep(9)],
    reason,
  }))

export const DEFINED_BENEFIT_RULES: Rule[] = [
  defineRule({
    id: 'DB-01',
    title: 'Obtain the next actuarial funding certificate',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last effective date + 36 months at the latest',
    sources: ['PA 43', 'PA 43 first'],
    confidence: 'H',
    evidence: [FUNDING],
    applies: decidePartFour,
    list: (context) => listThreeYearlyObligations(context, 'DB-01', 'certificate', FUNDING),
  }),
  defineRule({
    id: 'DB-02',
    title: 'Submit the actuarial funding certificate',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Effective date + 9 months',
    sources: ['PA 43'],
    confidence: 'H',
    evidence: [FUNDING],
    applies: decidePartFour,
    list: (context) => listSubmissionsOrGap(context, FUNDING),
  }),
  defineRule({
    id: 'DB-03',
    title: 'Submit the funding standard reserve certificate',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Effective date of the funding certificate + 9 months',
    sources: ['PA 43', 'PA 42'],
    confidence: 'H',
    evidence: [RESERVE],
    applies: decidePartFour,
    list: (context) =>
      listSubmissionsOrGap(context, RESERVE).filter((one) => !isDue(one) || one.anchorOn >= RESERVE_FROM),
  }),
  defineRule({
    id: 'DB-04',
    title: 'Submit a funding proposal',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'With the failing certificate',
    sources: ['PA 49'],
    confidence: 'H',
    evidence: ['FUNDING_PROPOSAL'],
    applies: decidePartFour,
    list: listProposals,
  }),
  defineRule({
    id: 'DB-05',
    title: 'Obtain the actuarial valuation and report',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last valuation + 36 months, and the report 9 months after the valuation date, unless the firm sets others',
    sources: ['PA 56', 'SI301 6'],
    confidence: 'M',
    ruling: `The Act leaves the times to a regulation that was not read: both periods are settings, ${NOT_VERIFIED}`,
    evidence: ['ACTUARIAL_VALUATION'],
    applies: restrictApplicability(decideInstitution, (context) => {
      if (!isDefinedBenefit(context)) return no('Only defined benefit schemes')
      return context.profile.isDeathBenefitOnly
        ? no(`Death benefits only: falls away where the conditions are met (${formatCitations('PA 56(6)')})`)
        : true
    }),
    list: (context) => [
      ...listThreeYearlyObligations(
        context,
        'DB-05',
        'valuation',
        'ACTUARIAL_VALUATION',
        context.settings.valuationMonths,
      ),
      ...listSubmissions(
        context,
        'ACTUARIAL_VALUATION',
        'DB-05',
        'Valuation date',
        'ACTUARIAL_VALUATION',
        context.settings.valuationReportMonths,
      ).map((due) => ({
        ...due,
        periodKey: `report:${due.periodKey}`,
      })),
    ],
  }),
  defineRule({
    id: 'DB-06',
    title: "Include the actuary's statement in the annual report",
    who: 'Actuary',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['PA 55 statement'],
    confidence: 'H',
    applies: decidePartFour,
    list: (context) =>
      listObligationsUntilNextYear(context, 'With the annual report: scheme year end + 9 months'),
  }),
  defineRule({
    id: 'DB-07',
    title: 'Track the funding proposal (yearly)',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['PA 55 statement'],
    confidence: 'L',
    ruling: 'The yearly rhythm could not be verified',
    applies: restrictApplicability(decidePartFour, (context) =>
      isInProposal(context) ? true : no('No funding proposal is recorded'),
    ),
    list: (context) => listObligationsUntilNextYear(context, 'Scheme year end + 9 months'),
  }),
  defineRule({
    id: 'DB-08',
    title: "Submit a funding certificate after an adverse or missing actuary's statement",
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Last day of the period of the annual report + 12 months',
    sources: ['PA 43'],
    confidence: 'H',
    evidence: [FUNDING],
    applies: decidePartFour,
    list: listCertificatesAfterStatement,
  }),
  defineRule({
    id: 'DB-09',
    title: "Notify the Pensions Authority of an adverse or missing actuary's statement",
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Statement + 28 days, unless the firm sets others',
    sources: ['PA 55 statement'],
    confidence: 'M',
    ruling: `The period is prescribed by a regulation that was not read: a setting, ${NOT_VERIFIED}`,
    applies: decidePartFour,
    list: (context) =>
      listDueAfterEvents(context, ['ADVERSE_ACTUARY_STATEMENT'], {
        days: context.settings.adverseStatementDays,
        isAssumed: true,
        label: 'Statement',
      }),
  }),
  defineRule({
    id: 'DB-10',
    title: 'Value the liability of indexing pensions',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 3 years',
    sources: ['PA 56A'],
    confidence: 'M',
    ruling: 'Only where the rules give neither indexation nor 3 % a year: to be confirmed for this scheme',
    applies: restrictApplicability(decidePartFour, () => ({
      applies: 'CONFIRM' as const,
      reason:
        'Binds schemes whose rules give neither indexation nor increases of at least 3 %: check the rules of this one',
    })),
    list: (context) => listThreeYearlyObligations(context, 'DB-10', 'valuation of the indexation', null),
  }),
  defineRule({
    id: 'DB-11',
    title: 'Value the liabilities of the defined contribution scheme or trust RAC',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'At the times that regulations prescribe',
    sources: ['PA 56(2A)'],
    confidence: 'L',
    ruling: 'The manner and the times are prescribed by regulation and could not be verified',
    applies: restrictApplicability(decideInstitution, (context) => {
      const { facts, profile } = context
      if (profile.isTrustRac) return confirmSmallTrustRac(context)
      return facts.scheme.type === 'DC' && !profile.isDeathBenefitOnly
        ? true
        : no('Only defined contribution schemes and trust RACs')
    }),
    list: () => [
      buildUndated(
        'The times are prescribed by regulation and could not be verified: enter the date with the administrator',
      ),
    ],
  }),
  defineRule({
    id: 'ROF-01',
    title: 'Submit the own funds and technical provisions certificates',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'As sections 53G to 53L say',
    sources: ['PA 53H', 'PA 53E'],
    confidence: 'M',
    applies: restrictApplicability(decideInstitution, (context) => {
      const ownFunds = hasOwnFunds(context)
      if (ownFunds === null) return lacks('isRegulatoryOwnFunds')
      return ownFunds ? yes('A regulatory own funds scheme') : no('Not a regulatory own funds scheme')
    }),
    list: () => [
      buildUndated(
        'The periods of sections 53G to 53L are not in the stored legal sources: enter the dates with the actuary',
      ),
    ],
  }),
]
