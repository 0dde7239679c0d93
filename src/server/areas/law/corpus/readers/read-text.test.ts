import { describe, expect, test } from 'vitest'
import { buildZip } from '../../../../../../test/fixtures/uploads/zip.ts'
import { readMarkdown } from './markdown.ts'
import { readSourceText, readText, type SourceText } from './read-text.ts'

const utf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const format = async (content: string | Uint8Array): Promise<string> => {
  try {
    return (await readSourceText(typeof content === 'string' ? Buffer.from(content) : content)).format
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each<[string | Uint8Array, string]>([
  ['<!DOCTYPE html><p>one</p>', 'HTML'],
  ['\ufeff\n<html lang="en">', 'HTML'],
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html>',
    'HTML',
  ],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'HTML'],
  ['<!-- saved --><!-- twice --> <div>one</div>', 'HTML'],
  ['<p>one', 'HTML'],
  [utf16('<html><p>one'), 'HTML'],
  ['# Guidance\n\none', 'MARKDOWN'],
  ['A note\n\n## Oil\n\none', 'MARKDOWN'],
  ['Article 28\n\none', 'TEXT'],
  ['#hashtag', 'TEXT'],
  ['5 < 6', 'TEXT'],
  [utf16('one'), 'TEXT'],
  ['%PDF-1.7\n', 'PDF'],
  ['<?xml version="1.0"?><act><section/></act>', 'NOT_TEXT'],
  ['<!-- without end', 'NOT_TEXT'],
  ['{\\rtf1 one}', 'NOT_TEXT'],
  [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]),
    'NOT_TEXT',
  ],
  ['one\0two', 'NOT_TEXT'],
  [Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 'NOT_TEXT'],
  ['', 'EMPTY'],
])('%j is %s', async (content, expected) => expect(await format(content)).toBe(expected))

test('an office document is refused with an instruction', async () => {
  const bytes = buildZip([{ name: '[Content_Types].xml', content: '<Types/>' }])
  await expect(readSourceText(bytes)).rejects.toMatchObject({ name: 'ReadingRefusal', code: 'NOT_TEXT' })
  await expect(readSourceText(bytes)).rejects.toThrow('save it as PDF, HTML, Markdown or plain text')
})

test('a file above the size limit is refused before it is parsed', async () =>
  expect(await format(Buffer.alloc(31 * 1024 * 1024, 'a'))).toBe('TOO_LARGE'))

describe('the outline is the same for every format', () => {
  const outline = {
    title: 'Lights',
    units: [{ path: [], heading: 'Article 4 — Wicks', paragraphs: ['1. Ó, trimmed.', '(a) daily;'] }],
  }
  test.each<[string, string | Uint8Array]>([
    ['HTML', '<h1>Lights</h1><p>Article 4</p><p>Wicks</p><p>1. &Oacute;, trimmed.</p><p>(a) daily;</p>'],
    ['MARKDOWN', '# Lights\n\n## Article 4 — Wicks\n\n1. Ó, trimmed.\n\n(a) daily;'],
    ['TEXT', 'LIGHTS\n\nArticle 4\nWicks\n\n1. Ó, trimmed.\n(a) daily;'],
    ['TEXT of Windows', Buffer.from('LIGHTS\n\nArticle 4\nWicks\n\n1. Ó, trimmed.\n(a) daily;', 'latin1')],
  ])('%s', async (_, content) => {
    const source: SourceText = await readSourceText(
      typeof content === 'string' ? Buffer.from(content) : content,
    )
    const read = await readText(source)
    expect({ ...read, title: read.title?.replace('LIGHTS', 'Lights') }).toEqual(outline)
  })
})

test.each<SourceText>([
  { format: 'MARKDOWN', text: '# Only a title' },
  { format: 'HTML', text: '<p> </p>' },
  { format: 'TEXT', text: ' \n\f' },
])('%j has no text', async (source) => {
  await expect(readText(source)).rejects.toMatchObject({ code: 'EMPTY' })
})

test('Markdown has the same limits as other formats', () => {
  expect(() => readMarkdown('a\n\n'.repeat(300_000))).toThrow('too large')
  expect(() => readMarkdown('## a\n'.repeat(30_000))).toThrow('too large')
  expect(readMarkdown(`# ${'#'.repeat(400_000)}x\n\none ${'# '.repeat(1_000)}`).units).toHaveLength(1)
})
