/** A scheme as its form holds it: groups of fields that are open to be filled, and closed again when nothing was entered. */
import type { Values } from '../../../forms/contract-form.tsx'

const EMPTY_GROUPS = {
  schemeYearEnd: { day: null, month: null },
  contributionBasis: {
    employeeRatePercent: null,
    employerRatePercent: null,
    additionalVoluntaryAllowed: false,
    basis: null,
    effectiveFrom: null,
  },
  memberCounts: { active: null, deferred: null, pensioner: null, asOfOn: null },
  trusteeBody: { kind: null, name: null, croNumber: null, appointedOn: null },
}

/** What a new scheme begins with, as the contract has it. */
export const createSchemeValues = (employerId: string | null): Values => ({
  employerId,
  type: null,
  legalForm: null,
  registrationPending: false,
  revenueApprovalStatus: 'NOT_SOUGHT',
  isFunded: true,
  isRegulatoryOwnFunds: null,
  hasAuthorisedTradeUnion: null,
  considersEsg: null,
  hasDepositary: null,
  isMasterTrust: false,
  isCrossBorder: false,
  joining: 'AUTOMATIC',
  limitsEntry: null,
  waitingPeriodMonths: null,
  registeredAdministratorId: null,
  auditorId: null,
  actuaryId: null,
  depositaryId: null,
  investmentManagerIds: [],
  ...EMPTY_GROUPS,
})

export const openGroups = (scheme: Values): Values => ({
  ...scheme,
  ...Object.fromEntries(Object.entries(EMPTY_GROUPS).map(([name, empty]) => [name, scheme[name] ?? empty])),
})

const isEntered = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false

/** A group in which nothing stands is not known (null), and a legal form that was not chosen is left to the type. */
export const prepareScheme = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.keys(EMPTY_GROUPS).map((name) => {
      const group = values[name] as object | null | undefined
      return [name, group && Object.values(group).some(isEntered) ? group : null]
    }),
  ),
  legalForm: values.legalForm ?? undefined,
  investmentManagerIds: ((values.investmentManagerIds ?? []) as unknown[]).filter(Boolean),
})
