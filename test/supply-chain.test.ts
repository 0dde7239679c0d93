/** The checks of the dependencies can fail. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

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

test('the secret scan finds a planted secret and no test value of this project', () => {
  const file = join(folder, 'planted.ts')
  // In two parts, so that this file has no secret.
  writeFileSync(file, `export const TOKEN = '${'ghp_'}${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}'\n`)
  const scan = (path: string) =>
    spawnSync(process.execPath, ['node_modules/.bin/secretlint', path], { encoding: 'utf8' })
  expect(scan(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('GITHUB_TOKEN') })
  expect(scan('src/server/config.test.ts').status).toBe(0)
})
