import { describe, expect, test } from 'vitest'
import { addressBeside, findPlaceInList, keepRowsOfList } from './rows-of-list.ts'

const schemes = {
  name: 'Schemes',
  href: '/schemes?sort=-overdue',
  rows: ['/schemes/a', '/schemes/b', '/schemes/c'],
  hasMore: false,
}

describe('the place of a record in the list that was shown last', () => {
  keepRowsOfList('/schemes', () => schemes)
  keepRowsOfList('/members', () => ({
    name: 'Members',
    href: '/members',
    rows: ['/members/m?x=1', '/members/n'],
    hasMore: true,
  }))

  test('is found for the record and for its tabs', () => {
    expect(findPlaceInList('/schemes/b')).toMatchObject({ name: 'Schemes', index: 1, tab: '' })
    expect(findPlaceInList('/schemes/b/policies')).toMatchObject({ index: 1, tab: '/policies' })
    expect(findPlaceInList('/members/m')).toMatchObject({ name: 'Members', index: 0, hasMore: true })
  })

  test('is not found on pages that change the record, further below it, or for other records', () => {
    for (const address of ['/schemes/b/edit', '/schemes/b/members/new', '/schemes/bb', '/schemes', '/today'])
      expect(findPlaceInList(address), address).toBeNull()
  })

  test('leads to the same tab of the records beside it', () => {
    const place = findPlaceInList('/schemes/b/policies')
    expect(place && [addressBeside(place, -1), addressBeside(place, 1)]).toEqual([
      '/schemes/a/policies',
      '/schemes/c/policies',
    ])
    const last = findPlaceInList('/schemes/c')
    expect(last && addressBeside(last, 1)).toBeNull()
  })

  test('is that of the list shown again last', () => {
    keepRowsOfList('/employers/e', () => ({
      ...schemes,
      name: 'Schemes of the employer',
      rows: ['/schemes/c', '/schemes/b'],
    }))
    expect(findPlaceInList('/schemes/b')).toMatchObject({ name: 'Schemes of the employer', index: 1 })
    keepRowsOfList('/schemes', () => schemes)
    expect(findPlaceInList('/schemes/b')).toMatchObject({ name: 'Schemes', index: 1 })
  })
})
