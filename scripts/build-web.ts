/**
 * `npm run web`: builds the web application into dist/web, unless what is there was built from the very same files. Runs by
 * itself after `npm ci` and before `npm start`, so that the service never serves an application of another version.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { WEB_FOLDER } from '../src/server/platform/build-folders.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run web [-- --force]
Builds the web application into dist/web if anything it is made from has changed.`
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'src/web',
  'src/contract',
  'src/server/http/web-app.ts',
  'scripts/build-web.ts',
  'vite.config.ts',
  'tsconfig.json',
  // Whose versions are what is installed.
  'package-lock.json',
]
/** Beside the document: the fingerprint of what it was built from. */
const MARK = 'built-from'
const TEXT_FILE = /\.(js|css|svg|json)$/
const ATTEMPTS = 10

await runCommand('web', async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--force')) throw new CommandError(USAGE)
  // Taken before the build: what changes meanwhile is built by the next one.
  const fingerprint = await fingerprintOf(SOURCES)
  if (flag === undefined && (await markOf(WEB_FOLDER)) === fingerprint) return
  await mkdir(dirname(WEB_FOLDER), { recursive: true })
  const fresh = await mkdtemp(`${WEB_FOLDER}-`)
  try {
    await buildInto(fresh)
    const files = await compressAll(join(fresh, 'assets'))
    await writeFile(join(fresh, MARK), fingerprint)
    await putInPlace(fresh, WEB_FOLDER)
    print(`The web application is built: ${files} files in dist/web`)
  } catch (error) {
    const words = stripVTControlCharacters((error as Error).message)
    throw new CommandError(`The web application could not be built, and dist/web is as it was: ${words}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
})

/** By content and not by age: copies, checkouts and containers give files any age, and a removed file has none. */
async function fingerprintOf(names: readonly string[]): Promise<string> {
  const files = (await Promise.all(names.map(filesOf))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(join(PROJECT, file))))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = contents[index] as Buffer
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesOf(name: string): Promise<string[]> {
  if (!(await stat(join(PROJECT, name))).isDirectory()) return [name]
  const entries = await readdir(join(PROJECT, name), { withFileTypes: true })
  const nested = entries
    .filter((entry) => entry.isDirectory() || !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => (entry.isDirectory() ? filesOf(`${name}/${entry.name}`) : [`${name}/${entry.name}`]))
  return (await Promise.all(nested)).flat()
}

async function markOf(folder: string): Promise<string | null> {
  return readFile(join(folder, MARK), 'utf8').catch(unlessMissing)
}

function unlessMissing(error: { code?: string }): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

async function buildInto(folder: string): Promise<void> {
  // The application is built for production in every environment of the service.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({
    root: join(PROJECT, 'src/web'),
    configFile: join(PROJECT, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: folder },
  })
}

/** Compressed once, as small as it gets: the server only picks the copy that the browser can read. */
async function compressAll(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => TEXT_FILE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(folder, name))
      const brotli = await promisify(brotliCompress)(source, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        },
      })
      await writeFile(join(folder, `${name}.br`), brotli)
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(source, { level: 9 }))
    }),
  )
  return names.length
}

/** Whole builds only: another that came in meanwhile is replaced too, and what was there returns if this one cannot come in. */
async function putInPlace(fresh: string, place: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const former = `${fresh}-former`
    const hadOne = (await rename(place, former).then(() => true, unlessMissing)) !== null
    try {
      await rename(fresh, place)
      await rm(former, { recursive: true, force: true })
      return
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as { code?: string }).code ?? '')
      if (hadOne && !isTaken) await rename(former, place)
      if (!isTaken || attempt === ATTEMPTS) throw error
      await rm(former, { recursive: true, force: true })
    }
  }
}
