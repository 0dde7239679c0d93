import { describe, expect, test } from 'vitest'
import { namesFrom, type PersonalDataKind } from '../../platform/personal-data.ts'
import { kindsLeavingIn, readingsOf } from './scanning.ts'

const names = namesFrom(["Mary O'Brien", 'Gráinne Ní Bhriain'])
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const turned = (text: string): string => [...text].reverse().join('')

describe('personal data is found', () => {
  test.each<[PersonalDataKind, string]>([
    ['NAME', "of Mary O'Brien"],
    ['NAME', turned("of Mary O'Brien")],
    ['NAME', turned('Gráinne Ní Bhriain')],
    ['NAME', base64('Gráinne Ní Bhriain')],
    ['NAME', `scheme/${base64('Gráinne Ní Bhriain')}/2`],
    ['NAME', encodeURIComponent(base64('Gráinne Ní Bhriain'))],
    ['NAME', turned(encodeURIComponent('Mary Brien O’Brien'))],
    ['NAME', base64(turned("Mary O'Brien"))],
    ['MONEY', base64('€54,321')],
    ['MONEY', turned('€54,321')],
    ['DATE', base64('04/05/1970')],
    ['DATE', turned('4 May 1970')],
    ['EMAIL', turned('mary@example.ie')],
    ['PPS_NUMBER', turned('1234567T')],
  ])('%s in %s', (kind, text) => expect(kindsLeavingIn(text, names)).toContain(kind))
})

test.each([
  'Acme Widgets Retirement and Death Benefit Scheme',
  'What does S.I. 128/2021 say of Directive (EU) 2016/2341, Article 28(2)(d)?',
  'Must trustees remit contributions within 21 days under section 58A(1)?',
  'Mary and another O’Connor',
])('none in %s', (text) => expect(kindsLeavingIn(text, names)).toEqual([]))

test('the readings of a text hold what it encodes, and what it says from behind', () => {
  const { forwards, backwards } = readingsOf(`scheme ${base64('Gráinne Ní Bhriain')}`)
  expect(forwards).toContain('Gráinne Ní Bhriain')
  expect(backwards).toContain('niairhB íN enniárG')
})
