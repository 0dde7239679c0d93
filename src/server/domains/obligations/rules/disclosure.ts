/** What members are told, and when (S.I. 301/2006; Directive arts 37, 41-43). */
import { addDays, addMonths } from '../../../../contract/civil-dates.ts'
import type { MemberFacts } from '../facts.ts'
import {
  afterEvents,
  type Context,
  type Due,
  everyInstitution,
  type Found,
  gapOf,
  isFollowed,
  no,
  only,
  type Rule,
  rule,
  undated,
} from './define.ts'
import { eventsOf } from './events.ts'

/** One duty for each member to whom something happened, of those that fell due since the records began. */
const ofMembers = (
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
    if (!isFollowed(context, dueOn)) return []
    return {
      periodKey: `${member.id}:${day}`,
      anchorOn: day,
      dueOn,
      reason,
      facts: [{ label, value: day }],
      subject: { kind: 'member', id: member.id },
    }
  })

const joined = ({ status, joinedSchemeOn }: MemberFacts): string | null =>
  status === 'PROSPECTIVE' || status === 'OPTED_OUT' ? null : joinedSchemeOn

/** Members in the scheme whose joining date is not recorded: one gap for all of them. */
const joinedOnUnknown = ({ facts: { members } }: Context): Found[] =>
  members.some(({ status, joinedSchemeOn }) => status === 'ACTIVE' && joinedSchemeOn === null)
    ? [gapOf('memberJoinedOn')]
    : []

const diedOn = ({ status, endedOn }: MemberFacts): string | null => (status === 'DECEASED' ? endedOn : null)

const after =
  ({ settings }: Context) =>
  (day: string): string =>
    addMonths(day, settings.memberInformationMonths)
const reasonAfter = ({ settings }: Context, what: string): string =>
  `${what} + ${settings.memberInformationMonths} months (setting)`
const PERIOD_RULING = 'The period of the regulation could not be verified: it is a setting'

export const DISCLOSURE_RULES: Rule[] = [
  rule({
    id: 'DIS-01',
    title: 'Basic information about the scheme to a new member',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Joining + 2 months',
    sources: ['SI301 11'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    evidence: ['MEMBER_BOOKLET'],
    applies: everyInstitution,
    find: (context) => [
      ...ofMembers(context, joined, after(context), 'Joined', reasonAfter(context, 'Joining')),
      ...joinedOnUnknown(context),
    ],
  }),
  rule({
    id: 'DIS-02',
    title: 'Information to prospective members',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Before joining by choice; 14 days after joining automatically',
    sources: ['DIR 41'],
    confidence: 'H',
    ruling: 'The text says "promptly" after automatic joining; 14 days are a setting',
    applies: everyInstitution,
    find: (context) => [
      ...(context.facts.scheme.joining === 'BY_CHOICE'
        ? ofMembers(context, joined, (day) => day, 'Joins', 'Before joining, where joining is by choice')
        : ofMembers(
            context,
            joined,
            (day) => addDays(day, context.settings.automaticJoiningInformationDays),
            'Joined',
            `Joining + ${context.settings.automaticJoiningInformationDays} days (setting), where joining is automatic`,
          )),
      ...joinedOnUnknown(context),
    ],
  }),
  rule({
    id: 'DIS-03',
    title: 'Options of a leaver',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Leaving + 2 months',
    sources: ['SI301 14'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    applies: everyInstitution,
    find: (context) =>
      ofMembers(
        context,
        ({ leftServiceOn }) => leftServiceOn,
        after(context),
        'Left',
        reasonAfter(context, 'Leaving'),
      ),
  }),
  rule({
    id: 'DIS-04',
    title: 'Information on retirement or death',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Retirement or death + 2 months',
    sources: ['SI301 15'],
    confidence: 'M',
    ruling: PERIOD_RULING,
    applies: everyInstitution,
    find: (context) => [
      ...ofMembers(
        context,
        ({ retiredOn }) => retiredOn,
        after(context),
        'Retired',
        reasonAfter(context, 'Retirement'),
      ),
      ...ofMembers(context, diedOn, after(context), 'Died', reasonAfter(context, 'Death')),
    ],
  }),
  rule({
    id: 'DIS-05',
    title: 'Information on a change of the rules',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Amendment + 28 days',
    sources: ['DIR 37(3)'],
    confidence: 'M',
    ruling: 'The text says "within a reasonable time"; the number of days is a setting',
    applies: everyInstitution,
    find: (context) =>
      afterEvents(context, eventsOf('DIS-05'), {
        days: context.settings.ruleChangeInformationDays,
        label: 'Amendment',
      }),
  }),
  rule({
    id: 'DIS-06',
    title: 'Information on a winding-up',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Three months before a transfer to PRSAs; else as regulation 16 says',
    sources: ['PA 125', 'SI301 16'],
    confidence: 'M',
    applies: only(everyInstitution, ({ facts: { scheme } }) =>
      scheme.windUpStartedOn ? true : no('The scheme is not being wound up'),
    ),
    find: ({ facts: { scheme } }) => {
      const startedOn = scheme.windUpStartedOn as string
      if (scheme.type === 'DC' && scheme.windUpReason === 'TRANSFER_OUT') {
        return [
          {
            periodKey: startedOn,
            anchorOn: startedOn,
            dueOn: addMonths(startedOn, -3),
            reason: 'Winding-up − 3 months: written information before a transfer to PRSAs',
            facts: [{ label: 'Winding-up began', value: startedOn }],
          },
        ]
      }
      return [
        undated(
          'The periods of regulation 16 were not at hand: enter the date with the administrator',
          startedOn,
        ),
      ]
    },
  }),
]
