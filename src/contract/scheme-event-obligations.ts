/**
 * Obligations that events start. Separate from the contract, which every page loads: only the pages of events and the calendar use these
 * texts.
 */
import type { CitationId } from './citations.ts'
import { SchemeEventKind } from './scheme-events.ts'

/** An obligation that an event starts: the rule of the calendar, the required action and its deadline in words. */
export interface EventObligation {
  rule: string
  what: string
  when: string
  citations: readonly CitationId[]
}

const OWN_RISK_ASSESSMENT: EventObligation = {
  rule: 'GOV-02',
  what: 'Assess the risks again',
  when: 'without delay, read as within 30 days',
  citations: ['PA 64AL', 'DIR 28(1)', 'HOUSE'],
}
const POLICIES: EventObligation = {
  rule: 'GOV-04',
  what: 'Adapt the affected written policies',
  when: 'read as within 30 days',
  citations: ['DIR 21(3)', 'HOUSE'],
}
const INVESTMENT_STATEMENT: EventObligation = {
  rule: 'GOV-08',
  what: 'Revise the statement of investment policy principles',
  when: 'without delay, read as within 30 days',
  citations: ['DIR 30', 'HOUSE'],
}

/** Every kind of event and the obligations that it starts; the only place that records this. */
export const EVENT_OBLIGATIONS: Record<SchemeEventKind, readonly EventObligation[]> = {
  INVESTMENT_STRATEGY_CHANGE: [OWN_RISK_ASSESSMENT, POLICIES, INVESTMENT_STATEMENT],
  FUNDING_FALL: [OWN_RISK_ASSESSMENT],
  BULK_TRANSFER: [OWN_RISK_ASSESSMENT],
  SPONSOR_DISTRESS: [OWN_RISK_ASSESSMENT],
  MEMBERSHIP_CHANGE: [OWN_RISK_ASSESSMENT],
  ADMINISTRATOR_CHANGE: [OWN_RISK_ASSESSMENT, POLICIES],
  KEY_FUNCTION_CHANGE: [OWN_RISK_ASSESSMENT, POLICIES],
  RULE_AMENDMENT: [
    {
      ...OWN_RISK_ASSESSMENT,
      what: 'Assess the risks again, if the amendment changes them significantly',
    },
    {
      rule: 'DIS-05',
      what: 'Inform the members and beneficiaries of the rule change',
      when: 'within a reasonable time, read as 28 days',
      citations: ['DIR 37(3)', 'HOUSE'],
    },
  ],
  CYBER_INCIDENT: [OWN_RISK_ASSESSMENT, POLICIES],
  OTHER_RISK_CHANGE: [OWN_RISK_ASSESSMENT],
  INVESTMENT_POLICY_CHANGE: [INVESTMENT_STATEMENT],
  REGISTRATION_CHANGE: [
    {
      rule: 'REG-02',
      what: 'Update the registration with the Pensions Authority',
      when: 'read as within 30 days',
      citations: ['PA 60', 'HOUSE'],
    },
  ],
  FIXED_NOTICE: [
    {
      rule: 'BRE-02',
      what: 'Remedy the contravention named in the notice, and pay',
      when: 'within 21 days, the day of the notice being the first',
      citations: ['PA 3A', 'PA 3A(1A)'],
    },
  ],
  ACCESS_REQUEST: [
    {
      rule: 'GDP-02',
      what: 'Answer the data access request',
      when: 'within one month, or three months if it is complex',
      citations: ['GDPR 12(3)'],
    },
  ],
  MISAPPROPRIATION_SUSPICION: [
    {
      rule: 'BRE-01',
      what: 'Report it to the Pensions Authority in writing',
      when: 'as soon as practicable, read as within three days',
      citations: ['PA 83', 'HOUSE'],
    },
  ],
  MATERIAL_FINDING_NOT_ACTED_ON: [
    {
      rule: 'KFH-06',
      what: 'The key function holder notifies the Pensions Authority',
      when: 'no period is set',
      citations: ['DIR 24(4)'],
    },
  ],
  ADVERSE_ACTUARY_STATEMENT: [
    {
      rule: 'DB-08',
      what: 'Obtain an actuarial funding certificate',
      when: 'within 12 months of the last day of the period of the annual report',
      citations: ['PA 43'],
    },
    {
      rule: 'DB-09',
      what: 'Notify the Pensions Authority',
      when: 'within four weeks',
      citations: ['PA 55 statement'],
    },
  ],
  FUNDING_CERTIFICATE_FAILED: [
    {
      rule: 'DB-04',
      what: 'Submit a funding proposal',
      when: 'with the certificate',
      citations: ['PA 49'],
    },
  ],
  SIGNIFICANT_SYSTEM_CHANGE: [POLICIES],
  PRSA_TRANSFER: [
    {
      rule: 'DIS-06',
      what: 'The employer informs the members in writing',
      when: 'at least three months before the first transfer or the termination of the trust',
      citations: ['PA 125'],
    },
  ],
  BENEFIT_REDUCTION: [
    {
      rule: 'DIS-10',
      what: 'Inform the beneficiaries',
      when: 'without delay, and three months before the reduction is implemented',
      citations: ['DIR 43(2)'],
    },
  ],
}

const listStartingKinds = ({ rule }: EventObligation): readonly SchemeEventKind[] =>
  SchemeEventKind.options.filter((kind) =>
    EVENT_OBLIGATIONS[kind].some((obligation) => obligation.rule === rule),
  )

/** A significant change in the risk profile: an own-risk assessment follows (GOV-02). */
export const RISK_PROFILE_EVENTS = listStartingKinds(OWN_RISK_ASSESSMENT)
/** A significant change in the system of governance or an area of it: written policies are adapted (GOV-04). */
export const POLICY_EVENTS = listStartingKinds(POLICIES)
/** A significant change in the investment policy: its statement of principles is revised (GOV-08). */
export const INVESTMENT_POLICY_EVENTS = listStartingKinds(INVESTMENT_STATEMENT)
