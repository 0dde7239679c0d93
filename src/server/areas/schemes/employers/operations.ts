import type { z } from 'zod'
import * as contract from '../../../../contract/employers.ts'
import { toColumns } from '../../../operation/columns.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { requireExampleName } from '../../../operation/example-guards.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { isFirm } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { created, defineCommand, type Operation, updated } from '../../../pipeline/define-operation.ts'
import { createInvalidFieldRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedEmployer, employers } from './records.ts'

const DUPLICATES: Duplicates = {
  employers_registered_number: [
    'employerRegisteredNumber',
    'Another employer of the firm has that registered number',
  ],
}

const WRITTEN_AT_ONCE = 500

/** Inserts employers of one firm. The caller has checked them. */
export async function addEmployers(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  additions: readonly { id: string; employer: z.output<typeof contract.EditableEmployer> }[],
): Promise<Change[]> {
  for (let from = 0; from < additions.length; from += WRITTEN_AT_ONCE) {
    const rows = additions
      .slice(from, from + WRITTEN_AT_ONCE)
      .map(({ id, employer }) => ({ id, tenant_id: tenantId, created_by: userId, ...buildColumns(employer) }))
    await withDuplicateErrors(DUPLICATES, tx.insertInto('employers').values(rows).execute())
  }
  const records = await employers.each(
    tx,
    additions.map(({ id }) => id),
  )
  return records.map((record) => ({ audited: auditedEmployer, before: null, after: record }))
}

const listEmployers = defineList(contract.listEmployers, employers)

const getEmployer = defineGet(contract.getEmployer, 'employer', employers)

const createEmployer = defineCommand({
  contract: contract.createEmployer,
  owner({ tenantId }, find, actor) {
    if (actor.role !== 'SuperAdmin') return find.self(actor)
    if (!tenantId || !isFirm(tenantId))
      throw createInvalidFieldRefusal('tenantId', 'Choose the firm of this employer')
    return find.tenant(tenantId)
  },
  async handle({ input, tx, actor }) {
    const id = createId()
    const tenantId = actor.role === 'SuperAdmin' ? (input.tenantId as string) : actor.tenantId
    const values = { id, tenant_id: tenantId, created_by: actor.id, ...buildColumns(input) }
    await withDuplicateErrors(DUPLICATES, tx.insertInto('employers').values(values).execute())
    return created(auditedEmployer, await employers.require(tx, id))
  },
})

const updateEmployer = defineCommand({
  contract: contract.updateEmployer,
  owner: ({ id }, find) => find.employer(id),
  async handle({ input, tx }) {
    const before = await employers.require(tx, input.id)
    requireExampleName(before.isExample, input.legalName, 'legalName')
    await withDuplicateErrors(DUPLICATES, updateUnlessStale(tx, 'employers', before, buildColumns(input)))
    return updated(auditedEmployer, before, await employers.require(tx, input.id))
  },
})

export function createEmployerOperations(): Operation[] {
  return [listEmployers, getEmployer, createEmployer, updateEmployer]
}

const buildColumns = (input: z.output<typeof contract.EditableEmployer>) => ({
  ...toColumns(contract.EditableEmployer, input, 'employerRegisteredNumber'),
  search_key: searchKey(input.legalName, input.tradingName),
  registered_number: input.employerRegisteredNumber,
  payroll_contact: input.payrollContact && JSON.stringify(input.payrollContact),
  pay_frequencies: [...new Set(input.payFrequencies)],
})
