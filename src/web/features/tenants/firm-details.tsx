import type { Tenant } from '../../../contract/tenants.ts'
import { labelOf, valueWords } from '../../labels.ts'
import { usePersonName } from '../../people.ts'
import { Details } from '../../ui/section.tsx'

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
  'keyFunctionNotificationDays',
  'retentionYears',
  'fourEyes',
] as const

const knownWords = (name: string, value: unknown): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'Not known' : valueWords(name, value)

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
          value: valueWords(name, firm.settings[name]),
          source: 'House setting, not law',
        })),
      ]}
    />
  )
}
