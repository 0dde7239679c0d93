import type { Actor } from '../../../pipeline/access-scope.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'

/** The mark at the head of each page of a file that an inspector reads, with the inspector's name; null for all others. */
export async function loadInspectionMark(runQuery: RunQuery, { grant }: Actor): Promise<string | null> {
  if (grant?.capability !== 'INSPECTOR') return null
  const [rows] = await runQuery({ text: 'select person_name from grants where id = $1', values: [grant.id] })
  const name = rows?.[0]?.[0]
  if (!name) throw new Error('The grant of this request is not visible to it')
  return `Inspection: ${name}`
}
