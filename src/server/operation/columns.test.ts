import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildColumnExpressions, toColumns } from './columns.ts'

const Provider = z.object({
  id: z.string(),
  croNumber: z.string().nullable(),
  sha256: z.string(),
  createdAt: z.string(),
  schemeCount: z.int(),
})

test('selects the column of each field of the record, instants as text, and the given exceptions', () => {
  expect(buildColumnExpressions(Provider, { schemeCount: '(select count(*) from schemes)' }, 'p')).toEqual({
    id: 'p.id',
    croNumber: 'p.cro_number',
    sha256: 'p.sha256',
    createdAt: 'app.instant(p.created_at)',
    schemeCount: '(select count(*) from schemes)',
  })
})

test('refuses an exception for a field that the record does not have', () => {
  const exceptions: Record<string, string> = { passwordHash: 'p.password_hash' }
  expect(() => buildColumnExpressions(Provider as z.ZodObject, exceptions)).toThrow('passwordHash')
})

test('writes the fields of the schema and no others', () => {
  const input = {
    id: 'x',
    croNumber: null,
    sha256: 'a',
    createdAt: '2026-01-01',
    schemeCount: 1,
    tenantId: 'y',
  }
  expect(toColumns(Provider, input, 'createdAt', 'schemeCount')).toEqual({
    id: 'x',
    cro_number: null,
    sha256: 'a',
  })
})
