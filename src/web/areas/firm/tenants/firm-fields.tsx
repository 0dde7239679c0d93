import type { ReactNode } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { Role } from '../../../../contract/define.ts'
import { IntermediaryType, QuestionsSent, TenantSettings } from '../../../../contract/tenants.ts'
import { listUnusualFirmValues } from '../../../../contract/unusual-values.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { EnquiryContactFields } from '../../../records/enquiry-contact-fields.tsx'
import { Folded } from '../../../ui/details.tsx'
import { DayOfYearField } from '../../../ui/form/day-of-year-field.tsx'
import {
  ChecksField,
  DateField,
  NumberField,
  NumbersField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Warned } from '../../../ui/warning.tsx'
import { FiguresField } from './figures-field.tsx'

const { shape } = TenantSettings
/** The words of the contract for a setting. */
const describeSettingHelp = (name: keyof typeof shape): string => `${shape[name].description ?? ''}.`

export const DAYS_OF_YEAR = ['complianceStatementDue', 'annualFeeDue', 'ictRegisterDue'] as const
const NO_DAY = { day: null, month: null }

/** A day of the year that is not set has its two fields open. */
export const fillDaysOfYear = (values: Values): Values => ({
  ...values,
  settings: {
    ...values.settings,
    ...Object.fromEntries(DAYS_OF_YEAR.map((name) => [name, values.settings[name] ?? NO_DAY])),
  },
})

const toDayOrNull = (entered: { day: unknown; month: unknown } | null | undefined) =>
  entered && (entered.day !== null || entered.month !== null) ? entered : null

/** An empty list of days is a list, and a day of the year without day and month is not set. */
export const prepareFirm = (values: Values): Values => ({
  ...values,
  settings: {
    ...values.settings,
    ...Object.fromEntries(DAYS_OF_YEAR.map((name) => [name, toDayOrNull(values.settings?.[name])])),
    reminderLeadDays: values.settings?.reminderLeadDays ?? [],
  },
})

export const RULE_DAYS = ['omaDerogationUntil', 'pensionsActFrom', 'trusteeTrainingFrom'] as const

/** Figures that rules of the calendar count with, and their units. */
export const RULE_SETTINGS = {
  assessmentAfterChangeDays: 'days',
  policyAfterChangeDays: 'days',
  otherOutsourcingNotificationDays: 'days',
  ruleChangeInformationDays: 'days',
  registrationChangeDays: 'days',
  automaticJoiningInformationDays: 'days',
  benefitStatementMonths: 'months',
  memberInformationMonths: 'months',
  preRetirementInformationMonths: 'months',
  valuationMonths: 'months',
  valuationReportMonths: 'months',
  adverseStatementDays: 'days',
  misappropriationReportDays: 'days',
  governanceReviewMonths: 'months',
  remunerationDisclosureMonths: 'months',
  conflictsReviewMonths: 'months',
  continuityTestMonths: 'months',
  holderReportMonths: 'months',
  holderReviewMonths: 'months',
  sustainabilityReviewMonths: 'months',
  ictFrameworkReviewMonths: 'months',
  ictReviewAfterIncidentDays: 'days',
  ictInitialReportHours: 'hours',
  ictIntermediateReportHours: 'hours',
  ictFinalReportMonths: 'months',
  registrationWarningMonths: 'months',
  meetingsPerYearSmall: 'a year',
  meetingsPerYearLarge: 'a year',
  qualifiedTrusteesExpected: 'trustees',
  experiencedTrusteesExpected: 'trustees',
  trusteeExperienceYears: 'years',
  lateHighFromDay: 'days',
  lateCriticalFromDay: 'days',
  vacancyCriticalFromDay: 'days',
  contributionDifferencePercent: '%',
  contributionDifferenceEuro: 'euro',
} as const

/** Figures that change over the years, and a line of each as it is typed. */
export const FIGURES = {
  taxReliefAgeLimits: '2011, age 30: 20%',
  taxReliefEarningsCaps: '2011: €115,000.00',
  standardFundThresholds: '2026: €2,200,000.00',
} as const

/** Fields of a new firm: its name, and the others on demand. They have defaults, and the firm's administrator can change them. */
export function NewFirmFields() {
  const { errors } = useFormState()
  const { name: _, adminName: __, adminEmail: ___, ...others } = errors
  return (
    <>
      <FormSection title="Firm">
        <TextField name="name" label="Name of the firm" isRequired />
      </FormSection>
      <Folded name="More settings" isOpen={Object.keys(others).length > 0}>
        <div className="flex flex-col gap-8">
          <FormSection title="Details">
            <DetailFields />
          </FormSection>
          <SettingFields />
        </div>
      </Folded>
    </>
  )
}

/** Fields of a firm, for editing it. */
export const FirmFields = ({ officer }: { officer: ReactNode }) => (
  <>
    <FormSection title="Firm">
      <TextField name="name" isRequired />
      <DetailFields />
    </FormSection>
    <SettingFields officer={officer} />
  </>
)

function DetailFields() {
  const cbiReference: unknown = useWatch({ name: 'cbiReference' })
  const unusual = listUnusualFirmValues({ cbiReference })
  return (
    <>
      <p role="status" className="sr-only">
        {unusual.cbiReference}
      </p>
      <TextField name="tradingName" />
      <TextField
        name="cbiReference"
        help={
          <>
            Usually C and up to seven digits
            {unusual.cbiReference && <Warned>{unusual.cbiReference}</Warned>}
          </>
        }
      />
      <ChecksField
        name="intermediaryTypes"
        label="Kinds of intermediary"
        options={listCodeOptions(IntermediaryType.options)}
      />
    </>
  )
}

const RETENTION_YEARS = ['retentionYears', 'memberRetentionYears', 'prospectiveRetentionYears'] as const

/** `officer` is left out where the firm has no users yet. */
function SettingFields({ officer }: { officer?: ReactNode }) {
  return (
    <>
      <FormSection title="Registered administrator">
        <TextField name="registeredAdministratorNumber" help="If the firm is a registered administrator" />
        <DateField
          name="registeredAdministratorExpiresOn"
          help={`End of the registration year; renewal is due at least 30 days before (${formatCitedSources('PA 64E')})`}
        />
      </FormSection>
      <FormSection title="Contacts">
        <TextField
          name="dataProtectionContact"
          help="Contact for data protection. The audit log records that it changed, not the value."
        />
        {officer}
      </FormSection>
      <EnquiryContactFields help="Shown to members on their own record" />
      <FormSection title="Reminders, documents and approval">
        <NumbersField
          name="settings.reminderLeadDays"
          help={`${describeSettingHelp('reminderLeadDays')} Up to ten numbers, separated by commas. Leave empty for no reminders.`}
        />
        {RETENTION_YEARS.map((name) => (
          <NumberField
            key={name}
            name={`settings.${name}`}
            suffix="years"
            isRequired
            help={describeSettingHelp(name)}
          />
        ))}
        <SelectField
          name="settings.fourEyes"
          isRequired
          options={listCodeOptions(shape.fourEyes.unwrap().options)}
          help="Whether a second person must approve a submission."
        />
      </FormSection>
      <FormSection title="Sign-in">
        <ChecksField
          name="settings.secondFactorRequiredFor"
          label="Roles that need a second factor"
          options={listCodeOptions(Role.options.filter((role) => role !== 'SuperAdmin'))}
          help={describeSettingHelp('secondFactorRequiredFor')}
        />
        <NumberField
          name="settings.secondFactorGraceDays"
          suffix="days"
          isRequired
          help={describeSettingHelp('secondFactorGraceDays')}
        />
      </FormSection>
      <FormSection title="Assistant">
        <p className="max-w-[70ch] text-muted">
          Personal data is never sent. Each request is shown before it is sent and stored in the AI usage log.
        </p>
        <SelectField
          name="settings.questionsSent"
          isRequired
          options={listCodeOptions(QuestionsSent.options)}
          help={`${formatCode('PROJECTED')}: words of the question that occur in public legal sources. ${formatCode('STRICT')}: passages of legal sources. ${formatCode('NEVER')}: no data; answers and drafts come from the legal sources.`}
        />
      </FormSection>
      <AssumptionFields />
    </>
  )
}

const AssumptionFields = () => (
  <FormSection title="Assumptions used by the calendar">
    <p className="max-w-[70ch] text-muted">
      Figures without a legal source: our interpretation, unverified. Obligations based on them are marked.
      Saving recalculates all open obligations.
    </p>
    {RULE_DAYS.map((name) => (
      <DateField key={name} name={`settings.${name}`} isRequired help={describeSettingHelp(name)} />
    ))}
    {(Object.keys(RULE_SETTINGS) as (keyof typeof RULE_SETTINGS)[]).map((name) => (
      <NumberField
        key={name}
        name={`settings.${name}`}
        suffix={RULE_SETTINGS[name]}
        isRequired
        help={describeSettingHelp(name)}
      />
    ))}
    {DAYS_OF_YEAR.map((name) => (
      <DayOfYearField key={name} name={`settings.${name}`} help={describeSettingHelp(name)} />
    ))}
    {(Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name) => (
      <FiguresField
        key={name}
        name={`settings.${name}`}
        isRequired
        help={`${describeSettingHelp(name)} One figure per line, with the first year: ${FIGURES[name]}`}
      />
    ))}
  </FormSection>
)
