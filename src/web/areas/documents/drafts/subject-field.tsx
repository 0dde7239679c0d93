/** The record beside the scheme that a draft is about. */

import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type BreachSummary, listBreaches } from '../../../../contract/breaches.ts'
import { type ContributionBatchSummary, listContributions } from '../../../../contract/contributions.ts'
import type { Contract, Sent } from '../../../../contract/define.ts'
import type { DraftSubject } from '../../../../contract/draft-kind.ts'
import { type KeyFunctionHolder, listKeyFunctionHolders } from '../../../../contract/key-function-holders.ts'
import {
  listOutsourcingArrangements,
  type OutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listTrusteeMeetings, type TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { formatDate, formatMonth } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { formatLoadProblem } from '../../../problems.ts'
import { createRowsQuery, type Page, type RowOf } from '../../../queries.ts'
import { EmployerField } from '../../../records/record-field.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'

const MOST = 200

/** Chooses among the records of the scheme, which are few. */
function createSubjectSelect<L extends Contract>(
  list: L,
  {
    label,
    words,
    none,
    add,
  }: {
    label: string
    words: (row: RowOf<L>) => string
    none: string
    /** Where one is recorded. */
    add: (schemeId: string) => LinkProps
  },
) {
  return ({ schemeId }: { schemeId: string }) => {
    const { data, error } = useQuery(createRowsQuery(list, { schemeId, limit: MOST } as Sent<L>))
    if (error)
      return (
        <p role="alert" className="text-danger">
          {formatLoadProblem(error)}
        </p>
      )
    const rows = (data as Page<RowOf<L> & { id: string }> | undefined)?.data
    if (!rows) return <p className="text-muted">…</p>
    if (rows.length === 0)
      return (
        <p>
          {none}{' '}
          <Link {...add(schemeId)} className="link">
            Add a record first
          </Link>
        </p>
      )
    return (
      <SelectField
        name="subjectId"
        label={label}
        isRequired
        options={rows.map((row) => ({ value: row.id, label: words(row) }))}
      />
    )
  }
}

const FIELDS: Record<Exclude<DraftSubject, 'NONE' | 'EMPLOYER'>, ReturnType<typeof createSubjectSelect>> = {
  KEY_FUNCTION_HOLDER: createSubjectSelect(listKeyFunctionHolders, {
    label: 'Key function holder',
    words: ({ function: key, holderName, status }: KeyFunctionHolder) =>
      `${holderName}, ${formatCode(key)} (${formatCode(status).toLowerCase()})`,
    none: 'No key function holder is recorded for this scheme.',
    add: (schemeId) => ({ to: PAGES.newKeyFunctionHolder, search: { schemeId } }),
  }),
  OUTSOURCING_ARRANGEMENT: createSubjectSelect(listOutsourcingArrangements, {
    label: 'Outsourcing arrangement',
    words: ({ providerName, activity, status }: OutsourcingArrangement) =>
      `${providerName}, ${formatCode(activity)} (${formatCode(status).toLowerCase()})`,
    none: 'No outsourcing arrangement is recorded for this scheme.',
    add: (schemeId) => ({ to: PAGES.newOutsourcingArrangement, search: { schemeId } }),
  }),
  BREACH: createSubjectSelect(listBreaches, {
    label: 'Breach',
    words: ({ title, detectedOn }: BreachSummary) => `${title}, detected ${formatDate(detectedOn)}`,
    none: 'No breach is recorded for this scheme.',
    add: (schemeId) => ({ to: PAGES.newBreach, search: { schemeId } }),
  }),
  TRUSTEE_MEETING: createSubjectSelect(listTrusteeMeetings, {
    label: 'Meeting',
    words: ({ title, heldOn, plannedForOn, status }: TrusteeMeeting) =>
      `${title}, ${formatDate(heldOn ?? plannedForOn)} (${formatCode(status).toLowerCase()})`,
    none: 'No trustee meeting is recorded for this scheme.',
    add: (schemeId) => ({ to: PAGES.newMeeting, search: { schemeId } }),
  }),
  CONTRIBUTION_BATCH: createSubjectSelect(listContributions, {
    label: 'Payroll month',
    words: ({ payrollMonth, employerName, status }: ContributionBatchSummary) =>
      `${formatMonth(payrollMonth)}, ${employerName} (${formatCode(status).toLowerCase()})`,
    none: 'No payroll month is recorded for this scheme.',
    add: () => ({ to: PAGES.uploadContributions }),
  }),
}

export default function SubjectField({ about, schemeId }: { about: DraftSubject; schemeId: string }) {
  if (about === 'NONE') return null
  if (about === 'EMPLOYER') return <EmployerField name="subjectId" label="Employer" isRequired />
  const Field = FIELDS[about]
  return <Field key={about} schemeId={schemeId} />
}
