/** Modules loaded at start: libraries that only some requests need are imported on first use, and not before. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Packages that may not be loaded at start. A scope includes all of its packages. */
const LOADED_ON_FIRST_USE = [
  '@ai-sdk',
  '@aws-sdk',
  '@electric-sql',
  '@redis',
  '@smithy',
  'docx',
  'file-type',
  'htmlparser2',
  'ical-generator',
  'nodemailer',
  'pdfkit',
  'redis',
  'saxen',
  'unpdf',
  'vite',
  'yauzl',
  'yazl',
]

const FILES = ['app.ts', 'platform/mailer.ts', 'platform/token-buckets.ts', 'platform/files/s3-file-store.ts']
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  for (const url of process.argv.slice(1)) await import(url)
  console.log(JSON.stringify(urls))`

const packageOf = (url: string): string | undefined =>
  /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(url)?.[1]

test('the modules of the service load none of the libraries that only some requests need', async () => {
  const urls = FILES.map((file) => new URL(`../src/server/${file}`, import.meta.url).href)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, ...urls],
    { maxBuffer: 16 * 1024 * 1024 },
  )
  const loaded = new Set((JSON.parse(stdout) as string[]).map(packageOf))
  // Proves that the hook records packages.
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'zod']))
  const early = [...loaded].filter((name) =>
    LOADED_ON_FIRST_USE.some((late) => name === late || name?.startsWith(`${late}/`)),
  )
  expect(early).toEqual([])
})
