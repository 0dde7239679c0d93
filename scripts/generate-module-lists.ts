/**
 * Writes two lists that follow from the folders: the modules with contracts, and the operations of resources that need no other part of
 * the service than the clock. With --check it only compares.
 */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const AREAS = 'src/server/areas'
const HEAD = '// Made by `npm run rows` from the source files; the check fails when it is out of date.\n'

const read = (path: string): Promise<string> => readFile(`${PROJECT}/${path}`, 'utf8')
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: PROJECT })
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Contracts are made by these functions of `define.ts`. */
const CONTRACT = /^import \{[^}]*\b(?:query|command)\b[^}]*\} from '.\/define.ts'/m

async function listContractModules(): Promise<string> {
  const lines: string[] = []
  for (const path of list('src/contract/*.ts')) {
    if (!CONTRACT.test(await read(path))) continue
    const file = path.slice('src/contract/'.length)
    lines.push(`export * as ${camelCase(file.slice(0, -'.ts'.length))} from './${file}'`)
  }
  return `${HEAD}${lines.join('\n')}\n`
}

/** `createTrusteeOperations({ clock }: { clock: Clock })` or `createEmployerOperations()`, as a function or an arrow function. */
const FACTORY =
  /^export (?:function|const) (create\w+Operations)(?: = )?\((\{ clock \}: \{ clock: Clock \})?\):/gm

async function listOperations(): Promise<string> {
  const imports: string[] = []
  const calls: string[] = []
  for (const folder of list(`${AREAS}/*/*`)) {
    const names: string[] = []
    const index = await read(`${folder}/index.ts`)
    for (const path of list(`${folder}/*.ts`))
      for (const [, name = '', clock] of (await read(path)).matchAll(FACTORY)) {
        // Without its export, another factory of the resource calls it.
        if (!new RegExp(`\\b${name}\\b`).test(index)) continue
        names.push(name)
        calls.push(`  ...${name}(${clock ? 'context' : ''}),`)
      }
    if (names.length > 0)
      imports.push(
        `import { ${names.sort().join(', ')} } from './${relative('src/server', folder)}/index.ts'`,
      )
  }
  return `${HEAD}import type { Operation } from './pipeline/define-operation.ts'
import type { Clock } from './platform/clock.ts'
${imports.join('\n')}

/** The operations of resources that need no other part of the service than the clock. */
export const createSimpleOperations = (context: { clock: Clock }): Operation[] => [
${calls.join('\n')}
]
`
}

const written = {
  'src/contract/modules.ts': listContractModules,
  'src/server/simple-operations.ts': listOperations,
}
for (const [path, write] of Object.entries(written)) {
  const generated = await write()
  if (!process.argv.includes('--check')) await writeFile(`${PROJECT}/${path}`, generated)
  else if ((await read(path)) !== generated) {
    process.stderr.write(`${path} is out of date: run npm run rows\n`)
    process.exitCode = 1
  }
}
