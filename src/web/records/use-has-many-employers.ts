import { useQuery } from '@tanstack/react-query'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { useMay } from '../session.tsx'

/** Does another employer take part in the scheme than its own? Undefined until that is known. */
export function useHasManyEmployers(schemeId: string | null): boolean | undefined {
  const may = useMay()
  const { data } = useQuery({
    ...createQuery(operation('participation.list'), { id: schemeId ?? '', limit: 200 }),
    enabled: Boolean(schemeId) && may(operation('participation.list')),
  })
  return schemeId && data ? data.data.some(({ isSchemeEmployer }) => !isSchemeEmployer) : undefined
}
