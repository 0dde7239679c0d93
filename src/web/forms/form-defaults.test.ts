import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional } from '../../contract/values.ts'
import { getDefaultValues, toFormValues } from './form-defaults.ts'

const contract = {
  input: z
    .object({
      name: z.string(),
      note: optional(z.string()),
      status: z.enum(['NEW', 'OLD']).default('NEW'),
      isFunded: z.boolean().default(false),
      employerId: z.string().optional(),
    })
    .superRefine(() => {}),
}

test("a new record begins with the contract's empty values", () => {
  expect(getDefaultValues(contract, { status: 'OLD' })).toEqual({
    name: null,
    note: null,
    status: 'OLD',
    isFunded: false,
    employerId: undefined,
  })
})

test('an existing record begins with its stored values of the editable fields', () => {
  expect(toFormValues(contract, { id: 'a1', name: 'Acme', isFunded: true })).toEqual({
    name: 'Acme',
    note: null,
    status: null,
    isFunded: true,
    employerId: null,
  })
})
