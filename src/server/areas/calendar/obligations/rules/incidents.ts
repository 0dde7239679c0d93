/** Rules started by incidents and requests: reports, answers, notices; and digital resilience. */
import { DATA_BREACH_HOURS } from '../../../../../contract/breaches.ts'
import { addMonths } from '../../../../../contract/civil-dates.ts'
import { toWorkingDayOnOrAfter } from '../../../../../contract/public-holidays.ts'
import type { RegimeProfile } from '../../../../../contract/schemes.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import { toDublinDate } from '../../../../platform/clock.ts'
import { getDoraTier } from '../../../schemes/schemes/index.ts'
import type { EventFacts } from '../facts.ts'
import {
  type Applicability,
  ASSUMED,
  addHours,
  buildUndated,
  type Context,
  type Due,
  decideInstitution,
  defineRule,
  type Found,
  lacks,
  listDueAfterEvents,
  listRollingObligations,
  no,
  pickLaterDate,
  type Rule,
  restrictApplicability,
  toSubject,
  yes,
} from './define.ts'
import { listEventKinds } from './events.ts'
import { decideByMemberCount, decideByOwnDay, findSideOfThresholdSince } from './member-counts.ts'
import { listFollowedDaysOfYear } from './scheme-years.ts'

const decideMisappropriationReport = ({ facts: { scheme } }: Context): Applicability =>
  scheme.legalForm === null
    ? lacks('legalForm')
    : scheme.type === 'RAC' && scheme.legalForm !== 'TRUST_RAC'
      ? no('A retirement annuity contract without a trust is neither a scheme, a trust RAC nor a PRSA')
      : yes('Every scheme, trust RAC and PRSA; the broker itself is a reporter')
const decideController = (): Applicability => yes('The controller of the personal data')

/** A period in an EU act that ends on a weekend or a public holiday runs to the next working day (Regulation 1182/71 art. 3(4)). */
const rollToWorkingDay = (dueOn: string): { legalEndOn?: string } => {
  const end = toWorkingDayOnOrAfter(dueOn)
  return end === dueOn ? {} : { legalEndOn: end }
}
const ROLLS = `A period that ends on a weekend or a public holiday in Ireland runs to the next working day: which days are public holidays is ${NOT_VERIFIED}`
const listDataBreaches = ({ facts }: Context): EventFacts[] =>
  facts.events.filter(({ kind }) => kind === 'PERSONAL_DATA_BREACH')

/** One month, and two more if the person was informed of the extension within the first (GDPR art. 12(3)). */
function listAccessRequests(context: Context): Due[] {
  const extended = new Map(context.facts.events.map(({ id, extendedOn }) => [id, extendedOn ?? null]))
  return listDueAfterEvents(context, listEventKinds('GDP-02'), { months: 1, label: 'Request' }).map((due) => {
    const extendedOn = extended.get(due.periodKey) ?? null
    if (extendedOn === null) return due
    const fact = { label: 'Extended', value: extendedOn }
    return extendedOn <= (rollToWorkingDay(due.dueOn).legalEndOn ?? due.dueOn)
      ? {
          ...due,
          dueOn: addMonths(due.anchorOn, 3),
          reason: 'Request + 1 month, extended by 2 months',
          facts: [...due.facts, fact],
        }
      : {
          ...due,
          reason: 'Request + 1 month; the extension came after that month',
          facts: [...due.facts, fact],
        }
  })
}
const rollDues = (dues: Due[]): Due[] => dues.map((due) => ({ ...due, ...rollToWorkingDay(due.dueOn) }))

type DoraTier = RegimeProfile['doraTier']['value']

/** Tier by the member count of a date, if known. DORA counts the members of the whole trust. */
function decideTier(context: Context, tiers: readonly DoraTier[], day: string): Applicability {
  const { profile, facts } = context
  const { trustMemberCount } = facts.scheme
  const decide = (members: number): Applicability => {
    const tier = getDoraTier(true, Math.max(members, trustMemberCount ?? 0))
    return tiers.includes(tier.value) ? yes(tier.reason) : no(tier.reason)
  }
  if (trustMemberCount !== null) return decide(profile.activeAndDeferred)
  if (profile.isMasterTrust && profile.doraTier.value !== 'FULL') return lacks('trustMemberCount')
  const counted = decideByMemberCount(context, day, decide)
  return counted === true ? yes('By the number of members') : counted
}

/** Rule of one or more tiers: incidents and past due dates use the member count of their own date. */
const limitToDora = (tiers: readonly DoraTier[], findAll: Rule['list']): Pick<Rule, 'applies' | 'list'> => {
  const { applies, list: find } = decideByOwnDay(
    (context, day) => decideTier(context, tiers, day),
    ({ subject, anchorOn, dueOn }) => (subject ? anchorOn : dueOn),
    findAll,
  )
  return { list: find, applies: restrictApplicability(decideInstitution, applies) }
}

/** DORA applies from 17 January 2025 (art. 64). */
const DORA_FROM = '2025-01-17'
const getDoraStart = (context: Context, tier: DoraTier): string | null => {
  const { wentLiveOn, establishedOn } = context.facts.scheme
  const began = wentLiveOn ?? establishedOn
  const isThat = (members: number): boolean => getDoraTier(true, members).value === tier
  return (
    began &&
    pickLaterDate(pickLaterDate(began, DORA_FROM), findSideOfThresholdSince(context, isThat) ?? DORA_FROM)
  )
}

/** The last review of the framework of that tier; a major incident requires another. */
const createFrameworkFinder =
  (ruleId: string, tier: DoraTier) =>
  (context: Context): Found[] => [
    ...listRollingObligations(context, {
      ruleId,
      // Article 6(5) says "at least once a year" for the full framework, article 16 only "periodically" for the simplified one.
      ...(tier === 'FULL'
        ? { months: 12 }
        : { months: context.settings.ictFrameworkReviewMonths, isAssumed: true }),
      lastLabel: 'Last review',
      anchorOn: getDoraStart(context, tier),
    }),
    ...listDueAfterEvents(context, ['CYBER_INCIDENT'], {
      days: context.settings.ictReviewAfterIncidentDays,
      isAssumed: true,
      label: 'Major incident',
    }),
  ]

export const INCIDENT_RULES: Rule[] = [
  defineRule({
    id: 'BRE-01',
    title: 'Report suspected material misappropriation or fraud to the Pensions Authority',
    who: 'Relevant persons, including the broker',
    trigger: 'EVENT',
    due: 'As soon as practicable, in writing: 3 days',
    sources: ['PA 83', 'PA 82'],
    confidence: 'H',
    ruling: `The text says "as soon as practicable"; the number of days is a setting, ${NOT_VERIFIED}`,
    evidence: ['BREACH_REPORT'],
    applies: decideMisappropriationReport,
    list: (context) =>
      listDueAfterEvents(context, listEventKinds('BRE-01'), {
        days: context.settings.misappropriationReportDays,
        isAssumed: true,
        label: 'Belief formed',
      }),
  }),
  defineRule({
    id: 'BRE-02',
    title: 'Answer a section 3A notice: remedy and pay',
    who: 'Person who received the notice',
    trigger: 'EVENT',
    due: '21 days that begin on the date of the notice',
    sources: ['PA 3A', 'PA 3A(1A)'],
    confidence: 'H',
    ruling:
      'A notice is possible for the listed offences only: the monthly statement of contributions (sections 58A(3) and 121(5)) is listed, remitting contributions (section 58A(1) and (2)) is not. Changes of the list after 2007 were not checked',
    evidence: ['AUTHORITY_CORRESPONDENCE'],
    applies: () => yes('The person to whom the notice was given'),
    list: (context) =>
      listDueAfterEvents(context, listEventKinds('BRE-02'), { days: 20, label: 'Date of the notice' }).map(
        (due) => ({
          ...due,
          reason: 'Date of the notice + 20 days: the period of 21 days begins on that date',
        }),
      ),
  }),
  defineRule({
    id: 'GDP-01',
    title: 'Notify the Data Protection Commission of a personal data breach',
    who: 'Controller',
    trigger: 'EVENT',
    due: 'Awareness + 72 hours',
    sources: ['GDPR 33'],
    confidence: 'H',
    evidence: ['BREACH_REPORT'],
    applies: decideController,
    list: (context) =>
      listDataBreaches(context).map((breach): Found => {
        const { id, riskToPeople, reportedOn, reportedAt, awareAt, occurredOn } = breach
        const due = addHours(breach, DATA_BREACH_HOURS)
        if (riskToPeople === 'UNLIKELY')
          return {
            periodKey: id,
            state: 'NOT_REQUIRED',
            reason: 'Assessed as unlikely to result in a risk to people, with the reason in the register',
            subject: { kind: 'breach', id },
          }
        return {
          ...due,
          periodKey: id,
          metOn: reportedOn ?? null,
          metAt: reportedAt ?? null,
          reason: 'Awareness + 72 hours',
          facts: [{ label: 'Awareness', value: awareAt ?? occurredOn }],
        }
      }),
  }),
  defineRule({
    id: 'GDP-02',
    title: 'Answer a data subject access request',
    who: 'Controller',
    trigger: 'EVENT',
    due: 'Request + 1 month; two more where it is complex',
    sources: ['GDPR 12(3)', 'REG1182 3', 'OWTA 2'],
    confidence: 'H',
    ruling: ROLLS,
    applies: decideController,
    list: (context) => rollDues(listAccessRequests(context)),
  }),
  defineRule({
    id: 'GDP-03',
    title: 'Notify the people concerned of a high-risk personal data breach',
    who: 'Controller',
    trigger: 'EVENT',
    due: 'Without undue delay',
    sources: ['GDPR 34'],
    confidence: 'H',
    ruling: 'The text sets no period: the 72 hours of the notification are shown',
    applies: decideController,
    list: (context) =>
      listDataBreaches(context)
        .filter(({ riskToPeople }) => riskToPeople === 'HIGH')
        .map((breach) => ({
          ...addHours(breach, DATA_BREACH_HOURS),
          periodKey: breach.id,
          // The report to the authority does not tell the people concerned.
          metOn: null,
          reason: 'Assessed as a high risk to people: without undue delay, shown at awareness + 72 hours',
          facts: [{ label: 'Awareness', value: breach.awareAt ?? breach.occurredOn }],
        })),
  }),
  defineRule({
    id: 'DOR-01',
    title: 'Review the simplified ICT risk framework',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 12 months, and after a major incident',
    sources: ['DORA 16'],
    confidence: 'M',
    ruling: `The text says "periodically"; the interval and the days after an incident are ${NOT_VERIFIED}: settings of the firm`,
    ...limitToDora(['SIMPLIFIED'], createFrameworkFinder('DOR-01', 'SIMPLIFIED')),
  }),
  defineRule({
    id: 'DOR-02',
    title: 'Review the ICT risk framework',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 12 months, and after a major incident',
    sources: ['DORA 6(5)', 'DORA 3(60)'],
    confidence: 'H',
    ruling: `A microenterprise reviews periodically instead: staff and turnover are not recorded here. The days after an incident are a setting, ${NOT_VERIFIED}`,
    ...limitToDora(['FULL'], createFrameworkFinder('DOR-02', 'FULL')),
  }),
  defineRule({
    id: 'DOR-03',
    title: 'Report the register of ICT contracts',
    who: 'Trustees',
    trigger: 'RECURRING_CALENDAR',
    due: 'A day of the year that the firm sets',
    sources: ['DORA 28(3)'],
    confidence: 'M',
    ruling: 'The authority sets the day, which could not be verified: a setting',
    ...limitToDora(['SIMPLIFIED', 'FULL'], (context) =>
      context.settings.ictRegisterDue === null
        ? [
            buildUndated(
              'The day of the yearly report could not be verified: set it in the settings of the firm',
            ),
          ]
        : listFollowedDaysOfYear(context, context.settings.ictRegisterDue).map((dueOn) => ({
            periodKey: dueOn.slice(0, 4),
            anchorOn: dueOn,
            dueOn,
            reason: 'The day that the firm has set',
            facts: [{ label: 'Setting', value: dueOn }],
          })),
    ),
  }),
  defineRule({
    id: 'DOR-04',
    title: 'Report a major ICT incident',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Initial and intermediate report by hours, final report by months from awareness, as the firm sets them',
    sources: ['DORA 19', 'REG1182 3', 'OWTA 2'],
    confidence: 'M',
    ruling: `The hours and the month stand in technical standards that could not be verified: settings. ${ROLLS}`,
    ...limitToDora(['SIMPLIFIED', 'FULL'], ({ facts, settings }) =>
      facts.events
        .filter(({ kind }) => kind === 'CYBER_INCIDENT' || kind === 'ICT_INCIDENT')
        .flatMap((incident): Due[] => {
          const { id, occurredOn, awareAt } = incident
          const shared = {
            anchorOn: occurredOn,
            facts: [{ label: 'Awareness', value: awareAt ?? occurredOn }],
            subject: toSubject(incident),
          }
          const { ictInitialReportHours, ictIntermediateReportHours, ictFinalReportMonths } = settings
          const finalOn = addMonths(
            awareAt ? toDublinDate(new Date(awareAt)) : occurredOn,
            ictFinalReportMonths,
          )
          return [
            {
              ...addHours(incident, ictInitialReportHours),
              ...shared,
              periodKey: `${id}:initial`,
              reason: `Awareness + ${ictInitialReportHours} hours ${ASSUMED}: initial report`,
            },
            {
              ...addHours(incident, ictIntermediateReportHours),
              ...shared,
              periodKey: `${id}:intermediate`,
              reason: `Awareness + ${ictIntermediateReportHours} hours ${ASSUMED}: intermediate report`,
            },
            {
              ...shared,
              periodKey: `${id}:final`,
              dueOn: finalOn,
              // Hours do not roll over a weekend, a period in months does.
              ...rollToWorkingDay(finalOn),
              reason: `Awareness + ${ictFinalReportMonths} months ${ASSUMED}: final report`,
            },
          ]
        }),
    ),
  }),
]
