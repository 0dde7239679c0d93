/** The example of a firm: one employer with a scheme, trustees, members and contributions, which the firm can remove as a whole. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { Id, Instant, NoParameters, Nothing } from './values.ts'

export const Example = z.object({
  loadedAt: Instant.nullable().describe('Null if the firm has no example'),
  schemeId: Id.nullable().describe('The first scheme of the example'),
  employers: z.int(),
  schemes: z.int(),
  members: z.int(),
})
export type Example = z.infer<typeof Example>

export const getExample = query('example.get', {
  route: 'GET /api/example',
  access: 'BrokerAdmin',
  summary: 'Returns whether the firm has an example, and how many records it has.',
  input: NoParameters,
  output: Example,
})

export const loadExample = command('example.load', {
  route: 'POST /api/example',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary:
    'Creates the example: an employer with an approved scheme, trustees, members and contributions, all invented. Reminders, the compliance status of the firm and supervisory packs leave it out. 422 if the firm has an example.',
  input: Nothing,
  output: Example,
  status: 201,
})

export const removeExample = command('example.remove', {
  route: 'DELETE /api/example',
  access: 'BrokerAdmin',
  summary:
    'Deletes the example with every record that was added to it. The audit log keeps its entries. 422 if a record of another scheme refers to the example.',
  input: Nothing,
  output: Example,
})

const EXAMPLE_WORD = /\bexample\b/i

/** Whether the name of a record of the example says so, wherever the name is shown. */
export const isNamedAsExample = (name: string): boolean => EXAMPLE_WORD.test(name)
