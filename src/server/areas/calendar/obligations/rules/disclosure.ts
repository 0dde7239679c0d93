/** Information for members, and its deadlines (S.I. 301/2006; Directive arts 37, 41-43). */

import { addDays, addMonths } from '../../../../../contract/civil-dates.ts'
import { formatCount } from '../../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { EventFacts, MemberFacts } from '../facts.ts'
import {
  ASSUMED,
  buildDataGap,
  buildGap,
  buildUndated,
  type Context,
  type Due,
  decideInstitution,
  defineRule,
  type Found,
  isDue,
  isTracked,
  listDueAfterEvents,
  no,
  type Rule,
  restrictApplicability,
  toMonthsStep,
} from './define.ts'
import { listEventKinds } from './events.ts'

/** One obligation for each member with the event, of those due since tracking began. */
const listMemberObligations = (
  context: Context,
  dayOf: (member: MemberFacts) => string | null,
  dueOf: (day: string) => string,
  label: string,
  reason: string,
): Found[] =>
  context.facts.members.flatMap((member): Due | [] => {
    const day = dayOf(member)
    if (day === null) return []
    const dueOn = dueOf(day)
    if (!isTracked(context, dueOn)) return []
    return {
      periodKey: `${member.id}:${day}`,
      anchorOn: day,
      dueOn,
      reason,
      facts: [{ label, value: day }],
      subject: { kind: 'member', id: member.id },
    }
  })

const getJoiningDate = ({ status, joinedSchemeOn }: MemberFacts): string | null =>
  status === 'PROSPECTIVE' || status === 'OPTED_OUT' ? null : joinedSchemeOn

/** Before joining by choice, promptly after joining automatically (Directive art. 41); how members join decides which. */
function listJoiningObligations(context: Context): Found[] {
  const { joining } = context.facts.scheme
  if (joining === 'BY_CHOICE')
    return listMemberObligations(
      context,
      getJoiningDate,
      (day) => day,
      'Joins',
      'Before joining, where joining is by choice',
    )
  const days = context.settings.automaticJoiningInformationDays
  const found = listMemberObligations(
    context,
    getJoiningDate,
    (day) => addDays(day, days),
    'Joined',
    `Joining + ${days} days ${ASSUMED}, where joining is automatic`,
  )
  return joining === null && found.length > 0 ? [buildDataGap('joining')] : found
}

/** Members in the scheme whose joining date is not recorded: one gap for all of them. */
const listUnknownJoiningDates = ({ facts: { members } }: Context): Found[] =>
  members.some(({ status, joinedSchemeOn }) => status === 'ACTIVE' && joinedSchemeOn === null)
    ? [buildDataGap('memberJoinedOn')]
    : []

/** Members whose status says that they left, retired or died, without a date: one gap for each status. */
const listUnknownDays = (
  { facts: { members } }: Context,
  status: MemberFacts['status'],
  dayOf: (member: MemberFacts) => string | null,
  what: string,
): Found[] => {
  const count = members.filter((member) => member.status === status && dayOf(member) === null).length
  return count === 0
    ? []
    : [
        {
          ...buildGap(`Not recorded: ${what} of ${formatCount(count, 'member')}`),
          periodKey: status,
        },
      ]
}

const getDateOfDeath = ({ status, endedOn }: MemberFacts): string | null =>
  status === 'DECEASED' ? endedOn : null

const addInformationMonths =
  ({ settings }: Context) =>
  (day: string): string =>
    addMonths(day, settings.memberInformationMonths)
const formatInformationPeriod = ({ settings }: Context, what: string): string =>
  `${what} + ${settings.memberInformationMonths} months ${ASSUMED}`
const PERIOD_RULING = `The period of the regulation was not read: the months are a setting, ${NOT_VERIFIED}`

export const DISCLOSURE_RULES: Rule[] = [
  defineRule({
    id: 'DIS-01',
    title: 'Give a new member the basic scheme information',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Joining + 2 months',
    sources: ['SI301 11'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    evidence: ['MEMBER_BOOKLET'],
    applies: decideInstitution,
    list: (context) => [
      ...listMemberObligations(
        context,
        getJoiningDate,
        addInformationMonths(context),
        'Joined',
        formatInformationPeriod(context, 'Joining'),
      ),
      ...listUnknownJoiningDates(context),
    ],
  }),
  defineRule({
    id: 'DIS-02',
    title: 'Give prospective members information',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Before joining by choice; 14 days after joining automatically',
    sources: ['DIR 41'],
    confidence: 'H',
    ruling: `The text says "promptly" after automatic joining; 14 days are a setting, ${NOT_VERIFIED}`,
    applies: decideInstitution,
    list: (context) => [...listJoiningObligations(context), ...listUnknownJoiningDates(context)],
  }),
  defineRule({
    id: 'DIS-03',
    title: 'Give a leaver the leaving service options',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Leaving + 2 months',
    sources: ['SI301 14'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    applies: decideInstitution,
    list: (context) => [
      ...listMemberObligations(
        context,
        ({ leftServiceOn }) => leftServiceOn,
        addInformationMonths(context),
        'Left',
        formatInformationPeriod(context, 'Leaving'),
      ),
      ...listUnknownDays(context, 'DEFERRED', ({ leftServiceOn }) => leftServiceOn, 'the day of leaving'),
    ],
  }),
  defineRule({
    id: 'DIS-04',
    title: 'Give information on retirement or death',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Retirement or death + 2 months',
    sources: ['SI301 15'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    applies: decideInstitution,
    list: (context) => [
      ...listMemberObligations(
        context,
        ({ retiredOn }) => retiredOn,
        addInformationMonths(context),
        'Retired',
        formatInformationPeriod(context, 'Retirement'),
      ),
      ...listMemberObligations(
        context,
        getDateOfDeath,
        addInformationMonths(context),
        'Died',
        formatInformationPeriod(context, 'Death'),
      ),
      ...listUnknownDays(context, 'PENSIONER', ({ retiredOn }) => retiredOn, 'the day of retirement'),
      ...listUnknownDays(context, 'DECEASED', ({ endedOn }) => endedOn, 'the day of death'),
    ],
  }),
  defineRule({
    id: 'DIS-05',
    title: 'Notify members and beneficiaries of a rule change',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Amendment + 28 days',
    sources: ['DIR 37(3)'],
    confidence: 'M',
    ruling: `The text says "within a reasonable time"; the number of days is a setting, ${NOT_VERIFIED}`,
    applies: decideInstitution,
    list: (context) =>
      listDueAfterEvents(context, listEventKinds('DIS-05'), {
        days: context.settings.ruleChangeInformationDays,
        isAssumed: true,
        label: 'Amendment',
      }),
  }),
  defineRule({
    id: 'DIS-06',
    title: 'Notify members before a transfer into PRSAs',
    who: 'Employer',
    trigger: 'EVENT',
    due: 'Three months before any transfer from the trust, or its termination',
    sources: ['PA 125'],
    confidence: 'H',
    applies: restrictApplicability(decideInstitution, (context) => {
      const { scheme } = context.facts
      if (scheme.type !== 'DC') return no('Only a defined contribution scheme')
      return listTransfersIntoPrsas(context).length > 0 || isTransferUnknown(context)
        ? true
        : no('No transfer into PRSAs is recorded')
    }),
    list: (context) =>
      isTransferUnknown(context)
        ? [
            buildUndated(
              'Not recorded: whether the assets go to PRSAs, and the day of the first transfer or of the termination of the trust. Record the event “Transfer into PRSAs”; a transfer to another scheme needs none',
              context.facts.scheme.windUpStartedOn as string,
            ),
          ]
        : listTransfersIntoPrsas(context).map(({ id, relevantOn, reportedOn }): Found => {
            const subject = { kind: 'schemeEvent', id }
            if (!relevantOn)
              return buildGap(
                'Not recorded: the day of the first transfer from the trust, or of its termination. Enter it with the event',
                subject,
              )
            return {
              periodKey: id,
              anchorOn: relevantOn,
              dueOn: addMonths(relevantOn, -3),
              steps: [toMonthsStep(-3)],
              metOn: reportedOn ?? null,
              reason: 'Transfer from the trust, or its termination − 3 months',
              facts: [{ label: 'Transfer or termination', value: relevantOn }],
              subject,
            }
          }),
  }),
  defineRule({
    id: 'DIS-08',
    title: 'Notify members of the wind-up',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'As regulation 16 says',
    sources: ['SI301 16'],
    confidence: 'M',
    applies: restrictApplicability(decideInstitution, ({ facts: { scheme } }) =>
      scheme.windUpStartedOn ? true : no('The scheme is not being wound up'),
    ),
    list: ({ facts: { scheme } }) => [
      buildUndated(
        'The periods of the regulation could not be verified: enter the date with the administrator',
        scheme.windUpStartedOn as string,
      ),
    ],
  }),
  defineRule({
    id: 'DIS-09',
    title: 'Give pre-retirement information on benefit options',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'In due time before the retirement date, read as 6 months unless the firm sets others',
    sources: ['DIR 42'],
    confidence: 'M',
    ruling: `The text says "in due time before the retirement age", or at request: the months are a setting, ${NOT_VERIFIED}`,
    applies: decideInstitution,
    list: (context) => {
      const { preRetirementInformationMonths: months } = context.settings
      const horizon = addMonths(context.today, 12)
      return listMemberObligations(
        context,
        ({ status, normalRetirementOn }) =>
          status === 'ACTIVE' || status === 'DEFERRED' ? normalRetirementOn : null,
        (day) => addMonths(day, -months),
        'Normal retirement date',
        `Normal retirement date − ${months} months ${ASSUMED}`,
      ).filter((found) => isDue(found) && found.dueOn <= horizon)
    },
  }),
  defineRule({
    id: 'DIS-10',
    title: 'Notify beneficiaries of a benefit reduction',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Without delay after the decision, and three months before it is implemented',
    sources: ['DIR 43(2)'],
    confidence: 'H',
    applies: decideInstitution,
    list: ({ facts }) =>
      facts.events
        .filter(({ kind }) => listEventKinds('DIS-10').some((one) => one === kind))
        .map(({ id, occurredOn, relevantOn, reportedOn }): Found => {
          const subject = { kind: 'schemeEvent', id }
          if (!relevantOn)
            return buildGap(
              'Not recorded: the day on which the reduction is implemented. Enter it with the event',
              subject,
            )
          return {
            periodKey: id,
            anchorOn: relevantOn,
            dueOn: addMonths(relevantOn, -3),
            steps: [toMonthsStep(-3)],
            metOn: reportedOn ?? null,
            reason: 'Implementation of the reduction − 3 months; without delay after the decision',
            facts: [
              { label: 'Implemented', value: relevantOn },
              { label: 'Decided', value: occurredOn },
            ],
            subject,
          }
        }),
  }),
]

const listTransfersIntoPrsas = ({ facts }: Context): EventFacts[] =>
  facts.events.filter(({ kind }) => listEventKinds('DIS-06').some((one) => one === kind))

/** Wound up by transfer, with no event that says whether it is into PRSAs. */
const isTransferUnknown = (context: Context): boolean =>
  context.facts.scheme.windUpStartedOn !== null &&
  context.facts.scheme.windUpReason === 'TRANSFER_OUT' &&
  listTransfersIntoPrsas(context).length === 0
