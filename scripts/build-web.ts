/**
 * `npm run web`: builds the web application into dist/web, unless what is there is younger than all it is made from. Runs by
 * itself after `npm ci` and before `npm start`, so that nobody is ever served an application of another version.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { WEB_FOLDER } from '../src/server/http/web-app.ts'
import { CommandError, runCommand, say } from './command.ts'

const USAGE = `Usage: npm run web [-- --force]
Builds the web application into dist/web if anything it is made from is younger.`
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['src/web', 'src/contract', 'vite.config.ts', 'package-lock.json']
const TEXT = /\.(js|css|svg|html|json)$/

await runCommand('web', async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--force')) throw new CommandError(USAGE)
  const document = join(WEB_FOLDER, 'index.html')
  const builtAt = existsSync(document) ? (await stat(document)).mtimeMs : 0
  if (flag === undefined && builtAt > (await youngest(SOURCES))) return
  const { build } = await import('vite')
  await build({
    root: join(PROJECT, 'src/web'),
    configFile: join(PROJECT, 'vite.config.ts'),
    logLevel: 'warn',
  })
  const files = await compressAll(join(WEB_FOLDER, 'assets'))
  say(`The web application is built: ${files} files in dist/web`)
})

/** The latest change of any of these files, in milliseconds. */
async function youngest(names: string[]): Promise<number> {
  const times = names.map(async (name) => {
    const path = join(PROJECT, name)
    const at = (await stat(path)).mtimeMs
    if (!(await stat(path)).isDirectory()) return at
    const files = await readdir(path, { recursive: true })
    const stats = await Promise.all(files.map((file) => stat(join(path, file))))
    return Math.max(at, ...stats.map(({ mtimeMs }) => mtimeMs))
  })
  return Math.max(...(await Promise.all(times)))
}

/** Compressed once, as small as it gets: the server only picks the copy that the browser can read. */
async function compressAll(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => TEXT.test(name))
  await Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(folder, name))
      const brotli = await promisify(brotliCompress)(source, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      })
      await writeFile(join(folder, `${name}.br`), brotli)
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(source, { level: 9 }))
    }),
  )
  return names.length
}
