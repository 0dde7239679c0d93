/** No field of any request takes a PPS number, but for those named here with their reason (Spec 2.7). */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Contract } from './define.ts'
import { CONTRACTS } from './index.ts'

/** By `operation field`; `*` is any operation. Fields of arrays and records have the name of the field that holds them. */
const EXCEPTIONS: Record<string, string> = {
  'member.create ppsNumber': 'stored encrypted',
  'member.update ppsNumber': 'stored encrypted',
  '* employerRegisteredNumber': 'Revenue gives employers numbers of the same form',
  '* cursor': 'opaque; read and not stored',
  'auth.signin csrfToken': 'compared, not stored',
  'auth.signin email': 'compared with stored addresses, which hold no PPS number',
  'auth.signin password': 'compared with a hash',
  'auth.signin callbackUrl': 'an address of the application; not stored',
  'auth.start-single-sign-on callbackUrl': 'an address of the application; not stored',
  'auth.single-sign-on firm': 'compared, not stored',
  'auth.single-sign-on response': 'sent to the provider, not stored',
  'single-sign-on.set issuer': 'an address with an id of the provider, which may have the same form',
  'single-sign-on.test issuer': 'an address with an id of the provider, which may have the same form',
  'single-sign-on.set clientId': 'an id of the provider, which may have the same form',
  'single-sign-on.set clientSecret': 'stored encrypted',
  '* token': 'compared with a hash',
  'auth.reset-password password': 'stored as a hash',
  '* currentPassword': 'compared with a hash',
  '* newPassword': 'stored as a hash',
  'auth.confirm-identity password': 'compared with a hash',
  '* recoveryCode': 'compared with a hash',
  '* rawId': 'random bytes of an authenticator, compared with stored ones',
  '* clientDataJSON': 'bytes of an authenticator, checked and not stored',
  '* authenticatorData': 'bytes of an authenticator, checked and not stored',
  '* attestationObject': 'bytes of an authenticator; the public key in it is stored',
  '* signature': 'bytes of an authenticator, checked and not stored',
  '* userHandle': 'bytes of an authenticator, checked and not stored',
  'auth.confirm-identity id': 'random bytes of an authenticator, compared with stored ones',
  'auth.second-step id': 'random bytes of an authenticator, compared with stored ones',
  'second-factor.add-passkey id': 'random bytes of an authenticator',
  'member.import mapping': 'a header; one with a PPS number is not remembered',
  'member.import value': 'a cell, which the rules of the import check',
  'scheme-import.create value': 'a cell, which the rules of the import check',
  'contribution.upload mapping': 'a header; one with a PPS number is not remembered',
  'contribution.upload value': 'a cell, of which only numbers and days are stored',
  'corpus.ingest text': 'refused while it is read, with all other personal data',
  'corpus.ingest html': 'refused while it is read, with all other personal data',
  '* question': 'refused by the operation, with all other personal data and by its kind',
  'assistant.disclosures id': 'compared, not stored',
  'audit-log.list entityType': 'compared, not stored',
  'audit-log.list entityId': 'compared, not stored',
  'audit-log.list actorId': 'compared, not stored',
  'audit-log.list action': 'compared, not stored',
}

const NUMBER = '1234567T'
const DISGUISES = [
  NUMBER,
  '1234567FA',
  '1234567(T)',
  '12345\u200b67T',
  '1234567\u200bT',
  '１２３４５６７T',
  '١٢٣٤٥٦٧T',
  '123456７Т',
  '1:2:3:4:5:6:7:T',
  '1*2*3*4*5*6*7*T',
  '123/4567/T',
  'x1234567Tx',
]
/** Of several lengths, and in the forms that some fields ask for. */
const TEXTS = DISGUISES.flatMap((number) => [
  number,
  `of ${number} and nobody else`,
  `The number of this person is ${number}, as it stands on the letter of the Department`,
  `${number}@example.ie`.replaceAll(' ', ''),
  `https://example.ie/${number}`,
])

type Schema = z.ZodType & { _zod: { def: Record<string, unknown> } }
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The names of the fields below a schema that take one of the texts. A step of a pipe takes more than the whole of it. */
function takingFields(schema: Schema, name: string, isStep = false): string[] {
  if (!isStep && TEXTS.some((text) => schema.safeParse(text).success)) return [name]
  const { def } = schema._zod
  const shape = (def.shape ?? {}) as Record<string, Schema>
  const steps = [def.in, def.out].filter(isSchema)
  const same = [def.innerType, def.left, def.right, ...((def.options ?? []) as unknown[])].filter(isSchema)
  const below = [def.element, def.keyType, def.valueType].filter(isSchema)
  return [
    ...Object.entries(shape).flatMap(([key, field]) => takingFields(field, key)),
    ...below.flatMap((one) => takingFields(one, name)),
    ...same.flatMap((one) => takingFields(one, name, isStep)),
    ...steps.flatMap((one) => takingFields(one, name, true)),
  ]
}

const taking = (contract: Contract): string[] =>
  [...new Set(takingFields(contract.input as Schema, ''))].map((field) => `${contract.name} ${field}`)

const isExcepted = (place: string): boolean => place in EXCEPTIONS || place.replace(/^\S+/, '*') in EXCEPTIONS

test.each(CONTRACTS.map((contract) => [contract.name, contract as Contract] as const))(
  '%s refuses PPS numbers in its text fields',
  (_name, contract) => expect(taking(contract).filter((place) => !isExcepted(place))).toEqual([]),
)

test('every listed exception is a field that accepts a PPS number', () => {
  const all = CONTRACTS.flatMap((contract) => taking(contract as Contract))
  const used = Object.keys(EXCEPTIONS).filter(
    (place) => all.includes(place) || all.some((one) => one.replace(/^\S+/, '*') === place),
  )
  expect(used).toEqual(Object.keys(EXCEPTIONS))
})
