import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { getEmployer } from '../../../../contract/employers.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatCount, toSentenceCase } from '../../../../contract/value-format.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { formatValue, getLabel } from '../../../labels.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Folded } from '../../../ui/details.tsx'
import { type FieldChange, findDifference, formatFieldPath } from './difference.ts'

/** Changes of an entry: changed fields first, the others collapsed. */
export function EntryDifference({ entry }: { entry: AuditEntry }) {
  const { previousState, newState } = entry
  const { changed, others, concealed } = findDifference(previousState, newState)
  const sides: Sides = previousState === null ? 'after' : newState === null ? 'before' : 'both'
  const contact = concealed.map((field) => toSentenceCase(getLabel(field))).join(', ')
  return (
    <div className="flex flex-col gap-3">
      {changed.length > 0 ? (
        <FieldTable name="Changes" sides={sides} fields={changed} />
      ) : (
        concealed.length === 0 && (
          <p className="text-muted">No field changed. The entry records the action only.</p>
        )
      )}
      {concealed.length > 0 && (
        <p className="max-w-[70ch]">
          Personal data {sides === 'after' ? 'was entered' : 'changed'}: {contact}. The log does not keep its
          values.
        </p>
      )}
      {others.length > 0 && (
        <Folded
          name={`${formatCount(others.length, 'other field')}, ${sides === 'both' ? 'unchanged' : 'empty'} or kept by the service itself`}
        >
          <FieldTable name="Other fields" sides={sides} fields={others} />
        </Folded>
      )}
    </div>
  )
}

type Sides = 'before' | 'after' | 'both'

function FieldTable({ name, sides, fields }: { name: string; sides: Sides; fields: readonly FieldChange[] }) {
  const heads = sides === 'both' ? ['Field', 'Before', 'After'] : ['Field', 'Value']
  return (
    <table aria-label={name} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="pr-3 pb-1 text-left font-medium text-muted text-sm">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, before, after }) => {
          const field = path.at(-1) ?? ''
          return (
            <tr key={path.join('.')} className="[overflow-wrap:anywhere]">
              <th scope="row" className="border-line border-t py-1.5 pr-3 text-left align-top font-normal">
                {formatFieldPath(path)}
              </th>
              {sides !== 'after' && (
                <td className="border-line border-t py-1.5 pr-3 align-top">
                  <Value field={field} value={before} />
                </td>
              )}
              {sides !== 'before' && (
                <td className="border-line border-t py-1.5 align-top">
                  <Value field={field} value={after} />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Ids are shown as the name of the person or as a link to the record. */
const RECORDS: Record<string, string> = {
  employerId: 'employer',
  schemeId: 'scheme',
  memberId: 'member',
  tenantId: 'tenant',
}

function Value({ field, value }: { field: string; value: unknown }) {
  const nameOf = useUserNames()
  const opensFirms = useMay()(canSeeEveryFirm)
  if (typeof value === 'string' && /(By|UserId)$/.test(field)) return nameOf(value)
  const page =
    typeof value === 'string' && RECORDS[field] ? findPageOfEntity(RECORDS[field], value, opensFirms) : null
  if (page)
    return (
      <Link {...page} className="link">
        <RecordName field={field} id={String(value)} />
      </Link>
    )
  return formatValue(field, value)
}

/** Current name of the record; its id where the name is not known or is a person's. */
function RecordName({ field, id }: { field: string; id: string }) {
  const employer = useQuery({ ...createQuery(getEmployer, { id }), enabled: field === 'employerId' })
  const scheme = useQuery({ ...createQuery(getScheme, { id }), enabled: field === 'schemeId' })
  return employer.data?.legalName ?? scheme.data?.name ?? id
}
