import { expect, test } from 'vitest'
import { findTypedMention, listMatches, listMentionIds, splitByMentions } from './mentions.ts'

const USERS = [
  { id: 'u1', name: 'Maeve Ryan' },
  { id: 'u2', name: 'Conor Ashe' },
  { id: 'u3', name: 'Maeve Ryan-Daly' },
]

test.each([
  ['@', ''],
  ['Ask @mae', 'mae'],
  ['Ask @Maeve R', 'Maeve R'],
  ['maeve@example', null],
  ['no mention', null],
  ['@Maeve\nnext line', null],
])('%j: the mention being typed is %j', (before, typed) => {
  expect(findTypedMention(before)).toBe(typed)
})

test('a user is found by the beginning of any part of the name', () => {
  expect(listMatches(USERS, 'as').map(({ id }) => id)).toEqual(['u2'])
  expect(listMatches(USERS, 'maeve r').map(({ id }) => id)).toEqual(['u1', 'u3'])
  expect(listMatches(USERS, 'Conor Ashe please')).toEqual([])
})

test('a mention needs the whole name of the user', () => {
  expect(listMentionIds('@Conor Ashe and @Maeve', USERS)).toEqual(['u2'])
})

test('mentions are separate parts, and the longer of two names wins', () => {
  expect(
    splitByMentions(
      'Hi @Maeve Ryan-Daly!',
      USERS.map(({ name }) => name),
    ),
  ).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Maeve Ryan-Daly', isMention: true },
    { text: '!', isMention: false },
  ])
})
