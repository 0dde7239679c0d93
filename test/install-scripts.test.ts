/** No package needs to run a program of its own when it is installed (docs/security.md, Packages). */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { hasInstallScript?: boolean }>
}

test('two packages have install scripts', () => {
  const names = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)
  expect(names).toEqual(['node_modules/@swc/core', 'node_modules/bcrypt'])
})

test('bcrypt brings its binary and builds none', () => {
  const folder = (name: string) => new URL(`../node_modules/bcrypt/${name}`, import.meta.url)
  expect(existsSync(folder('prebuilds/linux-x64'))).toBe(true)
  expect(existsSync(folder('build'))).toBe(false)
})
