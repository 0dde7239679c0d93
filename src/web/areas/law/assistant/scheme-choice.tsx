/** Chooses the scheme that a question is about. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'

const MOST = 200

export default function SchemeChoice({
  schemeId,
  onChoose,
}: {
  schemeId: string | undefined
  onChoose: (schemeId: string | undefined) => void
}) {
  const id = useId()
  const { data } = useQuery(
    createQuery(operation('scheme.list'), { limit: MOST, sort: 'name', fields: 'summary' }),
  )
  const { data: chosen } = useQuery({
    ...createQuery(operation('scheme.get'), { id: schemeId ?? '' }),
    enabled: schemeId !== undefined,
  })
  const listed = data?.data ?? []
  const schemes = chosen && !listed.some((one) => one.id === chosen.id) ? [chosen, ...listed] : listed
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id}>Scheme</label>
      <select
        id={id}
        className="control w-auto! max-w-full"
        aria-describedby={`${id}-help`}
        value={schemeId ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
      >
        <option value="">No particular scheme</option>
        {schemes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span id={`${id}-help`} className="text-muted">
        {data?.nextCursor
          ? `The first ${MOST} schemes are listed: name another one in the question.`
          : 'The facts of the scheme stay in the service.'}
      </span>
    </p>
  )
}
