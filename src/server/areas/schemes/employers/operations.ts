import type { z } from 'zod'
import * as contract from '../../../../contract/employers.ts'
import { toColumns } from '../../../operation/columns.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  saveVersion,
  updated,
} from '../../../pipeline/define-operation.ts'
import { type Duplicates, invalidField, withDuplicateErrors } from '../../../pipeline/refusal.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedEmployer, employers } from './records.ts'

const DUPLICATES: Duplicates = {
  employers_registered_number: [
    'employerRegisteredNumber',
    'Another employer of the firm has that registered number',
  ],
}

const listEmployers = defineQuery({
  contract: contract.listEmployers,
  owner: 'within',
  select: (input, reach) => employers.list(input, reach),
  body: employers.page,
})

const getEmployer = defineQuery({
  contract: contract.getEmployer,
  owner: ({ id }, find) => find.employer(id),
  select: ({ id }) => employers.one(id),
})

const createEmployer = defineCommand({
  contract: contract.createEmployer,
  owner({ tenantId }, find, actor) {
    if (actor.role !== 'SuperAdmin') return find.self(actor)
    if (!tenantId || tenantId === 'platform')
      throw invalidField('tenantId', 'Name the firm that the employer is a client of')
    return find.tenant(tenantId)
  },
  async handle({ input, tx, actor }) {
    const id = createId()
    const tenantId = actor.role === 'SuperAdmin' ? (input.tenantId as string) : actor.tenantId
    const values = { id, tenant_id: tenantId, created_by: actor.id, ...columnsOf(input) }
    await withDuplicateErrors(DUPLICATES, tx.insertInto('employers').values(values).execute())
    return created(auditedEmployer, await employers.require(tx, id))
  },
})

const updateEmployer = defineCommand({
  contract: contract.updateEmployer,
  owner: ({ id }, find) => find.employer(id),
  async handle({ input, tx }) {
    const before = await employers.require(tx, input.id)
    await withDuplicateErrors(DUPLICATES, saveVersion(tx, 'employers', before, columnsOf(input)))
    return updated(auditedEmployer, before, await employers.require(tx, input.id))
  },
})

export function createEmployerOperations(): Operation[] {
  return [listEmployers, getEmployer, createEmployer, updateEmployer]
}

const columnsOf = (input: z.output<typeof contract.EditableEmployer>) => ({
  ...toColumns(contract.EditableEmployer, input, 'employerRegisteredNumber'),
  search_key: searchKey(input.legalName, input.tradingName),
  registered_number: input.employerRegisteredNumber,
  payroll_contact: input.payrollContact && JSON.stringify(input.payrollContact),
  pay_frequencies: [...new Set(input.payFrequencies)],
})
