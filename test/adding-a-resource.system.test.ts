/**
 * The worked example of docs/adding-a-resource.md is complete: applied to a copy of the project, its types are right, its tests pass, and
 * the generated tests know the new resource. The number of files that it changes is the one that the page states.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATION = 'migrations/9999-complaints.sql'
const MINUTES = 60_000

/** Where the page adds lines to a file: at the end of the list that begins with this line. */
const PLACES: Record<string, string> = {
  'src/web/areas/schemes/routes.tsx: schemeTabs': 'export const schemeTabs = [',
  'src/web/areas/schemes/routes.tsx: schemePages': 'export const schemePages = [',
}

interface Block {
  path: string
  code: string
}

/** The code blocks of the page that begin with the path of a file. */
async function readBlocks(): Promise<Block[]> {
  const page = await readFile(join(PROJECT, 'docs/adding-a-resource.md'), 'utf8')
  return [
    ...page.matchAll(/^```\w+\n(?:(?:\/\/|--) )?((?:src|migrations)\/\S+(?:: \w+)?)\n(.*?)^```$/gms),
  ].map(([, path = '', code = '']) => ({
    path: path.replace('migrations/NNNN-complaints.sql', MIGRATION),
    code,
  }))
}

const fileOf = ({ path }: Block): string => path.replace(/: \w+$/, '')

let copy: string
let blocks: Block[]
const isNew = new Map<string, boolean>()

async function apply(block: Block): Promise<void> {
  const file = join(copy, fileOf(block))
  const text = await readFile(file, 'utf8').catch(() => null)
  if (!isNew.has(file)) isNew.set(file, text === null)
  if (text === null) {
    await mkdir(dirname(file), { recursive: true })
    return writeFile(file, block.code)
  }
  const place = PLACES[block.path]
  if (!place) throw new Error(`The test does not know where ${block.path} gets its lines`)
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.includes(place))
  const end = lines.findIndex((line, index) => index > start && line.startsWith(']'))
  if (start < 0 || end < 0) throw new Error(`${block.path} has changed: its lines have no place`)
  lines.splice(end, 0, block.code.trimEnd().replace(/^/gm, '  '))
  return writeFile(file, lines.join('\n'))
}

/** Runs in the copy; the output is part of the failure. */
async function run(command: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd: copy, maxBuffer: 2 ** 26 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
    },
  )
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'adding-a-resource-'))
  const left = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results'])
  for (const name of await readdir(PROJECT))
    if (!left.has(name)) await cp(join(PROJECT, name), join(copy, name), { recursive: true })
  // A folder of its own: the template database of the tests is kept in node_modules/.cache.
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(join(PROJECT, 'node_modules')))
    if (name !== '.cache')
      await symlink(join(PROJECT, 'node_modules', name), join(copy, 'node_modules', name))
  blocks = await readBlocks()
  for (const block of blocks) await apply(block)
  await run('npm', 'run', 'rows')
}, 5 * MINUTES)

afterAll(() => rm(copy, { recursive: true, force: true }))

test('the page states how many files it adds and changes', async () => {
  const page = await readFile(join(PROJECT, 'docs/adding-a-resource.md'), 'utf8')
  const [, added, changed] = /It needs (\d+) new files and (\d+) changed file/.exec(page) ?? []
  const files = [...isNew.values()]
  expect({ added: files.filter((one) => one).length, changed: files.filter((one) => !one).length }).toEqual({
    added: Number(added),
    changed: Number(changed),
  })
})

test('the example passes the type check', { timeout: 5 * MINUTES }, async () => {
  await run('npx', 'tsc', '--noEmit')
  await run('npx', 'tsc', '--noEmit', '--project', 'src/web')
})

test('the example is formatted', { timeout: MINUTES }, () =>
  run('npx', 'biome', 'check', '--error-on-warnings', ...new Set(blocks.map(fileOf))),
)

test('the unit tests include the resource', { timeout: 5 * MINUTES }, () =>
  run(
    'npx',
    ...['vitest', 'run', '--project', 'unit', 'test/samples.test.ts', 'test/architecture.test.ts'],
    ...['src/web/page-links.test.ts', 'src/web/areas/firm/audit', 'src/contract'],
  ),
)

test("the resource's own tests and the generated tests pass", { timeout: 10 * MINUTES }, async () => {
  await run(
    'npx',
    ...['vitest', 'run', '--project', 'service', 'src/server/areas/schemes/complaints'],
    // These read all tables from the catalogue.
    ...['src/server/areas/firm/examples', 'test/row-level-security.service.test.ts'],
  )
  const generated = ['guards', 'bad-input', 'census', 'idempotency-of-operations']
  await run(
    'npx',
    ...['vitest', 'run', '--project', 'service', ...generated.map((name) => `test/${name}.service.test.ts`)],
    ...['-t', 'complaint'],
  )
})
