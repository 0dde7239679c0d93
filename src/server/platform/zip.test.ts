import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createZip, type PackedFile } from './zip.ts'

const DAY = '2026-11-21'

async function* pieces(...given: string[]): AsyncGenerator<string> {
  yield* given
}

async function bytesOf(files: readonly PackedFile[], day = DAY): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of createZip(files, day)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const contents = fc.dictionary(fc.stringMatching(/^[a-zé0-9/-]{1,20}$/), fc.string({ unit: 'grapheme' }), {
  noNullPrototype: true,
})
const isPath = (path: string): boolean => !/^\/|\/\/|\/$|(^|\/)\.\.?(\/|$)/.test(path)

test('the same files on the same day give the same bytes in any order; other files do not', async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.string({ minLength: 1 }), async (given, added) => {
      const files = Object.entries(given)
        .filter(([path]) => isPath(path))
        .map(([path, text]) => ({ path, open: () => pieces(text) }))
      const packed = await bytesOf(files)
      expect((await bytesOf(files.toReversed())).equals(packed)).toBe(true)
      const more = [...files, { path: 'zzz-added.txt', open: () => pieces(added) }]
      expect((await bytesOf(more)).equals(packed)).toBe(false)
      expect((await bytesOf(files, '2026-11-22')).equals(packed)).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('opens one file at a time, and only when it is read', async () => {
  let open = 0
  let most = 0
  let opened = 0
  const files = Array.from(
    { length: 20 },
    (_, index): PackedFile => ({
      path: `file-${index}`,
      async open() {
        opened += 1
        most = Math.max(most, ++open)
        return (async function* () {
          // More than the buffers of a stream hold, and not compressible.
          for (let piece = 0; piece < 8; piece += 1) yield crypto.getRandomValues(new Uint8Array(65_536))
          open -= 1
        })()
      },
    }),
  )
  const reading = createZip(files, DAY)
  await reading.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  // The reader has paused: further files wait.
  expect(opened).toBeLessThan(3)
  for await (const _ of reading);
  expect([opened, most, open]).toEqual([20, 1, 0])
})

test('a reader that stops early leaves no file open', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(65_536))
    } finally {
      isClosed = true
    }
  }
  const reading = createZip([{ path: 'endless', open: () => endless() }], DAY)
  for (let chunk = 0; chunk < 5; chunk += 1) await reading.next()
  await reading.return(undefined)
  await expect.poll(() => isClosed).toBe(true)
})

test('a file that cannot be read makes the whole archive fail', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'half'
    throw new Error('The store is away')
  }
  const refused = () => Promise.reject(new Error('The store is away'))
  for (const open of [() => broken(), refused])
    await expect(
      bytesOf([
        { path: 'a', open: () => pieces('a') },
        { path: 'b', open },
      ]),
    ).rejects.toThrow('The store is away')
})
