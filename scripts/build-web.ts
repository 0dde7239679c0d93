/**
 * `npm run web`: builds the web application into dist/web, unless the build there was made from the very same files. Runs
 * automatically after `npm ci` and before `npm start`, so that the service never serves an application of another version.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { WEB_FOLDER } from '../src/server/platform/build-folders.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run web [-- --force]
Builds the web application into dist/web if its sources have changed. --force builds it in any case.`
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'src/web',
  'src/contract',
  'content/help',
  'src/server/http/web-app.ts',
  'scripts/build-web.ts',
  'vite.config.ts',
  'tsconfig.json',
  // Fixes the versions of the installed packages.
  'package-lock.json',
]
/** File beside index.html with the fingerprint of the sources that it was built from. */
const MARK = 'built-from'
const TEXT_FILE = /\.(js|css|svg|json)$/
const ATTEMPTS = 10

await runCommand('web', async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--force')) throw new CommandError(USAGE)
  // Calculated before the build: the next build includes files that change during this one.
  const fingerprint = await calculateFingerprint(SOURCES)
  if (flag === undefined && (await markOf(WEB_FOLDER)) === fingerprint) return
  await mkdir(dirname(WEB_FOLDER), { recursive: true })
  const fresh = await mkdtemp(`${WEB_FOLDER}-`)
  try {
    await buildWebApp(fresh)
    const files = await compressAll(join(fresh, 'assets'))
    await writeFile(join(fresh, MARK), fingerprint)
    // mkdtemp lets only the owner in, and the service may run as another user than the one who built it.
    await chmod(fresh, 0o755)
    await putInPlace(fresh, WEB_FOLDER)
    print(`Built the web application: ${files} files in dist/web`)
  } catch (error) {
    const words = stripVTControlCharacters((error as Error).message)
    throw new CommandError(`The web application could not be built; dist/web was not changed: ${words}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
})

/** Hashes contents and not times: copies, checkouts and containers give files any time, and a removed file has none. */
async function calculateFingerprint(names: readonly string[]): Promise<string> {
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

async function buildWebApp(folder: string): Promise<void> {
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

/** Compresses each file once at the highest level: the server only selects the copy that the browser can read. */
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

/** Replaces the whole folder, also a build put there by another process meanwhile. Restores the former build if the move fails. */
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
