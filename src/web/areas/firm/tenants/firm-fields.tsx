import type { ReactNode } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { IntermediaryType, QuestionsSent, TenantSettings } from '../../../../contract/tenants.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { listCodeOptions } from '../../../labels.ts'
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

const { shape } = TenantSettings
/** The contract's own words for a setting, and that it is no law where they do not say so. */
function settingHelp(name: keyof typeof shape): string {
  const words = `${shape[name].description ?? ''}.`
  return /house|unverified/i.test(words) ? words : `${words} House setting, not law.`
}

const DAYS_OF_YEAR = ['annualFeeDue', 'ictRegisterDue'] as const
const NO_DAY = { day: null, month: null }

/** A day of the year that is not set has its two fields open. */
export const openFirm = (values: Values): Values => ({
  ...values,
  settings: {
    ...values.settings,
    ...Object.fromEntries(DAYS_OF_YEAR.map((name) => [name, values.settings[name] ?? NO_DAY])),
  },
})

const dayOrNull = (entered: { day: unknown; month: unknown } | null | undefined) =>
  entered && (entered.day !== null || entered.month !== null) ? entered : null

/** An empty list of days is a list, and a day of the year without day and month is not set. */
export const prepareFirm = (values: Values): Values => ({
  ...values,
  settings: {
    ...values.settings,
    ...Object.fromEntries(DAYS_OF_YEAR.map((name) => [name, dayOrNull(values.settings?.[name])])),
    reminderLeadDays: values.settings?.reminderLeadDays ?? [],
  },
})

/** What rules of the calendar count with, and its unit. */
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
  adverseStatementDays: 'days',
  misappropriationReportDays: 'days',
  registrationWarningMonths: 'months',
  meetingsPerYearSmall: 'a year',
  meetingsPerYearLarge: 'a year',
} as const

/** What a firm's record holds, for opening one and for editing. `officer` is left out where the firm has no people yet. */
export function FirmFields({ officer }: { officer?: ReactNode }) {
  return (
    <>
      <FormSection title="Firm">
        <TextField name="name" isRequired />
        <TextField name="tradingName" />
        <TextField
          name="cbiReference"
          help="Usually C and up to seven digits. The form is not verified, so nothing else is refused."
        />
        <ChecksField
          name="intermediaryTypes"
          label="Kinds of intermediary"
          options={listCodeOptions(IntermediaryType.options)}
        />
      </FormSection>
      <FormSection title="Registered administrator">
        <TextField
          name="registeredAdministratorNumber"
          help="Only where the firm is a registered administrator itself"
        />
        <DateField
          name="registeredAdministratorExpiresOn"
          help={`End of the registration year; renewal is due at least 30 days before (${formatCitedSources('PA 64E')})`}
        />
      </FormSection>
      <FormSection title="Contacts">
        <TextField
          name="dataProtectionContact"
          help="Who answers for personal data. The audit log records that it changed, not what it says."
        />
        {officer}
      </FormSection>
      <FormSection title="House settings">
        <p className="max-w-[70ch] text-muted">
          {TenantSettings.description}. Where a figure stands in for a rule that could not be verified, it
          says so.
        </p>
        <NumbersField
          name="settings.reminderLeadDays"
          help={`${settingHelp('reminderLeadDays')} Up to ten numbers, separated by commas; none where it is empty.`}
        />
        <DateField name="settings.omaDerogationUntil" isRequired help={settingHelp('omaDerogationUntil')} />
        <DateField name="settings.trusteeTrainingFrom" isRequired help={settingHelp('trusteeTrainingFrom')} />
        <NumberField
          name="settings.ictInitialReportHours"
          suffix="hours"
          isRequired
          help={settingHelp('ictInitialReportHours')}
        />
        <NumberField
          name="settings.ictIntermediateReportHours"
          suffix="hours"
          isRequired
          help={settingHelp('ictIntermediateReportHours')}
        />
        <NumberField
          name="settings.ictFinalReportMonths"
          suffix="months"
          isRequired
          help={settingHelp('ictFinalReportMonths')}
        />
        <NumberField
          name="settings.retentionYears"
          suffix="years"
          isRequired
          help={settingHelp('retentionYears')}
        />
        <SelectField
          name="settings.fourEyes"
          isRequired
          options={listCodeOptions(shape.fourEyes.unwrap().options)}
          help="Whether the person who approves must be another than the one who submitted. House setting, not law."
        />
      </FormSection>
      <FormSection title="Assistant">
        <p className="max-w-[70ch] text-muted">
          Personal data is never sent. Whatever is sent is shown before, and kept in the ledger of the
          assistant byte for byte.
        </p>
        <SelectField
          name="settings.questionsSent"
          isRequired
          options={listCodeOptions(QuestionsSent.options)}
          help={`${shape.questionsSent.description}.`}
        />
      </FormSection>
      <FormSection title="House readings that the calendar counts with">
        <p className="max-w-[70ch] text-muted">
          Where the law gives no number of days, or none that could be verified, the calendar counts with
          these. They are readings of the house, not law; every date that rests on one says so. Stored dates
          follow a change with the next daily run.
        </p>
        {(Object.keys(RULE_SETTINGS) as (keyof typeof RULE_SETTINGS)[]).map((name) => (
          <NumberField
            key={name}
            name={`settings.${name}`}
            suffix={RULE_SETTINGS[name]}
            isRequired
            help={settingHelp(name)}
          />
        ))}
        {DAYS_OF_YEAR.map((name) => (
          <DayOfYearField key={name} name={`settings.${name}`} help={settingHelp(name)} />
        ))}
      </FormSection>
    </>
  )
}
