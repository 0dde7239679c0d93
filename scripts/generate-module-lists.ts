/**
 * Writes the lists that follow from the folders: the modules with contracts, their operations, and the handlers of resources that need no
 * other part of the service than the clock. With --check it only compares.
 */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract } from '../src/contract/define.ts'

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

const contractFiles: string[] = []
for (const path of list('src/contract/*.ts'))
  if (CONTRACT.test(await read(path))) contractFiles.push(path.slice('src/contract/'.length))

const listContractModules = (): string =>
  `${HEAD}${contractFiles.map((file) => `export * as ${camelCase(file.slice(0, -'.ts'.length))} from './${file}'\n`).join('')}`

/** Without schemas, because the web application loads this table with its first page, for navigation and page guards. */
async function listContracts(): Promise<string> {
  const rows: string[] = []
  for (const file of contractFiles) {
    const module: object = await import(`../src/contract/${file}`)
    for (const { name, route, access, body } of Object.values(module).filter(isContract))
      rows.push(`  '${name}': { route: '${route}', access: '${access}'${body ? `, body: '${body}'` : ''} },`)
  }
  return `${HEAD}/** Every operation of the API. Its name is the OpenAPI operationId, the audit action and the log field (Spec 2.6). */
export const OPERATIONS = {
${rows.sort().join('\n')}
} as const

export type OperationName = keyof typeof OPERATIONS
export type RouteOf<N extends OperationName> = (typeof OPERATIONS)[N]['route']
`
}

/** Without schemas, because the server and the first page of the web application load all addresses. */
async function listResourcePages(): Promise<string> {
  const rows: string[] = []
  for (const file of contractFiles) {
    const { PAGES = {} }: { PAGES?: Record<string, string> } = await import(`../src/contract/${file}`)
    for (const [name, address] of Object.entries(PAGES)) rows.push(`  ${name}: '${address}',`)
  }
  return `${HEAD}/** Addresses of the pages that a contract states in PAGES; pages.ts adds all others. */
export const RESOURCE_PAGES = {
${rows.join('\n')}
} as const
`
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

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
  'src/contract/operations.ts': listContracts,
  'src/contract/resource-pages.ts': listResourcePages,
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
