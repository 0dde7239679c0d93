import { describe, expect, test } from 'vitest'
import { findPlaceInList, getNeighbourAddress, rememberList } from './rows-of-list.ts'

const schemes = {
  name: 'Schemes',
  href: '/schemes?sort=-overdue',
  rows: ['/schemes/a', '/schemes/b', '/schemes/c'],
  hasMore: false,
}

describe('the position of a record in the last shown list', () => {
  rememberList('/schemes', () => schemes)
  rememberList('/members', () => ({
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

  test('is not found on edit pages, deeper pages, or for other records', () => {
    for (const address of ['/schemes/b/edit', '/schemes/b/members/new', '/schemes/bb', '/schemes', '/today'])
      expect(findPlaceInList(address), address).toBeNull()
  })

  test('is not found on the page of the list itself, even if its rows open there', () => {
    rememberList('/obligations', () => ({
      ...schemes,
      href: '/obligations',
      rows: ['/obligations?open=a'],
    }))
    expect(findPlaceInList('/obligations')).toBeNull()
  })

  test('links to the same tab of the neighbouring records', () => {
    const place = findPlaceInList('/schemes/b/policies')
    expect(place && [getNeighbourAddress(place, -1), getNeighbourAddress(place, 1)]).toEqual([
      '/schemes/a/policies',
      '/schemes/c/policies',
    ])
    const last = findPlaceInList('/schemes/c')
    expect(last && getNeighbourAddress(last, 1)).toBeNull()
  })

  test('is the position in the list that was shown most recently', () => {
    rememberList('/employers/e', () => ({
      ...schemes,
      name: 'Schemes of the employer',
      rows: ['/schemes/c', '/schemes/b'],
    }))
    expect(findPlaceInList('/schemes/b')).toMatchObject({ name: 'Schemes of the employer', index: 1 })
    rememberList('/schemes', () => schemes)
    expect(findPlaceInList('/schemes/b')).toMatchObject({ name: 'Schemes', index: 1 })
  })
})
