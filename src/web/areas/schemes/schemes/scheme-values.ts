/** A scheme as form values: groups of fields are objects in the form, and null again if all their fields are empty. */
import { prefixPbNumber } from '../../../../contract/schemes.ts'
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

/** Initial values of a new scheme, as in the contract. */
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

export const fillEmptyGroups = (scheme: Values): Values => ({
  ...scheme,
  ...Object.fromEntries(Object.entries(EMPTY_GROUPS).map(([name, empty]) => [name, scheme[name] ?? empty])),
})

const isEntered = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false

/** A PB number may be entered as digits. An empty group is sent as not known (null); without a chosen legal form the service applies the type's default. */
export const prepareScheme = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.keys(EMPTY_GROUPS).map((name) => {
      const group = values[name] as object | null | undefined
      return [name, group && Object.values(group).some(isEntered) ? group : null]
    }),
  ),
  pensionsAuthorityNumber: prefixPbNumber(values.pensionsAuthorityNumber),
  legalForm: values.legalForm ?? undefined,
  investmentManagerIds: ((values.investmentManagerIds ?? []) as unknown[]).filter(Boolean),
})
