import { expect, test } from 'vitest'
import { readFile } from './text-file.ts'

const TEXT = {
  docId: 'LAMPS',
  title: 'Lamps',
  kind: 'IE_SI',
  versionDate: '2026-01-01',
  text: '## Section 1\n\nLight.',
}
const json = (value: unknown) => new File([JSON.stringify(value)], 'lamps.json')

test('a text is used unchanged', async () => {
  const chosen = new File(['Light.'], 'lamps.txt')
  expect(await readFile(chosen)).toEqual({ file: chosen, terms: {} })
})

test.each([
  ['by itself', TEXT],
  ['in a list', { documents: [TEXT] }],
])('JSON %s contains the details of the text', async (_, value) => {
  const read = await readFile(json(value))
  if ('problem' in read) throw new Error(read.problem)
  expect(read.terms).toMatchObject({
    docId: 'LAMPS',
    title: 'Lamps',
    kind: 'IE_SI',
    versionDate: '2026-01-01',
  })
  expect(read.file.name).toBe('lamps.md')
  expect(await read.file.text()).toBe(TEXT.text)
})

test.each([
  ['no JSON', new File(['{'], 'lamps.json'), /not valid JSON/],
  ['several texts', json({ documents: [TEXT, TEXT] }), /one by one/],
  ['no text at all', json({ documents: [] }), /one by one/],
  ['a text without its words', json({ ...TEXT, text: undefined }), /must contain/],
  ['a text without a name', json({ ...TEXT, docId: '' }), /must contain/],
])('%s is refused with an explanation', async (_, file, problem) =>
  expect(await readFile(file)).toEqual({ problem: expect.stringMatching(problem) }),
)
