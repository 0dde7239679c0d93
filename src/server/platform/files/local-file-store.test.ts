import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { FileMissing, FileStoreUnavailable } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'

const MINUTE_MS = 60_000

async function createFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'data', 'files')
}

async function* one(chunk: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(chunk)
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

/** Runs `code` as another process, with `store` open on this folder, until it ends or is killed. */
async function elsewhere(folder: string, code: string, shell = 'exec "$@"') {
  const program = `
    const { createLocalFileStore } = await import(${JSON.stringify(import.meta.resolve('./local-file-store.ts'))})
    const store = await createLocalFileStore({ folder: ${JSON.stringify(folder)} })
    ${code}`
  const child = spawn('bash', [
    '-c',
    shell,
    'bash',
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
  ])
  const [output, complaints, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { said: output, complaints, exitCode, signal }
}

test('a file is stored under its key, in a folder of two characters, readable by its owner only', async () => {
  const folder = await createFolder()
  const store = await createLocalFileStore({ folder })
  await store.write('k3fa/zq81', one('contents'))
  expect(await filesIn(folder)).toEqual(['zq/k3fa.zq81'])
  expect(await modeOf(join(folder, 'zq/k3fa.zq81'))).toBe(0o600)
  for (const name of ['', '.drafts', 'zq']) expect(await modeOf(join(folder, name))).toBe(0o700)
})

test('a file can be read after the folder is reopened', async () => {
  const folder = await createFolder()
  await (await createLocalFileStore({ folder })).write('firm/one', one('contents'))
  const { said: output, exitCode } = await elsewhere(
    folder,
    `for await (const chunk of await store.read('firm/one')) process.stdout.write(chunk)`,
  )
  expect([output, exitCode]).toEqual(['contents', 0])
})

test('a file is flushed to disk before it gets its name, and the name before the write ends', async () => {
  const folder = await createFolder()
  const { said: output } = await elsewhere(
    folder,
    `const files = (await import('node:fs/promises')).default
    const { open, rename } = files
    const events = []
    const told = (path) => path.slice(${folder.length}).replace(/[0-9a-f]{32}/, 'draft')
    files.open = async (path, ...rest) => {
      const handle = await open(path, ...rest)
      const sync = handle.sync.bind(handle)
      handle.sync = () => sync().then(() => events.push('sync ' + told(path)))
      return handle
    }
    files.rename = (from, to) => rename(from, to).then(() => events.push(told(from) + ' to ' + told(to)))
    ;(await import('node:module')).syncBuiltinESMExports()
    await store.write('firm/one', (async function* () { yield Buffer.alloc(9) })())
    console.log(JSON.stringify(events))`,
  )
  expect(JSON.parse(output)).toEqual([
    'sync /.drafts/draft',
    'sync ',
    '/.drafts/draft to /on/firm.one',
    'sync /on',
  ])
})

/** The next renaming is the end of that process: before it happens, or once it has. */
const diesAtRename = (when: 'before' | 'after'): string => `
  const files = (await import('node:fs/promises')).default
  const { rename } = files
  files.rename = async (...names) => {
    ${when === 'after' ? 'await rename(...names)' : ''}
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
  ;(await import('node:module')).syncBuiltinESMExports()
  await store.write('firm/one', (async function* () { yield Buffer.alloc(100_000) })())`

const diesWriting = `
  await store.write('firm/one', (async function* () {
    yield Buffer.alloc(100_000)
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  })())`

test.each([
  ['while it writes', diesWriting],
  ['when all is written and the file has no name yet', diesAtRename('before')],
])(
  'a process killed %s leaves only a temporary file, which is removed when it is an hour old',
  async (_when, code) => {
    const folder = await createFolder()
    const { signal } = await elsewhere(folder, code)
    expect(signal).toBe('SIGKILL')
    const [draft = ''] = await filesIn(folder)
    expect(await filesIn(folder)).toEqual([expect.stringMatching(/^\.drafts\/[0-9a-f]{32}$/)])
    expect((await stat(join(folder, draft))).size).toBe(100_000)
    await expect((await createLocalFileStore({ folder })).read('firm/one')).rejects.toThrow(FileMissing)

    const aged = (minutes: number): Promise<void> => {
      const then = new Date(Date.now() - minutes * MINUTE_MS)
      return utimes(join(folder, draft), then, then)
    }
    await aged(59)
    await createLocalFileStore({ folder })
    expect(await filesIn(folder)).toEqual([draft])
    await aged(61)
    const store = await createLocalFileStore({ folder })
    expect(await filesIn(folder)).toEqual([])
    await store.write('firm/one', one('the second time'))
    expect(await filesIn(folder)).toEqual(['on/firm.one'])
  },
)

test('a process killed after the file has its name leaves the complete file', async () => {
  const folder = await createFolder()
  const { signal } = await elsewhere(folder, diesAtRename('after'))
  expect(signal).toBe('SIGKILL')
  expect(await filesIn(folder)).toEqual(['on/firm.one'])
  expect((await stat(join(folder, 'on/firm.one'))).size).toBe(100_000)
})

test('files are kept at any age', async () => {
  const folder = await createFolder()
  const store = await createLocalFileStore({ folder })
  await store.write('firm/one', one('contents'))
  const then = new Date('2001-01-01')
  await utimes(join(folder, 'on/firm.one'), then, then)
  await createLocalFileStore({ folder })
  expect(await filesIn(folder)).toEqual(['on/firm.one'])
})

test('a disk that becomes full is unavailable, keeps no partial file, and accepts a smaller one', async () => {
  const folder = await createFolder()
  // The system refuses to let any file grow beyond 256 KiB: the write fails as it does where no space is left.
  const { said: output, complaints } = await elsewhere(
    folder,
    `async function* chunks(count) { for (let i = 0; i < count; i++) yield Buffer.alloc(65_536) }
    const error = await store.write('firm/large', chunks(16)).catch((error) => error)
    const { storedBytes } = await store.write('firm/small', chunks(2))
    console.log(JSON.stringify([error.constructor.name, error.code, error.cause.code, storedBytes]))`,
    'ulimit -f 256; exec "$@"',
  )
  expect(complaints).toBe('')
  expect(JSON.parse(output)).toEqual(['FileStoreUnavailable', 'UNAVAILABLE', 'EFBIG', 131_072])
  expect(await filesIn(folder)).toEqual(['sm/firm.small'])
})

test('a missing folder is reported as unavailable, not as missing files', async () => {
  const folder = await createFolder()
  const store = await createLocalFileStore({ folder })
  await store.write('firm/one', one('contents'))
  const opened = await store.read('firm/one')
  await rename(folder, `${folder}-away`)
  await mkdir(folder)
  for (const work of [
    () => store.read('firm/one'),
    () => store.remove('firm/one'),
    () => store.write('firm/two', one('more')),
    () => opened[Symbol.asyncIterator]().next(),
  ])
    await expect(work()).rejects.toThrow(FileStoreUnavailable)
  expect(await filesIn(folder)).toEqual([])
})

test('a folder that cannot be created prevents the start', async () => {
  const folder = await createFolder()
  await mkdir(join(folder, '..'), { recursive: true })
  await writeFile(folder, randomBytes(1))
  await expect(createLocalFileStore({ folder })).rejects.toMatchObject({ code: 'ENOTDIR' })
})
