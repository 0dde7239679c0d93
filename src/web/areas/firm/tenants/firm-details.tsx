import { ENQUIRY_FIELDS } from '../../../../contract/enquiry-contact.ts'
import type { Tenant } from '../../../../contract/tenants.ts'
import { formatYearEnd } from '../../../format.ts'
import { formatValue, getLabel } from '../../../labels.ts'
import { usePersonName } from '../../../people.ts'
import { Details } from '../../../ui/section.tsx'
import { type Figure, formatFigure } from './figures-field.tsx'
import { DAYS_OF_YEAR, FIGURES, RULE_DAYS, RULE_SETTINGS } from './firm-fields.tsx'

const FIELDS = [
  'name',
  'tradingName',
  'cbiReference',
  'intermediaryTypes',
  'registeredAdministratorNumber',
  'registeredAdministratorExpiresOn',
  'dataProtectionContact',
  ...ENQUIRY_FIELDS,
] as const
const SETTINGS = [
  'reminderLeadDays',
  'retentionYears',
  'memberRetentionYears',
  'prospectiveRetentionYears',
  'fourEyes',
  'secondFactorRequiredFor',
  'secondFactorGraceDays',
  'questionsSent',
] as const
const ASSUMPTIONS = [
  ...RULE_DAYS,
  ...(Object.keys(RULE_SETTINGS) as (keyof typeof RULE_SETTINGS)[]),
  ...DAYS_OF_YEAR,
  ...(Object.keys(FIGURES) as (keyof typeof FIGURES)[]),
] as const

const formatKnown = (name: string, value: unknown): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'Not known' : formatValue(name, value)

const formatSetting = (name: (typeof SETTINGS | typeof ASSUMPTIONS)[number], value: unknown): string => {
  if (name in FIGURES) return (value as Figure[]).map(formatFigure).join('; ')
  if (DAYS_OF_YEAR.some((day) => day === name))
    return value ? formatYearEnd(value as { month: number; day: number }) : 'Not set'
  if (!(name in RULE_SETTINGS)) return formatValue(name, value)
  const unit = RULE_SETTINGS[name as keyof typeof RULE_SETTINGS]
  return `${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}

/** The record to read. */
export function FirmDetails({ firm }: { firm: Tenant }) {
  const officer = usePersonName(firm.complianceOfficerUserId ?? '')
  return (
    <Details
      details={[
        ...FIELDS.map((name) => ({ label: getLabel(name), value: formatKnown(name, firm[name]) })),
        {
          label: getLabel('complianceOfficerUserId'),
          value: firm.complianceOfficerUserId ? officer : 'Not known',
        },
        ...SETTINGS.map((name) => ({
          label: getLabel(`settings.${name}`),
          value: formatSetting(name, firm.settings[name]),
          source: 'Firm setting, not law',
        })),
        ...ASSUMPTIONS.map((name) => ({
          label: getLabel(`settings.${name}`),
          value: formatSetting(name, firm.settings[name]),
          source: 'Our interpretation, unverified',
        })),
      ]}
    />
  )
}
