import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  buildPermissionsPage,
  listCallers,
  parsePermissionsPage,
  type Results,
} from '../scripts/permissions/page.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { getScheme } from '../src/contract/schemes.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/permissions.md'), 'utf8')

describe('docs/permissions.md', () => {
  test('has each operation of the contract with its summary, and a result for each caller', () => {
    const results = parsePermissionsPage(page)
    expect(Object.keys(results).sort(), 'run `npm run permissions`').toEqual(
      CONTRACTS.map(({ name }) => name).sort(),
    )
    expect(buildPermissionsPage(CONTRACTS, results), 'run `npm run permissions`').toBe(page)
  })

  test('names no caller below the minimum role as permitted', () => {
    const results = parsePermissionsPage(page)
    for (const { name, access } of CONTRACTS)
      if (access === 'BrokerAdmin' || access === 'SuperAdmin')
        for (const role of ['Member', 'EmployerUser', 'EmployerAdmin', 'BrokerUser'] as const)
          expect(results[name]?.[role], `${name} / ${role}`).toBe('Refused')
  })
})

describe('the page', () => {
  const complete = (): Results => ({
    [getScheme.name]: Object.fromEntries(listCallers(getScheme).map((caller) => [caller, 'Own firm'])),
  })

  test('is not built without the result of a caller', () => {
    const results = complete()
    delete results[getScheme.name]?.Inspector
    expect(() => buildPermissionsPage([getScheme], complete())).not.toThrow()
    expect(() => buildPermissionsPage([getScheme], results)).toThrow('scheme.get has no result for Inspector')
  })

  test('has a last area for nouns without one', () => {
    const unknown = { ...getScheme, name: 'unknown.get' } as never
    const results = { ...complete(), 'unknown.get': complete()[getScheme.name] ?? {} }
    const built = buildPermissionsPage([unknown, getScheme], results)
    expect(built.match(/^## .*$/gm)).toEqual(
      expect.arrayContaining(['## Schemes and employers', '## Other records']),
    )
    expect(parsePermissionsPage(built)).toEqual(results)
  })

  test('is not read with an unknown word in a cell', () => {
    expect(() => parsePermissionsPage(page.replace(' | Refused | ', ' | Perhaps | '))).toThrow('Perhaps')
  })
})
