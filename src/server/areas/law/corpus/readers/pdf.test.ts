import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { readPdf } from './pdf.ts'

type Draw = (document: PDFKit.PDFDocument) => void

function pdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'A4', ...options })
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    draw(document)
    document.end()
  })
}

const sentence = (word: string): string => `The ${word} is looked at by the keeper. `

test('headings are found by size and wording, paragraphs by the space above them', async () => {
  const bytes = await pdf((document) => {
    document.fontSize(22).text('Guidance on lights')
    document.fontSize(16).text('1 Lamps').fontSize(11)
    document.text(sentence('lamp').repeat(4)).moveDown().text(sentence('wick').repeat(4))
    document.fontSize(16).text('2 Oil').fontSize(11)
    document.text('Article 28').text('Own assessment').moveDown()
    document.text('1. The look includes:').text('(a) the oil;').text('(b) the can.')
  })
  expect(await readPdf(bytes)).toEqual({
    title: 'Guidance on lights',
    units: [
      {
        path: [],
        heading: '1 Lamps',
        paragraphs: [sentence('lamp').repeat(4).trim(), sentence('wick').repeat(4).trim()],
      },
      {
        path: ['2 Oil'],
        heading: 'Article 28 — Own assessment',
        paragraphs: ['1. The look includes:', '(a) the oil;', '(b) the can.'],
      },
    ],
  })
})

test('running heads and page numbers are left out, and a sentence continues over a page break', async () => {
  const bytes = await pdf(
    (document) => {
      for (const [at, line] of [
        'A lamp is looked at by',
        'the keeper of the red',
        'and of the white and',
        'green lamp.',
      ].entries()) {
        document.addPage().fontSize(11)
        document.text('Lighthouses Act [2030.]', 72, 40)
        document.text(line, 72, 100)
        document.text(`${at + 1}`, 300, 760, { lineBreak: false })
      }
    },
    { autoFirstPage: false, margin: 20 },
  )
  expect((await readPdf(bytes)).units).toEqual([
    {
      path: [],
      heading: 'Text',
      paragraphs: ['A lamp is looked at by the keeper of the red and of the white and green lamp.'],
    },
  ])
})

describe('refused with an error code', () => {
  const codeOf = async (bytes: Uint8Array) => {
    try {
      return await readPdf(bytes)
    } catch (error) {
      return (error as { code?: string }).code ?? error
    }
  }

  test('a file with a password', async () => {
    expect(await codeOf(await pdf((document) => document.text('one'), { userPassword: 'secret' }))).toBe(
      'ENCRYPTED',
    )
    // A PDF that only forbids changes is read without a password.
    expect(
      await codeOf(await pdf((document) => document.text('one'), { ownerPassword: 'secret' })),
    ).toMatchObject({
      units: [{ paragraphs: ['one'] }],
    })
  })

  test('a damaged file', async () => {
    const whole = await pdf((document) => document.text('one '.repeat(5_000)))
    expect(await codeOf(whole.subarray(0, whole.length / 2))).toBe('DAMAGED')
    expect(await codeOf(Buffer.from('%PDF-1.7\nnothing'))).toBe('DAMAGED')
    expect(await codeOf(Buffer.alloc(10))).toBe('DAMAGED')
  })

  test('scanned pages', async () => {
    const pages = await pdf((document) => {
      for (const page of [1, 2, 3, 4])
        document.addPage().rect(50, 50, 300, 500).fill().fontSize(8).text(`${page}`)
    })
    expect(await codeOf(pages)).toBe('SCANNED')
    expect(await codeOf(await pdf((document) => document.rect(50, 50, 300, 500).fill()))).toBe('SCANNED')
  })

  test('too many pages', async () => {
    const pages = await pdf((document) => {
      for (let page = 0; page < 2_001; page++) document.addPage()
    })
    expect(await codeOf(pages)).toBe('TOO_LARGE')
  })

  test('too many bytes', async () => expect(await codeOf(Buffer.alloc(31 * 1024 * 1024))).toBe('TOO_LARGE'))
})
