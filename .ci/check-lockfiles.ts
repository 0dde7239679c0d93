/**
 * Fails if a package of a lockfile comes from another host than the npm registry, without HTTPS or without a checksum, or if a package.json
 * does not state exact versions: `node .ci/check-lockfiles.ts [FOLDER …]`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKFILES } from './packages.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const fail = (line: string): void => void process.stderr.write(`${line}\n`)

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const RULES = ['--type', 'npm', '--allowed-hosts', 'npm', '--validate-https', '--validate-integrity']

type Versions = Record<string, string>

const given = process.argv.slice(2)
for (const folder of given.length > 0 ? given : LOCKFILES) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { dependencies?: Versions; devDependencies?: Versions; optionalDependencies?: Versions }
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !EXACT.test(version),
  )
  for (const [name, version] of loose) fail(`${folder}: ${name} ${version} is not an exact version`)
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }>
  }
  // lockfile-lint examines a checksum only where there is one. A bundled package is part of another one.
  const unverified = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) => path !== '' && !integrity && !link && !inBundle,
  )
  for (const [path] of unverified) fail(`${folder}: ${path} has no checksum`)
  const lint = spawnSync(
    process.execPath,
    [
      'node_modules/lockfile-lint/bin/lockfile-lint.js',
      '--path',
      join(folder, 'package-lock.json'),
      ...RULES,
    ],
    { encoding: 'utf8' },
  )
  if (lint.status !== 0) fail(`${folder}: ${lint.stdout}${lint.stderr}`)
  if (loose.length > 0 || unverified.length > 0 || lint.status !== 0) process.exitCode = 1
  else print(`${join(folder, 'package-lock.json')}: all packages are from the registry, with checksums`)
}
