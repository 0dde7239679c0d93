/**
 * Fails if a production dependency has a licence that is not accepted. Reads the lockfiles, which have the licence of each package: `node .ci/check-licences.ts
 * [FILE …] [--list]`. With --list prints the number of packages of each licence.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGES } from './packages.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const fail = (line: string): void => void process.stderr.write(`${line}\n`)

/** Permissive licences, and MPL-2.0, whose duties concern changed files of the package only. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])
/** Packages whose package.json does not name the licence of their LICENSE file. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
}

/** `(AFL-2.1 OR BSD-3-Clause)`: one accepted alternative is enough. */
const isAccepted = (licence: string): boolean =>
  licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((alternative) => ACCEPTED.has(alternative.trim()))

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const lockfiles = given.length > 0 ? given : PACKAGES.map((folder) => join(folder, 'package-lock.json'))
const packages = await Promise.all(
  lockfiles.map(async (lockfile) => {
    const locked = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Record<string, LockedPackage> }
    return Object.entries(locked.packages)
  }),
)
const production = packages.flat().flatMap(([path, { license, dev, link }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return path === '' || dev || link
    ? []
    : { name, licence: license ?? STATED_ELSEWHERE[name] ?? 'no licence' }
})
if (process.argv.includes('--list'))
  for (const [licence, names] of Map.groupBy(production, (one) => one.licence))
    print(`${String(names.length).padStart(4)}  ${licence}`)
const refused = production.filter(({ licence }) => !isAccepted(licence))
for (const { name, licence } of refused) fail(`${name}: ${licence} is not an accepted licence`)
if (refused.length > 0) {
  fail('Choose another package, or add the licence to .ci/check-licences.ts with its reason')
  process.exitCode = 1
} else print(`${production.length} production dependencies have accepted licences`)
