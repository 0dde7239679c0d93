/**
 * Prepared databases for new installations on the embedded database. initdb, the migrations and the starter digest depend on
 * neither a key nor a setting, so the build runs them once (build-template.ts) and a first start unpacks the result.
 * A template is named by a hash of everything it is made from: one of other sources is never found.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { TEMPLATES_FOLDER } from './build-folders.ts'

/** `migrated` has the schema and no rows of ours; `starter` has the starter digest as well. */
export type TemplateName = 'migrated' | 'starter'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = [
  'migrations',
  'corpus/digest',
  'src/contract/citations.ts',
  'src/server/build-template.ts',
  'src/server/areas/law/corpus',
  'src/server/pipeline/audit-log.ts',
  'src/server/platform/database-template.ts',
  'src/server/platform/migrate.ts',
]
/** Their versions decide the format of the files. */
const PACKAGES = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector']

/** One folder for each fingerprint. */
export const getTemplateFile = (fingerprint: string, name: TemplateName): string =>
  join(TEMPLATES_FOLDER, fingerprint, `${name}.tar.gz`)

/** Null where the build has not run since the sources changed. */
export async function findTemplate(name: TemplateName): Promise<string | null> {
  if (!existsSync(TEMPLATES_FOLDER)) return null
  const file = getTemplateFile(await calculateTemplateFingerprint(), name)
  return existsSync(file) ? file : null
}

export async function calculateTemplateFingerprint(): Promise<string> {
  const files = (await Promise.all(SOURCES.map(readFiles))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(join(PROJECT, file))))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = contents[index] as Buffer
    hash.update(`${file.replaceAll(sep, '/')}\0${content.length}\0`).update(content)
  }
  for (const name of PACKAGES) hash.update(`${name} ${readInstalledVersion(name)}\0`)
  return hash.digest('hex').slice(0, 32)
}

async function readFiles(name: string): Promise<string[]> {
  if (!(await stat(join(PROJECT, name))).isDirectory()) return [name]
  const entries = await readdir(join(PROJECT, name), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length))
}

function readInstalledVersion(name: string): string {
  const file = join(PROJECT, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Unpacks a template as the files of a new database. */
export const restoreTemplate = (file: string, dataDir: string): Promise<void> =>
  createWhole(dataDir, async (folder) => {
    for (const { path, content } of buildEntries(await promisify(gunzip)(await readFile(file)))) {
      const target = join(folder, path)
      if (content === null) await mkdir(target, { recursive: true })
      else await writeFile(target, content)
    }
  })

/**
 * The files of a new database appear whole or not at all: a process that is killed here leaves a folder beside, which the next
 * attempt removes. The caller holds the lock of the data folder.
 */
export async function createWhole(dataDir: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const unfinished = `${dataDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await fill(unfinished)
  // Where the folder is there, it is empty, which not every system renames over.
  await rmdir(dataDir).catch(readUnlessMissing)
  await rename(unfinished, dataDir)
}

/** True where no database was ever begun. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(readUnlessMissing)).length === 0
}

function readUnlessMissing(error: { code?: string }): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}

const BLOCK_BYTES = 512
const FOLDER = '5'

/** Files and folders of a tar archive as the build writes it: short names, no links. */
function* buildEntries(archive: Buffer): Generator<{ path: string; content: Buffer | null }> {
  for (let at = 0; at + BLOCK_BYTES <= archive.length; ) {
    const field = (from: number, length: number): string =>
      archive.toString('latin1', at + from, at + from + length).split('\0', 1)[0] ?? ''
    const path = field(0, 100)
    if (path === '') return
    const size = Number.parseInt(field(124, 12), 8)
    const start = at + BLOCK_BYTES
    yield { path, content: field(156, 1) === FOLDER ? null : archive.subarray(start, start + size) }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
}
