import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  Cents,
  CivilDate,
  Day,
  Email,
  Id,
  Instant,
  line,
  Moment,
  optional,
  Percent,
  prose,
  toStoredFields,
} from './values.ts'

const Kind = z.enum(['A', 'B'])

test.each<[string, z.ZodType, z.ZodType]>([
  ['a line', line(1, 20), z.string()],
  ['a line of a pattern', line(1, 20).pipe(z.string().regex(/^\d+$/)).describe('Number'), z.string()],
  ['an optional text', optional(prose(1, 20)).describe('Notes'), z.string().nullable()],
  ['an e-mail address', Email, z.string()],
  ['a date', CivilDate.describe('Day of the deed'), Day],
  ['an instant', optional(Moment), Instant.nullable()],
  ['an id', Id, Id],
  ['an optional id', optional(Id), Id.nullable()],
  ['money', optional(Cents), z.int().nullable()],
  ['a percentage', Percent, z.number()],
  ['a code with a default', Kind.default('A').describe('A if absent'), Kind],
  ['a code that the service sets if absent', Kind.optional(), Kind],
  ['a boolean with a default', z.boolean().default(false), z.boolean()],
  ['a list', z.array(line(1, 20)).max(3).default([]), z.array(z.string())],
  [
    'an object',
    optional(z.object({ dueOn: CivilDate }).refine(() => true)),
    z.object({ dueOn: Day }).nullable(),
  ],
])('the stored field of %s has its type without limits', (_, input, stored) => {
  const fields = toStoredFields({ field: input })
  expect(z.toJSONSchema(fields.field)).toEqual(z.toJSONSchema(stored))
})

test('codes and ids stay the schemas that the API reference names', () => {
  const { kind, id } = toStoredFields({ kind: Kind.default('A'), id: optional(Id) })
  expect(kind).toBe(Kind)
  expect((id as unknown as z.ZodNullable).unwrap()).toBe(Id)
})
