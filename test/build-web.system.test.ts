/**
 * `npm run web` in a copy of the project: its output, when it skips the build, and that a partial build is never visible. The tests
 * change files of the copy; the packages are those of the project.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NONCE_PLACEHOLDER, openWebApp } from '../src/server/http/web-app.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const COPIED = [
  'src',
  'scripts',
  'content',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** Limit of the compressed JavaScript that one page loads with an empty cache. */
const JAVASCRIPT_LIMIT_BYTES = 200_000
/** Origins that occur as names only: the application sends them no request. */
const NAMED_ORIGINS = ['www.w3.org', 'react.dev', 'json-schema.org', 'simplewebauthn.dev', 'localhost']

let copy = ''
const inCopy = (...names: string[]): string => join(copy, ...names)
const inAssets = (...names: string[]): string => inCopy('dist/web/assets', ...names)

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'build-web-'))
  await Promise.all(COPIED.map((name) => cp(join(PROJECT, name), inCopy(name), { recursive: true })))
  await symlink(join(PROJECT, 'node_modules'), inCopy('node_modules'), 'junction')
  const first = await buildWeb()
  expect(first).toEqual({
    code: 0,
    output: expect.stringContaining('Built the web application'),
    errors: '',
  })
})
afterAll(() => rm(copy, { recursive: true, force: true }))

interface Run {
  code: number
  output: string
  errors: string
}

async function buildWeb(...flags: string[]): Promise<Run> {
  const child = spawn(process.execPath, [inCopy('scripts/build-web.ts'), ...flags], {
    cwd: copy,
    // The script always makes the production build, also with another NODE_ENV.
    env: { PATH: process.env.PATH, NODE_ENV: 'demo', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = [readText(child.stdout), readText(child.stderr)]
  const [[code], output = '', errors = ''] = await Promise.all([once(child, 'close'), ...texts])
  return { code, output, errors }
}

/** Returns the HTML document and the names of all built files as one text. */
async function whatIsBuilt(): Promise<string> {
  const names = (await readdir(inAssets())).sort()
  return `${await readFile(inCopy('dist/web/index.html'), 'utf8')}\n${names.join('\n')}`
}

const sources = async (ending: RegExp): Promise<Map<string, string>> => {
  const names = (await readdir(inAssets())).filter((name) => ending.test(name))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(inAssets(name), 'utf8')] as const)),
  )
}

describe('the build output', () => {
  test('has every script and style in both compressions', async () => {
    const texts = await sources(/\.(js|css)$/)
    expect(texts.size).toBeGreaterThan(10)
    for (const [name, text] of texts) {
      expect(brotliDecompressSync(await readFile(inAssets(`${name}.br`))).toString()).toBe(text)
      expect(gunzipSync(await readFile(inAssets(`${name}.gz`))).toString()).toBe(text)
    }
  })

  test('can be served by the service', () => {
    const { assets } = openWebApp(inCopy('dist/web'))
    for (const { copies } of assets.values()) expect(Object.keys(copies)).toContain('identity')
  })

  test.skipIf(process.platform === 'win32')(
    'can be read by another user than the one who built it: root builds, the service has its own user',
    async () => {
      const { mode } = await stat(inCopy('dist/web'))
      expect(mode & 0o777).toBe(0o755)
    },
  )

  test('file names contain a hash of the content, and source maps are not published', async () => {
    for (const name of await readdir(inAssets()))
      expect(name).toMatch(/-[\w-]{8}\.((js|css)(\.br|\.gz)?|woff2|webp)$/)
    for (const text of (await sources(/\.(js|css)$/)).values()) expect(text).not.toContain('sourceMappingURL')
  })

  test('every script and style of the document carries the nonce, and nothing else is inline', async () => {
    const text = await readFile(inCopy('dist/web/index.html'), 'utf8')
    const elements = text.match(/<(script|style|link)\b[^>]*>/g) ?? []
    expect(elements.length).toBeGreaterThan(3)
    for (const element of elements)
      if (!element.includes('rel="icon"')) expect(element).toContain(`nonce="${NONCE_PLACEHOLDER}"`)
    expect(text).not.toMatch(/\sstyle=|\son\w+=|javascript:/i)
  })

  test('the typeface is one file of at most 60 kB, which the document preloads', async () => {
    const [font, ...others] = (await readdir(inAssets())).filter((name) => name.endsWith('.woff2'))
    expect(others).toEqual([])
    expect((await stat(inAssets(font as string))).size).toBeLessThanOrEqual(60_000)
    const document = await readFile(inCopy('dist/web/index.html'), 'utf8')
    expect(document).toContain(`<link rel="preload" href="/assets/${font}" as="font"`)
  })

  test('is the production build', async () => {
    const all = [...(await sources(/\.js$/)).values()].join('\n')
    expect(all).not.toMatch(/React DevTools|jsxDEV|\bimport\.meta\.hot\b/)
  })

  test('does not evaluate text as code', async () => {
    const [head = ''] = (await readFile(inCopy('dist/web/index.html'), 'utf8')).split('type="module"')
    expect(head, 'before anything is loaded, schemas are told not to').toContain('jitless: true')
    for (const [name, text] of await sources(/\.js$/)) {
      // Zod tests whether it may use Function; with `jitless` it does not even test.
      const rest = text.replace('try{return Function(``),!0}', '')
      expect(rest.match(/.{0,60}\b(eval|Function)\(.{0,40}/g) ?? [], name).toEqual([])
    }
  })

  test('names no other origin', async () => {
    for (const [name, text] of await sources(/\.(js|css)$/)) {
      const withoutLicences = text.replace(/\/\*!.*?\*\//gs, '')
      const origins = [...withoutLicences.matchAll(/\b(?:https?|wss?):\/\/([a-z][\w.-]*)/gi)].map(
        ([, host]) => host,
      )
      expect(
        origins.filter((host) => !NAMED_ORIGINS.includes(host as string)),
        name,
      ).toEqual([])
    }
  })

  test('no page needs more JavaScript from an empty cache than was promised', async () => {
    const texts = await sources(/\.js$/)
    const withImports = (name: string, found = new Set<string>()): Set<string> => {
      if (found.has(name)) return found
      found.add(name)
      for (const [, next] of texts.get(name)?.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+)/g) ?? [])
        withImports(next as string, found)
      return found
    }
    const document = await readFile(inCopy('dist/web/index.html'), 'utf8')
    const atStart = [...document.matchAll(/\/assets\/([^"]+\.js)/g)].map(([, name]) => name as string)
    expect(atStart.length).toBeGreaterThan(0)
    const sizes = new Map<string, number>()
    for (const name of texts.keys()) sizes.set(name, (await stat(inAssets(`${name}.br`))).size)
    for (const page of texts.keys()) {
      const needed = new Set([...atStart, page].flatMap((name) => [...withImports(name)]))
      const bytes = [...needed].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
      expect(bytes, `with ${page}`).toBeLessThan(JAVASCRIPT_LIMIT_BYTES)
    }
  })
})

/** The tests below run real builds, of an application that builds in one second instead of ten. */
const SMALL_MAIN = "document.title = 'A small application'\n"
async function makeApplicationSmall(): Promise<void> {
  const page = await readFile(inCopy('src/web/index.html'))
  await rm(inCopy('src/web'), { recursive: true })
  await mkdir(inCopy('src/web'))
  await writeFile(inCopy('src/web/index.html'), page)
  await writeFile(inCopy('src/web/main.tsx'), SMALL_MAIN)
  await writeFile(inCopy('src/web/theme.css'), '')
}

describe('running the build', () => {
  beforeAll(async () => {
    await makeApplicationSmall()
    expect(await buildWeb()).toEqual(BUILT)
  })

  const NOTHING: Run = { code: 0, output: '', errors: '' }
  const BUILT: Run = { code: 0, output: expect.stringContaining('Built the web application'), errors: '' }

  test('builds once as long as only the times of files change', async () => {
    const before = await stat(inCopy('dist/web/index.html'))
    const now = new Date()
    await utimes(inCopy('src/web/main.tsx'), now, now)
    await writeFile(inCopy('src/web/made-up.test.ts'), '// no part of the application\n')
    expect(await buildWeb()).toEqual(NOTHING)
    expect(await stat(inCopy('dist/web/index.html'))).toMatchObject({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
    })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a source changes', () => writeFile(inCopy('src/web/made-up.ts'), 'export const made = 1\n')],
    [
      'a source changes and looks old',
      async () => {
        await writeFile(inCopy('src/web/made-up.ts'), 'export const made = 2\n')
        await utimes(inCopy('src/web/made-up.ts'), new Date(0), new Date(0))
      },
    ],
    ['a source has another name', () => rename(inCopy('src/web/made-up.ts'), inCopy('src/web/made.ts'))],
    ['a source is gone', () => rm(inCopy('src/web/made.ts'))],
    ['other packages are installed', () => writeFile(inCopy('package-lock.json'), '{}\n')],
    ['the build is gone', () => rm(inCopy('dist'), { recursive: true })],
    ['the build lost its mark', () => rm(inCopy('dist/web/built-from'))],
  ])('builds again when %s', async (_name, change) => {
    await change()
    expect(await buildWeb()).toEqual(BUILT)
    expect(await buildWeb()).toEqual(NOTHING)
    expect(await readdir(inCopy('dist'))).toEqual(['web'])
  })

  test('builds again with --force', async () => {
    expect(await buildWeb('--force')).toEqual(BUILT)
    expect(await buildWeb('--unknown')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Usage: npm run web'),
    })
  })

  test('keeps the former build if a source cannot be built', async () => {
    const before = await whatIsBuilt()
    await writeFile(inCopy('src/web/main.tsx'), 'const = 1\n')
    const { code, errors } = await buildWeb()
    expect(code).toBe(1)
    expect(errors).toContain('web: The web application could not be built; dist/web was not changed:')
    expect(errors).toContain('main.tsx')
    expect(errors).not.toMatch(/^\s+at /m)
    expect(await whatIsBuilt()).toBe(before)
    expect(await readdir(inCopy('dist'))).toEqual(['web'])
    await writeFile(inCopy('src/web/main.tsx'), SMALL_MAIN)
    expect(await buildWeb()).toEqual(NOTHING)
  })

  test('leaves a complete build after two concurrent builds, and never shows a partial one', async () => {
    const builds = Promise.all([buildWeb('--force'), buildWeb('--force')])
    let isOver = false
    void builds.finally(() => {
      isOver = true
    })
    const files: string[] = []
    while (!isOver) {
      try {
        openWebApp(inCopy('dist/web'))
      } catch (error) {
        files.push((error as Error).message)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    // Between two renames the folder does not exist, and the error must say so.
    expect(files.filter((words) => !words.startsWith('The web application is not built'))).toEqual([])
    expect(await builds).toEqual([BUILT, BUILT])
    expect(await readdir(inCopy('dist'))).toEqual(['web'])
    const names = await readdir(inAssets())
    expect(names.filter((name) => name.endsWith('.js')).length).toBe(
      names.filter((name) => name.endsWith('.js.br')).length,
    )
    expect((await readdir(inCopy('dist/web'))).sort()).toEqual(['assets', 'built-from', 'index.html'])
  })
})
