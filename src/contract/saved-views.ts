/** Filters and order of a list that a user keeps under a name. Each user sees their own. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { codeLine, Empty, Id, line, listOf, pageOf, recordFields } from './values.ts'

const Page = codeLine(2, 100)
  .refine((page) => /^\/[a-z/-]+$/.test(page), 'Enter the address of a list, such as /schemes')
  .describe('Address of the page with the list')

const MOST_FILTERS = 20

/** The search text is not kept: it may name a person. */
const Search = z
  .record(z.string().regex(/^[A-Za-z]{1,60}$/, 'Enter the name of a filter'), line(1, 200))
  .refine(
    (search) => Object.keys(search).length <= MOST_FILTERS,
    `A view has at most ${MOST_FILTERS} filters`,
  )
  .refine((search) => !('q' in search), 'The search text is not saved, because it may name a person')
  .describe('Query parameters of the page: filters and `sort`, without the search text')

export const SavedView = z.object({
  ...recordFields,
  tenantId: Id,
  page: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()),
})

export const listSavedViews = query('saved-view.list', {
  route: 'GET /api/me/views',
  access: 'BrokerUser',
  summary: "Lists the caller's saved views of one list, by name.",
  input: pageOf({ page: Page, sort: z.enum(['name']).default('name') }),
  output: listOf(SavedView),
})
export const createSavedView = command('saved-view.create', {
  route: 'POST /api/me/views',
  access: 'BrokerUser',
  summary:
    'Saves the filters and sort order of a list under a name. 409 if the caller already has a view of that name for the list.',
  input: z.object({ page: Page, name: line(1, 60), search: Search }),
  output: SavedView,
  status: 201,
})
export const removeSavedView = command('saved-view.remove', {
  route: 'POST /api/me/views/remove',
  access: 'BrokerUser',
  summary: 'Deletes a saved view of the caller.',
  input: z.object({ page: Page, name: line(1, 60) }),
  output: Empty,
  status: 204,
})
