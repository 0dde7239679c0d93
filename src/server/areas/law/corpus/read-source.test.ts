import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runTask } from '../../../../../test/harness/workers.ts'
import { readSource } from './read-source.ts'

/** One page with the given bytes as content. */
function pdfOf(content: Buffer): Buffer {
  const packed = deflateSync(content)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
  ].map((object, at) => `${at + 1} 0 obj${object}endobj\n`)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n${objects.join('')}4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`,
    ),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}

const read = (bytes: Uint8Array, limits: Parameters<typeof readSource>[2] = {}) =>
  readSource({ bytes, title: 'A text' }, runTask, limits)

const TEXT = '# Lamps\n\nThe keeper looks at the lamp every day and writes it down.'

test('a text is split into passages', async () => {
  expect(await read(Buffer.from(TEXT))).toMatchObject({
    chunks: [{ body: 'The keeper looks at the lamp every day and writes it down.' }],
  })
})

test('personal data in a text is reported with its kind', async () => {
  const text = `${TEXT}\n\nWrite to john.murphy@example.com about it.`
  expect(await read(Buffer.from(text))).toEqual({ personalData: [expect.any(String)] })
})

test('an unreadable text is refused with its error code', async () => {
  await expect(read(Buffer.alloc(0))).rejects.toMatchObject({ code: 'EMPTY' })
  await expect(read(Buffer.alloc(31 * 1024 * 1024))).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

test('a file that unpacks without end or exceeds its time ends only its own thread', async () => {
  const bomb = pdfOf(Buffer.alloc(300_000_000, '0 '))
  await expect(read(bomb, { bufferMegabytes: 64 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await expect(read(bomb, { bufferMegabytes: 4_000, wallMs: 1 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  expect(await read(Buffer.from(TEXT))).toHaveProperty('chunks')
})
