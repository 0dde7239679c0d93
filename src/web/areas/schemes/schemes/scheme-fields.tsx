import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  BenefitBasis,
  createScheme,
  LEGAL_FORMS,
  type LegalForm,
  RevenueApprovalStatus,
  type Scheme,
  SchemeType,
  updateScheme,
} from '../../../../contract/schemes.ts'
import { listUnusualSchemeValues } from '../../../../contract/unusual-values.ts'
import { getFieldHelp } from '../../../forms/field-help.ts'
import { formatCode, getLabel, listCodeOptions } from '../../../labels.ts'
import { EnquiryContactFields } from '../../../records/enquiry-contact-fields.tsx'
import { ServiceProviderField } from '../../../records/record-field.tsx'
import { DayOfYearField } from '../../../ui/form/day-of-year-field.tsx'
import {
  CheckField,
  DateField,
  NumberField,
  SelectField,
  TextField,
  YesNoField,
} from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Warned } from '../../../ui/warning.tsx'

const getHelp = (field: string): string => getFieldHelp(createScheme, field)

const filterProviders = (kind: string) => ({ within: { status: 'ACTIVE', kind } })

/** Providers of the register. A list has one field more than it has managers. */
function ProviderFields() {
  const managers = (useWatch({ name: 'investmentManagerIds' }) as (string | null)[] | undefined) ?? []
  const places = managers.filter(Boolean).length + 1
  return (
    <FormSection title="Service providers">
      <ServiceProviderField name="registeredAdministratorId" {...filterProviders('RA')} />
      <ServiceProviderField name="auditorId" {...filterProviders('AUDITOR')} />
      <ServiceProviderField name="actuaryId" {...filterProviders('ACTUARY')} />
      <ServiceProviderField name="depositaryId" {...filterProviders('DEPOSITARY')} />
      {Array.from({ length: Math.max(places, managers.length) }, (_, index) => (
        <ServiceProviderField
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the name of the field
          key={index}
          name={`investmentManagerIds.${index}`}
          label={`Investment manager ${index + 1}`}
          {...filterProviders('INVESTMENT_MANAGER')}
        />
      ))}
    </FormSection>
  )
}

/** Personal contracts have no trustees and no administrator of the whole scheme. */
const WITHOUT_TRUST: readonly LegalForm[] = ['RAC_CONTRACT', 'PRSA_CONTRACT']

/** Fields of a scheme, for creating and editing it; type and legal form are fixed once it is no longer a draft. */
export function SchemeFields({
  fixed,
  yearEnd,
}: {
  fixed?: Pick<Scheme, 'type' | 'legalForm'>
  /** The recorded year end; if the user enters another, the form asks for its first day. */
  yearEnd?: Scheme['schemeYearEnd']
}) {
  const legalForm = useWatch({ name: 'legalForm' }) as LegalForm | null
  const [pensionsAuthorityNumber, normalRetirementAge] = useWatch({
    name: ['pensionsAuthorityNumber', 'normalRetirementAge'],
  }) as unknown[]
  const unusual = listUnusualSchemeValues({ pensionsAuthorityNumber, normalRetirementAge })
  return (
    <>
      <p role="status" className="sr-only">
        {Object.values(unusual).join('. ')}
      </p>
      <FormSection title="Scheme">
        <TextField name="name" isRequired help="As in the trust deed or contract; unique per employer" />
        {fixed ? <FixedKind {...fixed} /> : <KindFields />}
      </FormSection>
      <RegistrationFields unusual={unusual.pensionsAuthorityNumber} />
      <ProviderFields />
      <FormSection title="Dates">
        <DayOfYearField name="schemeYearEnd" help={`${getHelp('schemeYearEnd')}; 31 December is typical`} />
        {yearEnd && <YearEndChange from={yearEnd} />}
        <DateField name="establishedOn" help="Date of the trust deed" />
        <DateField name="wentLiveOn" help="First day of benefit accrual" />
      </FormSection>
      <TrusteeFields legalForm={legalForm} />
      <BenefitFields unusual={unusual.normalRetirementAge} />
      <EnquiryContactFields help="Shown to members of this scheme beside the contact of your firm" />
      <MemberCountFields />
      <RevenueFields />
      <RegimeFields legalForm={legalForm} />
    </>
  )
}

const RegistrationFields = ({ unusual }: { unusual: string | undefined }) => (
  <FormSection title="Registration">
    <TextField
      name="pensionsAuthorityNumber"
      help={
        <>
          {`${getHelp('pensionsAuthorityNumber')}, such as PB123456 or 123456`}
          {unusual && <Warned>{unusual}</Warned>}
        </>
      }
    />
    <CheckField
      name="registrationPending"
      label={getLabel('registrationPending')}
      help={getHelp('registrationPending')}
    />
    <TextField name="registeredAdministratorName" help={getHelp('registeredAdministratorName')} />
  </FormSection>
)

const TrusteeFields = ({ legalForm }: { legalForm: LegalForm | null }) => (
  <FormSection title="Trustees">
    {legalForm && WITHOUT_TRUST.includes(legalForm) && (
      <p className="max-w-[70ch] text-muted">
        {formatCode(legalForm)}: there is no trust, so leave this empty.
      </p>
    )}
    <SelectField
      name="trusteeBody.kind"
      options={listCodeOptions(['INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE'])}
      help={`${getHelp('trusteeBody')}. Add the trustees in the tab “Trustees”`}
    />
    <TextField name="trusteeBody.name" />
    <TextField name="trusteeBody.croNumber" />
    <DateField
      name="trusteeBody.appointedOn"
      help="Date on which the company became trustee. The training deadline of each director runs from this date or from their own appointment, if later"
    />
  </FormSection>
)

const BenefitFields = ({ unusual }: { unusual: string | undefined }) => (
  <FormSection title="Benefits and contributions">
    <SelectField name="benefitBasis" options={listCodeOptions(BenefitBasis.options)} />
    <NumberField
      name="normalRetirementAge"
      suffix="years"
      help={
        <>
          From 50 to 75
          {unusual && <Warned>{unusual}</Warned>}
        </>
      }
    />
    <NumberField
      name="contributionBasis.employeeRatePercent"
      suffix="%"
      help="0, without AVCs: employees pay nothing, and no deductions are expected"
    />
    <NumberField
      name="contributionBasis.employerRatePercent"
      suffix="%"
      help="0: the employer pays nothing, and no contributions of its own are expected"
    />
    <SelectField
      name="contributionBasis.basis"
      options={listCodeOptions(['BASIC', 'PENSIONABLE', 'FIXED'])}
    />
    <DateField name="contributionBasis.effectiveFrom" />
    <CheckField
      name="contributionBasis.additionalVoluntaryAllowed"
      label={getLabel('contributionBasis.additionalVoluntaryAllowed')}
      help="Additional voluntary contributions by members"
    />
  </FormSection>
)

const MemberCountFields = () => (
  <FormSection title="Member counts, if not all members are recorded">
    <p className="max-w-[70ch] text-muted">
      {getHelp('memberCounts')}. Leave all four empty to count the member records.
    </p>
    <NumberField name="memberCounts.active" />
    <NumberField name="memberCounts.deferred" />
    <NumberField name="memberCounts.pensioner" />
    <DateField
      name="memberCounts.asOfOn"
      help="The date of these counts. Earlier counts are kept: a rule reads the count of its own date, such as the scheme year end"
    />
  </FormSection>
)

const RevenueFields = () => (
  <FormSection title="Revenue approval">
    <SelectField
      name="revenueApprovalStatus"
      isRequired
      options={listCodeOptions(RevenueApprovalStatus.options)}
    />
    <TextField name="revenueApprovalReference" help={getHelp('revenueApprovalReference')} />
    <DateField name="revenueApprovalOn" />
  </FormSection>
)

function RegimeFields({ legalForm }: { legalForm: LegalForm | null }) {
  const isMasterTrust = useWatch({ name: 'isMasterTrust' }) as boolean
  return (
    <FormSection title="Regime">
      {(['isFunded', 'isMasterTrust', 'isCrossBorder'] as const).map((name) => (
        <CheckField key={name} name={name} label={getLabel(name)} help={getHelp(name)} />
      ))}
      {(['isRegulatoryOwnFunds', 'hasAuthorisedTradeUnion', 'considersEsg', 'hasDepositary'] as const).map(
        (name) => (
          <YesNoField key={name} name={name} help={getHelp(name)} />
        ),
      )}
      {(isMasterTrust || legalForm === 'MASTER_TRUST_SECTION') && (
        <NumberField name="trustMemberCount" help={getHelp('trustMemberCount')} />
      )}
      <SelectField
        name="joining"
        isRequired
        options={listCodeOptions(['AUTOMATIC', 'BY_CHOICE'])}
        help={getHelp('joining')}
      />
      <YesNoField name="limitsEntry" help={getHelp('limitsEntry')} />
      <NumberField name="waitingPeriodMonths" suffix="months" help={getHelp('waitingPeriodMonths')} />
    </FormSection>
  )
}

/** A changed year end applies from a date: obligations that fell due before it are kept. */
function YearEndChange({ from }: { from: NonNullable<Scheme['schemeYearEnd']> }) {
  const typed = useWatch({ name: 'schemeYearEnd' }) as { day: unknown; month: unknown } | null
  const isEntered = typed !== null && typed.day !== null && typed.month !== null
  if (!isEntered || (Number(typed.day) === from.day && Number(typed.month) === from.month)) return null
  return <DateField name="schemeYearEndFrom" help={getFieldHelp(updateScheme, 'schemeYearEndFrom')} />
}

/** The type determines the possible legal forms; one that no longer fits is replaced by the usual one. */
function KindFields() {
  const { setValue, getValues } = useFormContext()
  const type = useWatch({ name: 'type' }) as SchemeType | null
  const forms: readonly LegalForm[] = type ? LEGAL_FORMS[type] : []
  useEffect(() => {
    const fitting: readonly LegalForm[] = type ? LEGAL_FORMS[type] : []
    const chosen = getValues('legalForm') as LegalForm | null
    if (chosen !== null && fitting.includes(chosen)) return
    // Whether a retirement annuity contract is held under a trust decides which rules apply: the user chooses it.
    setValue('legalForm', type === 'RAC' ? null : (fitting[0] ?? null))
  }, [type, getValues, setValue])
  return (
    <>
      <SelectField
        name="type"
        isRequired
        options={listCodeOptions(SchemeType.options)}
        help="Can only be changed while the scheme is a draft"
      />
      <SelectField
        name="legalForm"
        isRequired
        options={listCodeOptions(forms)}
        help={type ? 'Must fit the type' : 'Choose the type first'}
      />
    </>
  )
}

function FixedKind({ type, legalForm }: Pick<Scheme, 'type' | 'legalForm'>) {
  return (
    <div className="max-w-[480px]">
      <p className="font-medium">Type and legal form</p>
      <p>
        {formatCode(type)}, {formatCode(legalForm)}
      </p>
      <p className="text-muted text-sm">
        Both can be changed only while the scheme is a draft, because the approval depends on them.
      </p>
    </div>
  )
}
