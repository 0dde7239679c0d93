/** Assigning a record to a user of the firm: the acts, and the filter of lists. */
import { lazy } from 'react'
import type { Contract } from '../../contract/define.ts'
import type { Act } from '../forms/act-dialog.tsx'
import type { BulkAct } from '../lists/bulk-act.ts'
import type { ListFilter } from '../lists/list.tsx'
import { usePerson } from '../session.tsx'
import { type Audience, useColleagues } from './colleagues.ts'

// Lists have no other field: forms are loaded with the dialog.
const AssigneeField = lazy(() => import('./assignee-field.tsx'))

export const buildAssignAct = (
  contract: Contract,
  { assigneeId, ...audience }: Audience & { assigneeId: string | null },
): Act => ({
  contract,
  label: assigneeId ? 'Reassign' : 'Assign',
  title: assigneeId ? 'Reassign' : 'Assign',
  explanation: ['The user finds it in their inbox. The audit log records the change.'],
  fields: <AssigneeField audience={audience} />,
  defaults: { assigneeId },
  done: 'Assignment saved',
})

/** Of several records: users who cannot see one of them are refused for it. */
export const buildBulkAssign = <Row extends object>(
  contract: Contract,
  nameOf: (row: Row) => string,
): BulkAct<Row> => ({
  contract,
  label: 'Assign',
  explanation: 'The user finds each record in their inbox. The audit log records each change.',
  fields: <AssigneeField audience={{}} />,
  defaults: { assigneeId: null },
  nameOf,
})

export function useAssigneeFilter(): ListFilter {
  const me = usePerson()
  const others = useColleagues({}).filter(({ id }) => id !== me.id)
  return {
    name: 'assigneeId',
    options: [{ value: me.id, label: 'Me' }, ...others.map(({ id, name }) => ({ value: id, label: name }))],
  }
}
