import { describe, expect, test } from 'vitest'
import { findMissingAudience, formatAudience } from './visibility.ts'

const audience = {
  firm: 'Harbour Row',
  employer: 'Ballycotton Foods Limited',
  scheme: 'Ballycotton Foods DC',
  member: null,
}

describe('users who see a document', () => {
  test.each([
    ['BROKER', audience, 'Only Harbour Row'],
    ['EMPLOYER', audience, 'Harbour Row and the people of Ballycotton Foods Limited'],
    ['EMPLOYER', { ...audience, employer: null }, 'Harbour Row and the people of the employer'],
    [
      'MEMBER',
      audience,
      'Harbour Row, the people of Ballycotton Foods Limited and every member of Ballycotton Foods DC',
    ],
    [
      'MEMBER',
      { ...audience, member: 'Aoife Daly' },
      'Harbour Row, the people of Ballycotton Foods Limited and Aoife Daly',
    ],
  ] as const)('%s', (visibility, who, words) => expect(formatAudience(visibility, who)).toBe(words))
})

describe('fields that have to be chosen first', () => {
  const none = { schemeId: null, employerId: null, memberId: null }
  test.each([
    ['BROKER', none, undefined],
    ['EMPLOYER', none, 'Choose the scheme or the employer first'],
    ['EMPLOYER', { ...none, employerId: 'e' }, undefined],
    ['EMPLOYER', { ...none, schemeId: 's' }, undefined],
    ['MEMBER', none, 'Choose the scheme or the member first'],
    ['MEMBER', { ...none, employerId: 'e' }, 'Choose the scheme or the member first'],
    ['MEMBER', { ...none, memberId: 'm' }, undefined],
  ] as const)('for %s with %o', (visibility, place, words) =>
    expect(findMissingAudience(visibility, place)).toBe(words),
  )
})
