import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { getEmployer, listEmployers } from '../../../contract/employers.ts'
import { getScheme, listSchemes, type Scheme } from '../../../contract/schemes.ts'
import { call } from '../../client.ts'
import { codeWords } from '../../labels.ts'
import { asked } from '../../queries.ts'
import { type Choice, ChoiceField } from '../../ui/form/choice-field.tsx'
import { Warned } from './warned.tsx'

const SHOWN = 20
type Found = { choices: readonly Choice[]; hasMore: boolean }

async function findSchemes(typed: string, signal: AbortSignal): Promise<Found> {
  const found = await call(listSchemes, { limit: SHOWN, ...(typed ? { q: typed } : {}) }, { signal })
  return {
    hasMore: found.nextCursor !== null,
    choices: found.data.map(({ id, name, employerName, status }) => ({
      value: id,
      label: name,
      detail: status === 'ACTIVE' ? employerName : `${employerName} · ${codeWords(status)}`,
    })),
  }
}

async function findEmployers(typed: string, signal: AbortSignal): Promise<Found> {
  const found = await call(listEmployers, { limit: SHOWN, ...(typed ? { q: typed } : {}) }, { signal })
  return {
    hasMore: found.nextCursor !== null,
    choices: found.data.map(({ id, legalName }) => ({ value: id, label: legalName })),
  }
}

/** Only schemes of many employers have members whose employer is not the scheme's own. */
const hasManyEmployers = ({ isMasterTrust, legalForm }: Scheme): boolean =>
  isMasterTrust || legalForm === 'MASTER_TRUST_SECTION'

/** The scheme of a new member, what its state means for that, and the employer where there is a choice. */
export function SchemeChoice() {
  const schemeId = useWatch({ name: 'schemeId' }) as string | null
  const { data: scheme } = useQuery({
    ...asked(getScheme, { id: schemeId ?? '' }),
    enabled: Boolean(schemeId),
  })
  const warning = scheme && scheme.id === schemeId ? TAKES_FEWER[scheme.status] : undefined
  return (
    <>
      <ChoiceField
        name="schemeId"
        isRequired
        of="schemes"
        find={findSchemes}
        nameOf={async (id, signal) => (await call(getScheme, { id }, { signal })).name}
        {...(warning ? { help: <Warned>{warning}</Warned> } : {})}
      />
      {scheme && scheme.id === schemeId && hasManyEmployers(scheme) && (
        <ChoiceField
          name="employerId"
          of="employers"
          find={findEmployers}
          nameOf={async (id, signal) => (await call(getEmployer, { id }, { signal })).legalName}
          help={`Where this is not ${scheme.employerName}. The employer must take part in the scheme.`}
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
