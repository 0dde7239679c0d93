import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { getScheme, listSchemes } from '../../../../contract/schemes.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { useSyncedAddress } from '../../../imports/import-terms.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { EmployerField, SchemeField } from '../../../records/record-field.tsx'
import { useHasManyEmployers } from '../../../records/use-has-many-employers.ts'
import { MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import { listPayrollMonths, type UploadTerms } from './upload-terms.ts'

/** Payroll month and control total. */
export function UploadFields({ ownEmployerId }: { ownEmployerId: string | null }) {
  const { setError, clearErrors } = useFormContext<UploadTerms>()
  const { declaredTotalCents } = useWatch() as UploadTerms
  useEffect(() => {
    if (typeof declaredTotalCents === 'string')
      setError('declaredTotalCents', { type: 'typed', message: 'Enter an amount such as 1,234.56' })
    else clearErrors('declaredTotalCents')
  }, [declaredTotalCents, setError, clearErrors])
  return (
    <div className="flex flex-col gap-4">
      <PayrollMonthFields ownEmployerId={ownEmployerId} />
      <MoneyField
        name="declaredTotalCents"
        label="Control total"
        help="The sum of all contributions in the payroll. We reject the file if the totals differ."
      />
    </div>
  )
}

/** Scheme, employer where there is a choice, and payroll month. */
export function PayrollMonthFields({ ownEmployerId }: { ownEmployerId: string | null }) {
  const { setValue } = useFormContext<UploadTerms>()
  const { schemeId, payrollMonth } = useWatch() as UploadTerms
  useSyncedAddress(ownEmployerId ? ['schemeId', 'payrollMonth'] : ['schemeId', 'employerId', 'payrollMonth'])
  const only = useQuery({ ...createRowsQuery(listSchemes, { limit: 2 }), enabled: ownEmployerId !== null })
  const onlyId = only.data?.data.length === 1 ? only.data.data[0]?.id : undefined
  // Most employers have one scheme: there is nothing to choose.
  useEffect(() => {
    if (onlyId && !schemeId) setValue('schemeId', onlyId)
  }, [onlyId, schemeId, setValue])
  const { data: scheme } = useQuery({
    ...createQuery(getScheme, { id: schemeId ?? '' }),
    enabled: Boolean(schemeId) && ownEmployerId === null,
  })
  const hasManyEmployers = useHasManyEmployers(ownEmployerId === null ? schemeId : null)
  const hasChoice = scheme !== undefined && scheme.id === schemeId && hasManyEmployers === true
  // Another scheme has other employers.
  useEffect(() => {
    if (hasManyEmployers === false) setValue('employerId', null)
  }, [hasManyEmployers, setValue])
  return (
    <div className="flex flex-col gap-4">
      <SchemeField isRequired />
      {hasChoice && (
        <EmployerField
          help={`If it is not ${scheme.employerName}. The employer must participate in the scheme.`}
        />
      )}
      <SelectField
        name="payrollMonth"
        isRequired
        help="The month in which the contributions were deducted from pay."
        options={listPayrollMonths(getTodayInDublin(), payrollMonth).map((month) => ({
          value: month,
          label: formatMonth(month),
        }))}
      />
    </div>
  )
}
