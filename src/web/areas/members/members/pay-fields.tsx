import { MoneyField, NumberField } from '../../../ui/form/fields.tsx'

export const PayFields = () => (
  <>
    <MoneyField name="pensionableSalaryCents" help="Per year" />
    <NumberField name="employeeRatePercent" suffix="%" help="Of the pensionable salary" />
    <NumberField name="employerRatePercent" suffix="%" help="Of the pensionable salary" />
    <NumberField
      name="additionalVoluntaryPercent"
      suffix="%"
      help="Additional voluntary contributions, % of the pensionable salary"
    />
  </>
)
