/**
 * The templates of a run: a migrated database, and one with three seeded firms. For the embedded database they are kept between runs
 * until one of their source files changes; on PostgreSQL each run creates its own.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SeededFirms, StoredFixture } from './firm-fixture.ts'
import { buildDatabaseUrl, type Contents, type Template, withClient } from './test-database.ts'

/** Order to the child process, which writes the firms, their files, its log, and the dumps if there are no URLs. */
export interface TemplateOrder {
  folder: string
  urls: Record<Contents, string> | null
}

export const readTemplateDump = (contents: Contents): string => `${contents}.tar`
export const FIRMS = 'firms.json'

const MAKER = fileURLToPath(new URL('make-template.ts', import.meta.url))
const MADE_FROM = [
  'migrations/**/*.sql',
  'src/contract/**/*.ts',
  'src/server/**/*.ts',
  'test/harness/*.ts',
  'package-lock.json',
]

export async function ensureTemplate({
  root,
  runFolder,
  postgresqlUrl,
}: {
  root: string
  runFolder: string
  postgresqlUrl: string | null
}): Promise<Template> {
  if (postgresqlUrl) {
    const databases = { migrated: `pcs_migrated_${process.pid}`, seeded: `pcs_seeded_${process.pid}` }
    await withClient(postgresqlUrl, (client) => client.query(`create database ${databases.migrated}`))
    const folder = join(runFolder, 'template')
    await mkdir(folder)
    const urlOf = (contents: Contents): string => buildDatabaseUrl(postgresqlUrl, databases[contents])
    await make({ folder, urls: { migrated: urlOf('migrated'), seeded: urlOf('seeded') } })
    await copyLogAndCanaries(folder, runFolder)
    const copiesBeginWith = `pcs_test_${process.pid}_`
    return { kind: 'postgresql', folder, url: postgresqlUrl, databases, copiesBeginWith }
  }
  const cacheFolder = join(root, 'node_modules/.cache/test-template')
  const folder = join(cacheFolder, fingerprint(root))
  const dumps = {
    migrated: join(folder, readTemplateDump('migrated')),
    seeded: join(folder, readTemplateDump('seeded')),
  }
  const template: Template = { kind: 'embedded', folder, dumps }
  if (!(await isMade(folder))) {
    await rm(cacheFolder, { recursive: true, force: true })
    const unfinished = `${folder}-${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await make({ folder: unfinished, urls: null })
    await rename(unfinished, folder)
  }
  await copyLogAndCanaries(folder, runFolder)
  return template
}

/** Copies the log and the canaries into the run: the seeded firms' personal values must not be in the log of any run. */
async function copyLogAndCanaries(folder: string, runFolder: string): Promise<void> {
  for (const name of globSync(['*.txt', '*.log'], { cwd: folder }))
    await copyFile(join(folder, name), join(runFolder, name))
}

export async function readSeededFirms({ folder }: Template): Promise<SeededFirms<StoredFixture>> {
  return JSON.parse(await readFile(join(folder, FIRMS), 'utf8'))
}

const isMade = (folder: string): Promise<boolean> =>
  readFile(join(folder, FIRMS)).then(
    () => true,
    () => false,
  )

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(MADE_FROM, { cwd: root, exclude: (name) => name.endsWith('.test.ts') }).sort())
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 20)
}

async function make(order: TemplateOrder): Promise<void> {
  const maker = fork(MAKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  maker.send(order)
  const [code] = await once(maker, 'exit')
  if (code !== 0) throw new Error(`The template of the run could not be made: exit code ${code}`)
}
