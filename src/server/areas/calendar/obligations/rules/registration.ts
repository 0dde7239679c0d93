/** Registration of the scheme and of its administrator (Pensions Act 1990 ss.60, 64E, 64G). */
import { addDays, addMonths } from '../../../../../contract/civil-dates.ts'
import { decidePrsaAccess, listMissingPrsaSteps } from '../../../../../contract/prsa-access.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import { getTrustRacStart } from './commencement.ts'
import {
  ASSUMED,
  buildGap,
  buildStandingObligation,
  decideInstitution,
  defineRule,
  isTracked,
  lacks,
  listDueAfterEvents,
  no,
  pickLaterDate,
  type Rule,
  restrictApplicability,
  toDaysStep,
  toMonthsStep,
  yes,
} from './define.ts'
import { listEventKinds } from './events.ts'

/** A scheme is registered within a year of its commencement, or of that of the section where the scheme is older (PA s.60(2)). */
const LIMIT_MONTHS = 12

export const REGISTRATION_RULES: Rule[] = [
  defineRule({
    id: 'REG-01',
    title: 'Register the scheme with the Pensions Authority',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Beginning + 2 months as a warning; 12 months as the older limit of the Act',
    sources: ['PA 60'],
    confidence: 'M',
    ruling: `Two months are ${NOT_VERIFIED}, and a setting of the firm; twelve are the limit as enacted in 1990`,
    evidence: ['PA_REGISTRATION'],
    applies: decideInstitution,
    list: (context) => {
      const { scheme } = context.facts
      const { settings } = context
      if (scheme.pensionsAuthorityNumber) return [buildStandingObligation('The scheme has its PB number')]
      const began = scheme.establishedOn ?? scheme.wentLiveOn
      if (!began) return [buildGap('Not known: when the scheme began')]
      const commencedOn = pickLaterDate(settings.pensionsActFrom, getTrustRacStart(context))
      const isOlder = began < commencedOn
      const anchorOn = isOlder ? commencedOn : began
      if (!isTracked(context, addMonths(anchorOn, LIMIT_MONTHS)))
        return [
          buildGap(
            'Not known: the PB number of a scheme that had to be registered before it was followed here',
          ),
        ]
      if (isOlder)
        return [
          {
            periodKey: began,
            anchorOn,
            dueOn: addMonths(anchorOn, LIMIT_MONTHS),
            steps: [toMonthsStep(LIMIT_MONTHS)],
            reason: `Older than the section: its commencement on ${anchorOn} ${ASSUMED} + ${LIMIT_MONTHS} months`,
            facts: [{ label: 'Scheme began', value: began }],
          },
        ]
      return [
        {
          periodKey: began,
          anchorOn: began,
          dueOn: addMonths(began, settings.registrationWarningMonths),
          steps: [toMonthsStep(settings.registrationWarningMonths)],
          legalEndOn: addMonths(began, LIMIT_MONTHS),
          reason: `Beginning + ${settings.registrationWarningMonths} months ${ASSUMED}; + ${LIMIT_MONTHS} months as enacted`,
          facts: [{ label: 'Scheme began', value: began }],
        },
      ]
    },
  }),
  defineRule({
    id: 'REG-02',
    title: 'Update the registration data',
    who: 'Registered administrator',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['PA 60'],
    confidence: 'L',
    ruling: `The number of days is a setting, ${NOT_VERIFIED}`,
    applies: decideInstitution,
    list: (context) =>
      listDueAfterEvents(context, listEventKinds('REG-02'), {
        days: context.settings.registrationChangeDays,
        isAssumed: true,
        label: 'Change',
      }),
  }),
  defineRule({
    id: 'RA-01',
    title: 'Renew the administrator registration',
    who: 'Registered administrator',
    trigger: 'RECURRING_CALENDAR',
    due: 'End of the registration year − 30 days',
    sources: ['PA 64E'],
    confidence: 'H',
    applies: ({ settings }) =>
      settings.administratorRegistrationEndsOn
        ? yes('The firm is a registered administrator')
        : no('The firm is not recorded as a registered administrator'),
    list: ({ settings }) => {
      const endsOn = settings.administratorRegistrationEndsOn as string
      return [
        {
          periodKey: endsOn,
          anchorOn: endsOn,
          dueOn: addDays(endsOn, -30),
          steps: [toDaysStep(-30)],
          reason: 'End of the registration year − 30 days',
          facts: [{ label: 'Registration ends', value: endsOn }],
        },
      ]
    },
  }),
  defineRule({
    id: 'RA-02',
    title: 'Give notice to end the registered administrator agreement',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'End of the agreement − 90 days',
    sources: ['PA 64G(3)'],
    confidence: 'H',
    applies: restrictApplicability(decideInstitution, ({ facts }) =>
      facts.outsourcing.some(({ activity, endedOn }) => activity === 'RA' && endedOn)
        ? true
        : no('No end of an agreement with the registered administrator is recorded'),
    ),
    list: (context) =>
      context.facts.outsourcing.flatMap(({ id, activity, endedOn }) =>
        activity === 'RA' && endedOn && isTracked(context, addDays(endedOn, -90))
          ? {
              periodKey: id,
              anchorOn: endedOn,
              dueOn: addDays(endedOn, -90),
              steps: [toDaysStep(-90)],
              reason: 'End of the agreement − 90 days',
              facts: [{ label: 'Agreement ends', value: endedOn }],
              subject: { kind: 'outsourcingArrangement', id },
            }
          : [],
      ),
  }),
  defineRule({
    id: 'PRS-01',
    title: 'Give excluded employees access to a Standard PRSA',
    who: 'Employer',
    trigger: 'EVENT',
    due: 'At all times',
    sources: ['PA 121'],
    confidence: 'H',
    ruling:
      'One scheme at a time: an employee who can join another scheme of the employer within 6 months is not excluded',
    applies: ({ facts: { scheme } }) => {
      const { applies, reason, missing } = decidePrsaAccess(scheme)
      return missing ? lacks(missing) : { applies, reason }
    },
    list: (context) => {
      const {
        facts: { scheme, prsaAccess },
        today,
      } = context
      if (decidePrsaAccess(scheme).applies !== 'YES') return []
      const { prsaDesignatedOn, prsaProvider } = prsaAccess
      const steps = listMissingPrsaSteps(prsaAccess)
      if (prsaDesignatedOn === null || prsaDesignatedOn > today)
        return [buildGap(`Not recorded: ${steps.join(', ')}. Enter it on the page of the employer`)]
      return [
        buildStandingObligation(
          `Designated${prsaProvider ? `: ${prsaProvider}` : ''}${steps.length > 0 ? `. Not recorded: ${steps.join(', ')}` : ''}`,
          prsaDesignatedOn,
        ),
      ]
    },
  }),
]
