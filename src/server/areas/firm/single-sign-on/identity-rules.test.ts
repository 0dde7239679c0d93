import { expect, test } from 'vitest'
import { findIdentityProblem, isForEveryone, isOfAnyOrganisation } from './identity-rules.ts'

const GOOGLE = 'https://accounts.google.com'
const ENTRA = 'https://login.microsoftonline.com/3f1c2a10-0000-4000-8000-000000000000/v2.0'
const PERSONAL = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'

const problemOf = (
  issuer: string,
  identity: { email?: string | null; isEmailVerified?: boolean | null; hostedDomain?: string | null },
  trustsAddresses = false,
) =>
  findIdentityProblem(
    { issuer, subject: '1', email: 'orla@firm.ie', isEmailVerified: null, hostedDomain: null, ...identity },
    { domains: ['firm.ie'], trustsAddresses },
  )

test('Google: an address counts only if the organisation of the domain manages the account', () => {
  expect(problemOf(GOOGLE, { isEmailVerified: true, hostedDomain: 'firm.ie' })).toBeNull()
  expect(problemOf(GOOGLE, { isEmailVerified: true })).toBe('OTHER_ORGANISATION')
  expect(problemOf(GOOGLE, { isEmailVerified: true, hostedDomain: 'other.ie' })).toBe('OTHER_ORGANISATION')
  expect(problemOf(GOOGLE, { isEmailVerified: false, hostedDomain: 'firm.ie' }, true)).toBe(
    'ADDRESS_NOT_VERIFIED',
  )
})

test('Entra ID of one organisation sends no claim about the address: the firm decides', () => {
  expect(problemOf(ENTRA, {})).toBe('ADDRESS_NOT_VERIFIED')
  expect(problemOf(ENTRA, {}, true)).toBeNull()
  expect(problemOf(ENTRA, { isEmailVerified: false }, true)).toBe('ADDRESS_NOT_VERIFIED')
  expect(problemOf(PERSONAL, {}, true)).toBe('ADDRESS_NOT_VERIFIED')
})

test('only addresses of the domains of the firm count', () => {
  for (const email of ['orla@firm.ie.evil.example', 'orla@sub.firm.ie', 'orla@firm.ie@evil.example'])
    expect(problemOf(ENTRA, { email }, true), email).toBe('OTHER_DOMAIN')
  for (const email of [null, '', 'firm.ie'])
    expect(problemOf(ENTRA, { email }, true), String(email)).toBe('NO_ADDRESS')
  expect(problemOf(ENTRA, { email: 'Orla@FIRM.IE' }, true)).toBeNull()
})

test('issuers that serve everyone are known', () => {
  expect([GOOGLE, PERSONAL, ENTRA].map(isForEveryone)).toEqual([true, true, false])
  expect(
    ['common', 'organizations', 'consumers', '3f1c2a10'].map((tenant) =>
      isOfAnyOrganisation(`https://login.microsoftonline.com/${tenant}/v2.0`),
    ),
  ).toEqual([true, true, true, false])
})
