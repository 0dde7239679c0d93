/** Saved views: each user has their own, a name is used once for a list, and no search text is kept. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createSavedView, listSavedViews, removeSavedView } from '../../../../contract/saved-views.ts'

const service = useService()

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

const VIEW = { page: '/schemes', name: 'Worst first', search: { status: 'ACTIVE', sort: '-overdue' } }

describe('a saved view', () => {
  test('is listed only for its list and its user', async () => {
    const view = await firm.broker.call(createSavedView, VIEW)
    expect(view).toMatchObject(VIEW)
    expect((await firm.broker.call(listSavedViews, { page: '/schemes' })).data).toEqual([view])
    expect((await firm.broker.call(listSavedViews, { page: '/members' })).data).toEqual([])
    expect((await firm.admin.call(listSavedViews, { page: '/schemes' })).data).toEqual([])
  })

  test('has a name that is unique for its user and list', async () => {
    const named = { ...VIEW, name: 'Mine' }
    await firm.broker.call(createSavedView, named)
    const again = await firm.broker.send(createSavedView, { ...named, name: 'MINE' })
    expect(again).toMatchObject({ status: 409, body: { details: { code: 'DUPLICATE', field: 'name' } } })
    expect((await firm.broker.send(createSavedView, { ...named, page: '/members' })).status).toBe(201)
    expect((await firm.admin.send(createSavedView, named)).status).toBe(201)
  })

  test('is removed by its user only', async () => {
    const view = { ...VIEW, name: 'Not for long' }
    await firm.broker.call(createSavedView, view)
    const { page, name } = view
    const listNames = async () =>
      (await firm.broker.call(listSavedViews, { page })).data.map((one) => one.name)
    expect((await firm.admin.send(removeSavedView, { page, name })).status).toBe(204)
    expect(await listNames()).toContain(name)
    expect((await firm.broker.send(removeSavedView, { page, name })).status).toBe(204)
    expect(await listNames()).not.toContain(name)
  })

  test.each([
    ['a search text', { search: { q: 'Mary' } }],
    ['another address', { page: 'https://example.ie/schemes' }],
    ['a PPS number', { search: { employer: '1234567T' } }],
    [
      'more filters than a list has',
      { search: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x'])) },
    ],
  ])('with %s is refused', async (_what, changed) => {
    expect((await firm.broker.send(createSavedView, { ...VIEW, name: 'Refused', ...changed })).status).toBe(
      400,
    )
  })
})
