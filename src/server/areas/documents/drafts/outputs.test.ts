import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildPng } from '../../../../../test/fixtures/logos.ts'
import { ORDINARY_DC } from '../../../../../test/harness/draft-facts.ts'
import { openArchive } from '../../../platform/sheet/archive.ts'
import { composeDraft, DRAFT_MARK, removeMark } from './compose.ts'
import { renderDraftDocx } from './draft-docx.ts'
import { renderDraftPdf } from './draft-pdf.ts'
import type { DraftPaper } from './paper.ts'
import { fillPlaceholders } from './placeholders.ts'
import { TEMPLATES } from './templates.ts'

const policy = composeDraft(TEMPLATES.RISK_MANAGEMENT_POLICY, { facts: ORDINARY_DC })
const PAPER: DraftPaper = {
  form: 'DOCUMENT',
  label: 'Risk management policy',
  title: 'Scéim Phinsin Uí Néill & Co <Ireland>',
  facts: [['As at', '22 Nov 2026']],
  text: policy,
  asAtOn: '2026-11-22',
  isApproved: false,
}
const HOSTILE = '</w:t></w:r><w:p/> & "quotes" {{trusteeNames}} **x** \u0007\ud800'

async function partsOf(paper: DraftPaper) {
  const archive = await openArchive(Buffer.from(await renderDraftDocx(paper)))
  const part = async (name: string): Promise<string> => {
    let text = ''
    for await (const piece of archive.read(name)) text += piece
    return text
  }
  const document = await part('word/document.xml')
  return { archive, part, document, paragraphs: document.match(/<w:p>.*?<\/w:p>/gs) ?? [] }
}
/** XML entities. */
const LETTERS: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}
const wordsOf = (xml: string): string =>
  [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)]
    .map(([, text]) => (text ?? '').replace(/&\w+;/g, (entity) => LETTERS[entity] ?? entity))
    .join('')

describe('a draft as a Word document', () => {
  test('has headings, lists, a title, a language and numbered pages as such', async () => {
    const { part, paragraphs } = await partsOf(PAPER)
    const of = (style: string) =>
      paragraphs.filter((one) => one.includes(`<w:pStyle w:val="${style}"/>`)).map(wordsOf)
    expect(of('Title')).toEqual([PAPER.title])
    expect(of('Heading1')).toEqual([...policy.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading))
    const items = paragraphs.filter((one) => one.includes('<w:numPr>')).map(wordsOf)
    expect(items).toContain('underwriting and reserving')
    expect(items).toContain(
      'Identify. New risks are identified before each meeting of the Trustees, when circumstances change, and after each incident or breach.',
    )
    expect(await part('word/styles.xml')).toContain('<w:lang w:val="en-IE"/>')
    expect(await part('docProps/core.xml')).toContain(
      '<dc:title>Risk management policy: Scéim Phinsin Uí Néill &amp; Co &lt;Ireland&gt;</dc:title>',
    )
    expect(await part('word/footer1.xml')).toMatch(/PAGE.*NUMPAGES/s)
  })

  test('says in its header that it is a draft until it is approved', async () => {
    const draft = await partsOf(PAPER)
    expect(wordsOf(await draft.part('word/header1.xml'))).toBe(DRAFT_MARK)
    const approved = await partsOf({
      ...PAPER,
      text: removeMark(policy, { form: 'DOCUMENT' }),
      isApproved: true,
    })
    expect(wordsOf(await approved.part('word/header1.xml'))).toBe('')
    expect(wordsOf(approved.document)).not.toContain('DRAFT')
  })

  test('formats bold text, notes and unfilled placeholders differently', async () => {
    const { document } = await partsOf({ ...PAPER, text: 'a **b** {{chairName}}\n\n*c*' })
    const runs = document.match(/<w:r>.*?<\/w:r>/gs) ?? []
    const withMark = (mark: string) => runs.filter((one) => one.includes(mark)).map(wordsOf)
    expect(withMark('<w:b/>')).toContain('b')
    expect(withMark('<w:i/>')).toEqual(['c'])
    expect(withMark('<w:highlight')).toEqual(['{{chairName}}'])
  })

  test('shows notes to the author as comments in the margin', async () => {
    const { archive, part, paragraphs } = await partsOf({
      ...PAPER,
      facts: [],
      text: 'A rule.\n\n> Check: is it so?\n\n- one\n- two\n\n> A practice.',
    })
    expect(wordsOf(await part('word/comments.xml'))).toBe('Check: is it so?Note: A practice.')
    const commented = paragraphs.filter((one) => one.includes('<w:commentReference')).map(wordsOf)
    expect(commented).toEqual(['A rule.', 'two'])
    expect(archive.has('word/comments.xml')).toBe(true)
  })

  test('numbers each list separately, from its first number', async () => {
    const { part, paragraphs } = await partsOf({ ...PAPER, text: '1. a\n2. b\n\nc\n\n4. d\n\n- e' })
    const lists = paragraphs
      .filter((one) => one.includes('<w:numPr>'))
      .map((one) => [wordsOf(one), /<w:numId w:val="(\w+)"\/>/.exec(one)?.[1]])
    expect(lists.map(([words]) => words)).toEqual(['a', 'b', 'd', 'e'])
    const ids = lists.map(([, id]) => id)
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
    expect(await part('word/numbering.xml')).toContain('<w:start w:val="4"/>')
  })

  test('can be a letter without a title', async () => {
    const { paragraphs } = await partsOf({ ...PAPER, form: 'LETTER', text: 'Dear Sir or Madam,' })
    expect(paragraphs.map(wordsOf)).toEqual(['Dear Sir or Madam,'])
  })

  test('shows any value as plain text', async () => {
    const text = fillPlaceholders('For {{schemeName}}.', { schemeName: HOSTILE })
    const { document, paragraphs } = await partsOf({ ...PAPER, facts: [], text })
    expect(wordsOf(paragraphs.at(-1) ?? '')).toBe(
      'For </w:t></w:r><w:p/> & "quotes" {{trusteeNames}} **x** .',
    )
    for (const part of ['\u0007', '\ud800', '\ufffd', '<w:highlight']) expect(document).not.toContain(part)
  })
})

/** Text of a PDF, in the order in which it was written. */
const wordsOfPdf = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .split('\nstream\n')
    .slice(1)
    .map((part) => Buffer.from(part.slice(0, part.indexOf('\nendstream')), 'latin1'))
    .filter((stream) => stream[0] === 0x78)
    .map((stream) => inflateSync(stream).toString('latin1'))
    .flatMap((content) =>
      [...content.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\] TJ/g)].map(([, array]) =>
        [...(array as string).matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex]) => new TextDecoder('windows-1252').decode(Buffer.from(hex as string, 'hex')))
          .join(''),
      ),
    )
    .join(' ')
    .replace(/\s+/g, ' ')

const LOGO = {
  bytes: new Uint8Array(buildPng({ width: 480, height: 96 })),
  contentType: 'image/png',
  widthPixels: 480,
  heightPixels: 96,
} as const

describe('the logo of the firm', () => {
  test.each(['DOCUMENT', 'LETTER'] as const)('is at the top of a %s, in its proportions', async (form) => {
    const pdf = Buffer.from(await renderDraftPdf({ ...PAPER, form, logo: LOGO })).toString('latin1')
    expect(pdf).toMatch(/\/Subtype \/Image\s/)
    expect(pdf).toContain('/Width 480')
    const { archive, part, paragraphs } = await partsOf({ ...PAPER, form, logo: LOGO })
    const [, name] = /Target="(media\/[^"]+\.png)"/.exec(await part('word/_rels/document.xml.rels')) ?? []
    expect(archive.has(`word/${name}`)).toBe(true)
    // 213 pixels of 9,525 units: a fifth of it is the height.
    expect(paragraphs[0]).toMatch(/<wp:extent cx="2028825" cy="409575"\/>/)
  })

  test('leaves no place where there is none', async () => {
    const { document } = await partsOf(PAPER)
    expect(document).not.toContain('<w:drawing>')
    expect(Buffer.from(await renderDraftPdf(PAPER)).toString('latin1')).not.toContain('/Subtype /Image')
  })
})

describe('a draft as a PDF', () => {
  test('is tagged, contains the text, and numbers its lists', async () => {
    const pdf = await renderDraftPdf(PAPER)
    const raw = Buffer.from(pdf).toString('latin1')
    for (const part of [
      '/MarkInfo',
      '/Marked true',
      '/Lang (en-IE)',
      '/S /H1',
      '/S /H2',
      '/S /LI',
      '/S /Lbl',
    ])
      expect(raw).toContain(part)
    const words = wordsOfPdf(pdf)
    for (const heading of policy.matchAll(/^## (.*)$/gm)) expect(words).toContain(heading[1])
    expect(words).toContain('1. Identify. New risks are identified')
    expect(words).toContain('• underwriting and reserving')
    expect(words).not.toContain('**')
  })

  test('has the mark on each page until it is approved', async () => {
    const words = wordsOfPdf(await renderDraftPdf(PAPER))
    const pages = Number(/Page 1 of (\d+)/.exec(words)?.[1])
    expect(pages).toBeGreaterThan(1)
    // Once more in the text itself, for screen readers.
    expect(words.split(DRAFT_MARK)).toHaveLength(pages + 2)
    const text = removeMark(policy, { form: 'DOCUMENT' })
    expect(wordsOfPdf(await renderDraftPdf({ ...PAPER, text, isApproved: true }))).not.toContain('DRAFT')
  })

  test('of a letter has the notes to the author after the letter', async () => {
    const text = '> First a note.\n\nDear Sir or Madam,\n\nYours faithfully'
    const words = wordsOfPdf(await renderDraftPdf({ ...PAPER, form: 'LETTER', text }))
    expect(words).toMatch(/Dear Sir or Madam, Yours faithfully Notes to the author Note: First a note\./)
  })

  test('is identical byte for byte for the same draft', async () => {
    expect(await renderDraftPdf(PAPER)).toEqual(await renderDraftPdf(PAPER))
  })

  test('can be a letter without a title, and shows any value as plain text', async () => {
    const text = fillPlaceholders('For {{schemeName}}.', { schemeName: HOSTILE })
    const words = wordsOfPdf(await renderDraftPdf({ ...PAPER, form: 'LETTER', text }))
    expect(words).toContain('For </w:t></w:r><w:p/> & "quotes" {{trusteeNames}} **x**')
    expect(words).not.toContain('Risk management policy')
  })
})
