import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { getScheme, type Scheme } from '../../../../contract/schemes.ts'
import { createQuery } from '../../../queries.ts'
import { EmployerField, SchemeField } from '../../../records/record-field.tsx'
import { useHasManyEmployers } from '../../../records/use-has-many-employers.ts'
import { Warned } from '../../../ui/warning.tsx'

/** The scheme of a new member, what its state means for that, and the employer where there is a choice. */
export function SchemeChoice() {
  const schemeId = useWatch({ name: 'schemeId' }) as string | null
  const { data: scheme } = useQuery({
    ...createQuery(getScheme, { id: schemeId ?? '' }),
    enabled: Boolean(schemeId),
  })
  const hasManyEmployers = useHasManyEmployers(schemeId)
  const warning = scheme && scheme.id === schemeId ? TAKES_FEWER[scheme.status] : undefined
  return (
    <>
      <SchemeField isRequired {...(warning ? { help: <Warned>{warning}</Warned> } : {})} />
      {scheme && scheme.id === schemeId && hasManyEmployers && (
        <EmployerField
          help={`If it is not ${scheme.employerName}. The employer must participate in the scheme.`}
        />
      )}
    </>
  )
}

/** The service decides; this says it before everything else is typed. */
const TAKES_FEWER: Partial<Record<Scheme['status'], string>> = {
  CLOSED_TO_NEW: 'Closed: takes past members only, deferred or pensioner',
  PAID_UP: 'Paid up: takes past members only, deferred or pensioner',
  WINDING_UP: 'Winding up: takes past members only, deferred or pensioner',
  WOUND_UP: 'Wound up: takes no members',
}
