/**
 * Builds the package of the client in dist/client: JavaScript and type declarations of src/client and of the contract. Pack it with
 * `npm pack ./dist/client`. Another folder can be given as argument.
 */
import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2] ?? join(PROJECT, 'dist/client'))

await rm(folder, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', join(PROJECT, 'src/client'), '--outDir', folder],
  { stdio: 'inherit' },
)
if (status !== 0) process.exit(1)
// The service has many more dependencies, which a caller does not need.
const { name, version, license, type, dependencies } = packageJson
await writeFile(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name,
      version,
      description: 'Typed client of the Pension Compliance Service',
      license,
      type,
      engines: { node: '>=20' },
      exports: { './client': { types: './client/index.d.ts', default: './client/index.js' } },
      dependencies: { zod: dependencies.zod },
    },
    null,
    2,
  )}\n`,
)
