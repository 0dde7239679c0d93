import { expect, test } from 'vitest'
import { splitLines } from './lines.ts'

async function* pieces(...texts: string[]): AsyncGenerator<string, 'the end'> {
  yield* texts
  return 'the end'
}

async function linesOf(...texts: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of splitLines(pieces(...texts))) lines.push(line)
  return lines
}

test.each<[string[], string[]]>([
  [[], []],
  [[''], []],
  [['one'], ['one']],
  [['one\n'], ['one']],
  [['one\r\ntwo'], ['one', 'two']],
  [
    ['one\r', '\ntwo'],
    ['one', 'two'],
  ],
  [
    ['one', '', '\n', 'two'],
    ['one', 'two'],
  ],
  [['one\n\ntwo\n'], ['one', '', 'two']],
  [['\n'], ['']],
])('%j is %j', async (texts, lines) => {
  expect(await linesOf(...texts)).toEqual(lines)
})

test('the return value of the pieces comes after the lines', async () => {
  const lines = splitLines(pieces('one'))
  expect(await lines.next()).toEqual({ done: false, value: 'one' })
  expect(await lines.next()).toEqual({ done: true, value: 'the end' })
})

test.each(['a', 'é', '日'])('a line of %s may have at most 8 kB', async (letter) => {
  const most = Math.floor((8 * 1024) / Buffer.byteLength(letter))
  expect(await linesOf(letter.repeat(most), '\n', letter.repeat(most))).toHaveLength(2)
  for (const texts of [[`${letter.repeat(most + 1)}\n`], [letter.repeat(most), letter]])
    await expect(linesOf(...texts)).rejects.toMatchObject({ reason: 'TOO_LONG' })
})
