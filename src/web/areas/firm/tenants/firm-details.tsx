import type { Tenant } from '../../../../contract/tenants.ts'
import { formatYearEnd } from '../../../format.ts'
import { formatValue, labelOf } from '../../../labels.ts'
import { usePersonName } from '../../../people.ts'
import { Details } from '../../../ui/section.tsx'
import { RULE_SETTINGS } from './firm-fields.tsx'

const FIELDS = [
  'name',
  'tradingName',
  'cbiReference',
  'intermediaryTypes',
  'registeredAdministratorNumber',
  'registeredAdministratorExpiresOn',
  'dataProtectionContact',
] as const
const SETTINGS = [
  'reminderLeadDays',
  'omaDerogationUntil',
  'trusteeTrainingFrom',
  'ictInitialReportHours',
  'ictIntermediateReportHours',
  'ictFinalReportMonths',
  'retentionYears',
  'fourEyes',
  'questionsSent',
  ...(Object.keys(RULE_SETTINGS) as (keyof typeof RULE_SETTINGS)[]),
  'annualFeeDue',
  'ictRegisterDue',
] as const

const knownWords = (name: string, value: unknown): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'Not known' : formatValue(name, value)

const settingWords = (name: (typeof SETTINGS)[number], value: unknown): string => {
  if (name === 'annualFeeDue' || name === 'ictRegisterDue')
    return value ? formatYearEnd(value as { month: number; day: number }) : 'Not set'
  return name in RULE_SETTINGS
    ? `${value} ${RULE_SETTINGS[name as keyof typeof RULE_SETTINGS]}`
    : formatValue(name, value)
}

/** The record to read. */
export function FirmDetails({ firm }: { firm: Tenant }) {
  const officer = usePersonName(firm.complianceOfficerUserId ?? '')
  return (
    <Details
      details={[
        ...FIELDS.map((name) => ({ label: labelOf(name), value: knownWords(name, firm[name]) })),
        {
          label: labelOf('complianceOfficerUserId'),
          value: firm.complianceOfficerUserId ? officer : 'Not known',
        },
        ...SETTINGS.map((name) => ({
          label: labelOf(`settings.${name}`),
          value: settingWords(name, firm.settings[name]),
          source: 'House setting, not law',
        })),
      ]}
    />
  )
}
