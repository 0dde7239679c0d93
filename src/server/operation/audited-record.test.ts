import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildAuditStates } from '../pipeline/audit-log.ts'
import { defineAuditedRecord } from './audited-record.ts'

describe('an audited record', () => {
  const Person = z.object({
    id: z.string(),
    schemeId: z.string().nullable(),
    status: z.enum(['A', 'B']),
    joinedOn: z.string().nullable(),
    days: z.array(z.int()),
    name: z.string(),
    phone: z.string(),
  })
  const person = {
    id: 'p1',
    schemeId: null,
    status: 'A',
    joinedOn: '2026-01-31',
    days: [1],
    name: 'Una',
    phone: '021 123',
  }

  test('shows ids, dates, numbers and codes; conceals the texts that are listed', () => {
    const audited = defineAuditedRecord('person', Person, { concealed: ['name'], leftOut: ['phone'] })
    expect(buildAuditStates(audited, null, person).newState).toEqual({
      id: 'p1',
      schemeId: null,
      status: 'A',
      joinedOn: '2026-01-31',
      days: [1],
      concealedChanges: ['name'],
    })
  })

  test('a text or nested record that is not listed is a type error, and the definition throws', () => {
    // @ts-expect-error `phone` is not listed.
    expect(() => defineAuditedRecord('person', Person, { concealed: ['name'] })).toThrow(/phone .* person/)
    const Nested = z.object({ id: z.string(), parts: z.array(z.object({ text: z.string() })) })
    // @ts-expect-error `parts` is not listed.
    expect(() => defineAuditedRecord('nested', Nested, {})).toThrow(/parts/)
  })

  test('a field is never left out silently where its type is a code and its schema is not', () => {
    const Wrapped = z.object({ id: z.string(), kind: z.custom<'A' | 'B'>() })
    expect(() => defineAuditedRecord('wrapped', Wrapped, {})).toThrow(/kind/)
  })

  test('a date or number that is listed as concealed or left out is not shown', () => {
    const audited = defineAuditedRecord('person', Person, {
      shown: ['name'],
      concealed: ['joinedOn'],
      leftOut: ['phone', 'days'],
    })
    expect(Object.keys(audited.shown.shape)).toEqual(['id', 'schemeId', 'status', 'name'])
  })
})
