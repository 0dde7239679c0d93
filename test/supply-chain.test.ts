/** The checks of the dependencies can fail. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { LOCKFILES } from '../.ci/packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'supply-chain-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the check of licences', () => {
  const check = (dependency: object) => {
    const file = join(folder, 'package-lock.json')
    writeFileSync(file, JSON.stringify({ packages: { '': {}, 'node_modules/planted': dependency } }))
    return spawnSync(process.execPath, ['.ci/check-licences.ts', file], { encoding: 'utf8' })
  }

  test.each([
    ['a licence that is not accepted', { license: 'AGPL-3.0-only' }],
    ['a choice without an accepted licence', { license: '(GPL-2.0 OR GPL-3.0)' }],
    ['no licence', {}],
  ])('refuses %s', (_name, dependency) => {
    const { status, stderr } = check(dependency)
    expect(status).toBe(1)
    expect(stderr).toContain('planted')
  })

  test.each([
    ['an accepted licence', { license: 'MIT' }],
    ['a choice with an accepted licence', { license: '(GPL-2.0 OR MIT)' }],
    ['any licence of a development dependency', { license: 'GPL-3.0-only', dev: true }],
  ])('accepts %s', (_name, dependency) => {
    expect(check(dependency).status).toBe(0)
  })
})

describe('the check of lockfiles', () => {
  const RESOLVED = 'https://registry.npmjs.org/planted/-/planted-1.0.0.tgz'
  const check = (version: string, locked: object) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { planted: version } }))
    const packages = {
      '': { dependencies: { planted: version } },
      'node_modules/planted': { version: '1.0.0', resolved: RESOLVED, integrity: 'sha512-AAAA', ...locked },
    }
    const lockfile = { name: 'test', lockfileVersion: 3, packages }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
    return spawnSync(process.execPath, ['.ci/check-lockfiles.ts', folder], { encoding: 'utf8' })
  }

  test.each([
    ['a range of versions', '^1.0.0', {}],
    ['another host', '1.0.0', { resolved: RESOLVED.replace('registry.npmjs.org', 'example.com') }],
    ['a connection without encryption', '1.0.0', { resolved: RESOLVED.replace('https:', 'http:') }],
    ['a package without a checksum', '1.0.0', { integrity: undefined }],
  ])('refuses %s', (_name, version, locked) => {
    const { status, stderr } = check(version, locked)
    expect(status).toBe(1)
    expect(stderr).toContain('planted')
  })

  test('accepts exact versions from the registry', () => {
    expect(check('1.0.0', {})).toMatchObject({ status: 0, stderr: '' })
  })
})

test('the checks read the lockfile of each package', () => {
  const found = globSync('**/package-lock.json', { exclude: (name) => name === 'node_modules' })
  expect(found.toSorted()).toEqual(LOCKFILES.map((name) => join(name, 'package-lock.json')).toSorted())
})

test('the secret scan finds a planted secret and no test value of this project', () => {
  const file = join(folder, 'planted.ts')
  // In two parts, so that this file has no secret.
  writeFileSync(file, `export const TOKEN = '${'ghp_'}${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}'\n`)
  const scan = (path: string) =>
    spawnSync(process.execPath, ['node_modules/.bin/secretlint', path], { encoding: 'utf8' })
  expect(scan(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('GITHUB_TOKEN') })
  expect(scan('src/server/config.test.ts').status).toBe(0)
})
