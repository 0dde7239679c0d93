import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { PAGES } from '../../../../contract/pages.ts'
import { EmployerField, SchemeField } from '../../../records/record-field.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import type { ToConfirmFilters as Values } from './selection-to-confirm.ts'

/** The filters are in the address, so that Today and a scheme can link to a part. */
export function ToConfirmFilters({ filters }: { filters: Values }) {
  const navigate = useNavigate()
  const { schemeId = null, employerId = null, dueBefore = null } = filters
  const form = useForm({ values: { schemeId, employerId, dueBefore } })
  const [scheme, employer, day] = useWatch({
    control: form.control,
    name: ['schemeId', 'employerId', 'dueBefore'],
  })
  useEffect(() => {
    const chosen = { schemeId: scheme, employerId: employer, dueBefore: day }
    const isSame = scheme === schemeId && employer === employerId && day === dueBefore
    // A day that is still being typed is no day yet.
    if (isSame || (day !== null && !/^\d{4}-\d\d-\d\d$/.test(day))) return
    void navigate({
      to: PAGES.obligationsToConfirm,
      search: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)),
      replace: true,
      resetScroll: false,
    })
  }, [scheme, employer, day, schemeId, employerId, dueBefore, navigate])
  return (
    <FormProvider {...form}>
      <search className="grid gap-3 sm:grid-cols-3 print:hidden">
        <SchemeField label="Scheme" />
        <EmployerField label="Employer" />
        <DateField name="dueBefore" label="Due before" />
      </search>
    </FormProvider>
  )
}
