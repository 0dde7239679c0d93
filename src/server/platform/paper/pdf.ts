/**
 * Renders pages as a tagged PDF: A4, with real headings, tables and lists; content that repeats on every page is marked as decoration. The
 * same pages give the same bytes: the only time in them is their own date.
 */

import type PDFDocument from 'pdfkit'
import { normaliseText } from '../../../contract/plain-text.ts'
import { formatDate, formatMoney, formatMonth } from '../../../contract/value-format.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import {
  type Band,
  type Block,
  type Column,
  type Logo,
  type MonthBar,
  type Pages,
  type Row,
  scaleLogo,
  type Tone,
  type Words,
} from './pages.ts'

const MARGIN = { left: 54, right: 54, top: 66, bottom: 62 }
const PAGE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE.width - MARGIN.left - MARGIN.right
const BOTTOM = PAGE.height - MARGIN.bottom

const PLAIN = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const INK = '#1b1f24'
const MUTED = '#57606a'
const LINE = '#c9d1d9'
const SHADE = '#f0f2f5'
const TONES: Record<Tone, string> = { red: '#b3261e', amber: '#9a6700', green: '#1a7f37', plain: LINE }
const BANDS = { LOW: '#d8efdd', MEDIUM: '#fbe9b7', HIGH: '#f6cfca' } as const

type Document = InstanceType<typeof PDFDocument>
type Element = ReturnType<Document['struct']>

/** The document and the position of the next element. */
interface Sheet {
  doc: Document
  root: Element
  y: number
}

export async function renderPdf(pages: Pages, { isCompressed = true } = {}): Promise<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit')
  const made = new Date(`${pages.asAtOn}T12:00:00Z`)
  const doc = new PdfDocument({
    size: 'A4',
    margins: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IE',
    displayTitle: true,
    bufferPages: true,
    compress: isCompressed,
    info: {
      Title: toPrintable(`${pages.kind}: ${pages.title}`),
      Subject: toPrintable(`As at ${formatDate(pages.asAtOn)}`),
      CreationDate: made,
      ModDate: made,
    },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet: Sheet = { doc, root, y: MARGIN.top }
  open(sheet, pages)
  for (const [index, block] of pages.blocks.entries()) {
    await draw(sheet, block, pages.blocks.slice(index + 1, index + 3))
    await yieldToEventLoop()
  }
  root.end()
  drawRunningHeads(doc, pages)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

// --- the pieces

function open(sheet: Sheet, { kind, title, facts, opening, logo }: Pages): void {
  const { doc } = sheet
  if (logo) drawLogo(sheet, logo)
  if (opening.kind === 'NONE') return
  if (opening.kind === 'TITLE') {
    put(sheet, 'P', kind, { font: BOLD, size: 10.5, colour: MUTED, after: 4 })
    put(sheet, 'H1', title, { font: BOLD, size: 20, after: 12 })
    drawFactTable(sheet, facts)
    sheet.y += 8
    return
  }
  sheet.y = 150
  put(sheet, 'P', kind, { font: BOLD, size: 13, colour: MUTED, after: 8 })
  put(sheet, 'H1', title, { font: BOLD, size: 26, after: 26 })
  const bandTop = sheet.y
  put(sheet, 'P', opening.answer.text, { font: BOLD, size: 16, indent: 14, after: 26 })
  decorate(doc, () =>
    doc.rect(MARGIN.left, bandTop - 3, 4, sheet.y - bandTop - 22).fill(TONES[opening.answer.tone]),
  )
  drawFactTable(sheet, facts)
  startPage(sheet)
}

/** In points. */
const LOGO_BOX = { width: 160, height: 48 }

/** Decoration: the name of the firm is in the text. */
function drawLogo(sheet: Sheet, logo: Logo): void {
  const { width, height } = scaleLogo(logo, LOGO_BOX)
  const { y } = sheet
  decorate(sheet.doc, () => void sheet.doc.image(Buffer.from(logo.bytes), MARGIN.left, y, { width, height }))
  sheet.y += height + 18
}

function drawFactTable(sheet: Sheet, facts: Pages['facts']): void {
  const { doc, root } = sheet
  const table = doc.struct('Table')
  root.add(table)
  const labelWidth = 120
  for (const [label, value] of facts) {
    const row = doc.struct('TR')
    table.add(row)
    const texts = [toPrintable(label), toPrintable(value)] as const
    doc.font(PLAIN).fontSize(10.5)
    const height = doc.heightOfString(texts[1], { width: WIDTH - labelWidth }) + 7
    row.add(
      doc.struct('TH', { scope: 'Row' } as object, [
        () =>
          void doc
            .font(PLAIN)
            .fillColor(MUTED)
            .text(texts[0], MARGIN.left, sheet.y, { width: labelWidth - 8 }),
      ]),
    )
    row.add(
      doc.struct('TD', {}, [
        () =>
          void doc
            .font(PLAIN)
            .fillColor(INK)
            .text(texts[1], MARGIN.left + labelWidth, sheet.y, { width: WIDTH - labelWidth }),
      ]),
    )
    row.end()
    sheet.y += height
  }
  table.end()
}

const HEADINGS = { 2: { size: 16, before: 16, after: 7 }, 3: { size: 11.5, before: 9, after: 5 } } as const

async function draw(sheet: Sheet, block: Block, next: readonly Block[]): Promise<void> {
  if (block.kind === 'heading') drawHeading(sheet, block, next)
  else if (block.kind === 'list') list(sheet, block)
  else if (block.kind === 'table') await drawTable(sheet, block.columns, block.rows)
  else if (block.kind === 'heatMap') drawHeatMap(sheet, block)
  else if (block.kind === 'months') drawMonthBars(sheet, block.bars, block.alt)
  else
    put(sheet, 'P', block.text, {
      size: block.isNote ? 8.5 : 10,
      colour: block.isNote ? MUTED : INK,
      after: 7,
    })
}

function drawHeading(
  sheet: Sheet,
  { level, text }: Block & { kind: 'heading' },
  next: readonly Block[],
): void {
  const { size, before, after } = HEADINGS[level]
  if (sheet.y > MARGIN.top) sheet.y += before
  // A heading stays with the beginning of its content.
  keep(sheet, size + after + measureStartHeight(next))
  sheet.doc.outline.addItem(toPrintable(text))
  put(sheet, `H${level}`, text, { font: BOLD, size, after })
}

/** Height of the content that a heading stays with: a sentence and the block after it count as one. */
function measureStartHeight([block, ...rest]: readonly Block[]): number {
  if (block?.kind === 'heatMap') return 240
  if (block?.kind === 'months') return 190
  if (block?.kind === 'heading') return 90
  return block?.kind === 'paragraph' && rest.length > 0 ? 26 + measureStartHeight(rest) : 70
}

interface Style {
  font?: string
  size: number
  colour?: string
  indent?: number
  after: number
}

/** One element of running text. */
function put(sheet: Sheet, type: string, words: Words, style: Style): void {
  const { doc, root } = sheet
  const { indent = 0, after } = style
  const [left, width] = [MARGIN.left + indent, WIDTH - indent]
  keep(sheet, measureHeight(doc, words, style, width))
  root.add(doc.struct(type, {}, [() => write(sheet, words, style, left, width)]))
  sheet.y = doc.y + after
}

/** An upper bound: bold letters are wider. */
function measureHeight(doc: Document, words: Words, { font = PLAIN, size }: Style, width: number): number {
  const runs = getRuns(words)
  doc.font(runs.some(({ isStrong }) => isStrong) ? BOLD : font).fontSize(size)
  return doc.heightOfString(runs.map(({ text }) => text).join(''), { width })
}

function write(sheet: Sheet, words: Words, style: Style, left: number, width: number): void {
  const { font = PLAIN, size, colour = INK } = style
  const runs = getRuns(words)
  sheet.doc.fontSize(size).fillColor(colour)
  for (const [index, { text, isStrong }] of runs.entries()) {
    sheet.doc.font(isStrong ? BOLD : font)
    const options = { width, continued: index < runs.length - 1 }
    if (index === 0) sheet.doc.text(text, left, sheet.y, options)
    else sheet.doc.text(text, options)
  }
}

const getRuns = (words: Words): { text: string; isStrong: boolean }[] =>
  typeof words === 'string'
    ? [{ text: toPrintable(words), isStrong: false }]
    : words.map(({ text, isStrong }) => ({ text: toPrintable(text), isStrong }))

function list(sheet: Sheet, { items, marks }: Block & { kind: 'list' }): void {
  const { doc, root } = sheet
  const whole = doc.struct('L')
  root.add(whole)
  const style = { size: 10, after: 3 }
  const indent = marks ? 20 : 14
  const width = WIDTH - indent
  for (const [index, item] of items.entries()) {
    keep(sheet, measureHeight(doc, item, style, width))
    const entry = doc.struct('LI')
    whole.add(entry)
    const mark = marks?.[index] ?? '•'
    entry.add(doc.struct('Lbl', {}, [() => write(sheet, mark, style, MARGIN.left + 2, indent - 4)]))
    entry.add(doc.struct('LBody', {}, [() => write(sheet, item, style, MARGIN.left + indent, width)]))
    entry.end()
    sheet.y = doc.y + style.after
  }
  whole.end()
  sheet.y += 6
}

const CELL = { size: 8.3, padX: 5, padY: 3.5 }
/** Longer texts are shown in the register only. */
const MOST_CHARACTERS = 700

async function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): Promise<void> {
  const { doc, root } = sheet
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (WIDTH * share) / all)
  const element = doc.struct('Table')
  root.add(element)
  const heads = columns.map(({ header }) => header)
  const headHeight = measureRowHeight(doc, heads, widths, BOLD)
  const head = (isRepeated: boolean): void => {
    const top = sheet.y
    decorate(doc, () => doc.rect(MARGIN.left, top, WIDTH, headHeight).fill(SHADE))
    drawCells(sheet, heads, columns, widths, BOLD, isRepeated ? null : { parent: element, type: 'TH' })
    sheet.y = top + headHeight
  }
  keep(sheet, headHeight + 40)
  head(false)
  for (const { cells: texts, tone = 'plain' } of rows) {
    const shown = texts.map((text) =>
      text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text,
    )
    const height = measureRowHeight(doc, shown, widths, PLAIN)
    if (sheet.y + height > BOTTOM) {
      startPage(sheet)
      head(true)
    }
    const top = sheet.y
    drawCells(sheet, shown, columns, widths, PLAIN, { parent: element, type: 'TD' })
    sheet.y = top + height
    decorate(doc, () => {
      doc
        .moveTo(MARGIN.left, sheet.y)
        .lineTo(MARGIN.left + WIDTH, sheet.y)
        .lineWidth(0.5)
        .stroke(LINE)
      if (tone !== 'plain') doc.rect(MARGIN.left, top + 1, 2.5, height - 2).fill(TONES[tone])
    })
    await yieldToEventLoop()
  }
  element.end()
  sheet.y += 11
}

const measureRowHeight = (
  doc: Document,
  texts: readonly string[],
  widths: readonly number[],
  font: string,
): number => {
  doc.font(font).fontSize(CELL.size)
  const heights = texts.map((text, index) =>
    doc.heightOfString(toPrintable(text) || ' ', { width: (widths[index] as number) - 2 * CELL.padX }),
  )
  return Math.max(...heights) + 2 * CELL.padY
}

/** A row of cells; decoration if it repeats the head on a new page. */
function drawCells(
  sheet: Sheet,
  texts: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  font: string,
  place: { parent: Element; type: 'TH' | 'TD' } | null,
): void {
  const { doc } = sheet
  // An element without a parent would keep the document open permanently.
  const row = place && doc.struct('TR')
  if (place && row) place.parent.add(row)
  let left = MARGIN.left
  for (const [index, text] of texts.entries()) {
    const width = widths[index] as number
    const [x, y] = [left + CELL.padX, sheet.y + CELL.padY]
    const write = (): void =>
      void doc
        .font(font)
        .fontSize(CELL.size)
        .fillColor(INK)
        .text(toPrintable(text), x, y, {
          width: width - 2 * CELL.padX,
          align: columns[index]?.isNumber ? 'right' : 'left',
        })
    if (place && row)
      row.add(doc.struct(place.type, place.type === 'TH' ? ({ scope: 'Column' } as object) : {}, [write]))
    else decorate(doc, write)
    left += width
  }
  row?.end()
}

const GRADES = [1, 2, 3, 4, 5] as const

/** Five by five, most likely at the top; each cell shows its count and band. */
function drawHeatMap(sheet: Sheet, { counts, bands }: Block & { kind: 'heatMap' }): void {
  const { doc, root } = sheet
  const bandOf = (likelihood: number, impact: number): Band => bands[likelihood - 1]?.[impact - 1] ?? 'LOW'
  const [labelWidth, side, rowHeight] = [96, 72, 32]
  keep(sheet, rowHeight * 6 + 10)
  const element = doc.struct('Table')
  root.add(element)
  const cell = (
    row: Element,
    type: 'TH' | 'TD',
    text: string,
    x: number,
    width: number,
    { scope, small }: { scope?: string; small?: string } = {},
  ): void => {
    const y = sheet.y
    row.add(
      doc.struct(type, scope ? ({ scope } as object) : {}, [
        () => {
          doc.font(type === 'TH' || text !== '–' ? BOLD : PLAIN).fontSize(small === undefined ? 8.5 : 11)
          doc.fillColor(INK).text(text, x, y + (small === undefined ? 11 : 6), { width, align: 'center' })
          if (small !== undefined)
            doc
              .font(PLAIN)
              .fontSize(6.5)
              .fillColor(MUTED)
              .text(small, x, y + 20, { width, align: 'center' })
        },
      ]),
    )
  }
  const head = doc.struct('TR')
  element.add(head)
  cell(head, 'TH', 'Likelihood \\ impact', MARGIN.left, labelWidth, { scope: 'Column' })
  for (const impact of GRADES)
    cell(head, 'TH', `Impact ${impact}`, MARGIN.left + labelWidth + (impact - 1) * side, side, {
      scope: 'Column',
    })
  head.end()
  sheet.y += rowHeight - 4
  for (const likelihood of GRADES.toReversed()) {
    const top = sheet.y
    decorate(doc, () => {
      for (const impact of GRADES)
        doc
          .rect(MARGIN.left + labelWidth + (impact - 1) * side + 1, top + 1, side - 2, rowHeight - 2)
          .fill(BANDS[bandOf(likelihood, impact)])
    })
    const row = doc.struct('TR')
    element.add(row)
    cell(row, 'TH', `Likelihood ${likelihood}`, MARGIN.left, labelWidth, { scope: 'Row' })
    for (const impact of GRADES) {
      const count = counts[likelihood - 1]?.[impact - 1] ?? 0
      cell(row, 'TD', count > 0 ? String(count) : '–', MARGIN.left + labelWidth + (impact - 1) * side, side, {
        small: bandOf(likelihood, impact).toLowerCase(),
      })
    }
    row.end()
    sheet.y += rowHeight
  }
  element.end()
  sheet.y += 9
}

/** Bars of twelve months: filled in proportion to the money received, with the sum above and the status below each. */
function drawMonthBars(sheet: Sheet, bars: readonly MonthBar[], alt: string): void {
  const { doc, root } = sheet
  const [height, labels] = [104, 46]
  keep(sheet, height + labels + 30)
  const top = sheet.y + 14
  const base = top + height
  const slot = WIDTH / bars.length
  const most = Math.max(1, ...bars.map(({ totalCents }) => totalCents))
  root.add(
    doc.struct(
      'Figure',
      { alt: toPrintable(alt), bbox: [MARGIN.left, sheet.y, MARGIN.left + WIDTH, base + labels] } as object,
      [
        () => {
          doc.lineWidth(0.6)
          for (const [index, { month, totalCents, receivedCents, state, tone }] of bars.entries()) {
            const x = MARGIN.left + index * slot
            const full = (totalCents / most) * (height - 14)
            const filled = (Math.min(totalCents, receivedCents) / most) * (height - 14)
            const colour = tone === 'plain' ? MUTED : TONES[tone]
            if (filled > 0) doc.rect(x + 6, base - filled, slot - 12, filled).fill(colour)
            if (full > 0) doc.rect(x + 6, base - full, slot - 12, full).stroke(colour)
            doc.font(PLAIN).fontSize(6.5).fillColor(INK)
            if (totalCents > 0)
              doc.text(formatShortMoney(totalCents), x, base - full - 9, { width: slot, align: 'center' })
            doc.text(formatMonth(month), x, base + 5, { width: slot, align: 'center' })
            doc.fillColor(tone === 'plain' ? MUTED : TONES[tone])
            doc.text(state, x + 1, base + 15, { width: slot - 2, align: 'center' })
          }
          doc
            .moveTo(MARGIN.left, base)
            .lineTo(MARGIN.left + WIDTH, base)
            .stroke(LINE)
        },
      ],
    ),
  )
  sheet.y = base + labels
}

/** `€12.3k`: a bar is an overview, the table has the exact sum. */
const formatShortMoney = (cents: number): string =>
  cents < 1_000_00
    ? formatMoney(cents).replace(/\.\d\d$/, '')
    : cents < 1_000_000_00
      ? `€${(cents / 1_000_00).toFixed(1)}k`
      : `€${(cents / 1_000_000_00).toFixed(2)}m`

// --- the page

function startPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = MARGIN.top
}

const keep = (sheet: Sheet, height: number): void => {
  if (sheet.y + height > BOTTOM) startPage(sheet)
}

/** Content that screen readers skip. */
function decorate(doc: Document, work: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  work()
  doc.endMarkedContent()
}

function drawRunningHeads(doc: Document, { kind, title, asAtOn, mark }: Pages): void {
  const { start, count } = doc.bufferedPageRange()
  const head = toPrintable(`${kind}: ${title}`)
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // Below the margin pdfkit would start another page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font(PLAIN).fontSize(8).fillColor(MUTED)
    if (index > start) {
      doc.text(shortenTitle(doc, head, WIDTH - 130), MARGIN.left, 34, { lineBreak: false })
      doc.text(`As at ${formatDate(asAtOn)}`, MARGIN.left, 34, {
        width: WIDTH,
        align: 'right',
        lineBreak: false,
      })
    }
    if (mark !== null) {
      doc.font(BOLD).fillColor(TONES.red)
      doc.text(toPrintable(mark), MARGIN.left, 20, { lineBreak: false })
      doc.font(PLAIN).fillColor(MUTED)
    }
    doc.text(`Page ${index - start + 1} of ${count}`, MARGIN.left, PAGE.height - 38, {
      width: WIDTH,
      align: 'right',
      lineBreak: false,
    })
    doc.endMarkedContent()
  }
}

function shortenTitle(doc: Document, text: string, width: number): string {
  let shown = text
  while (doc.widthOfString(shown) > width) shown = `${shown.slice(0, -2).trimEnd()}…`
  return shown
}

// --- letters

/** Characters beyond Latin-1 that the standard fonts can show (Windows-1252). */
const ALSO = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const UNACCENTED: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  '−': '-',
  '‐': '-',
  '‑': '-',
}

/** Irish, French and German names unchanged; other letters without their accent, and a question mark for a letter that has no such form. */
const toPrintable = (text: string): string =>
  normaliseText(text, 'NFC')
    .replace(/[\u2000-\u200a\u202f]/g, ' ')
    .replace(/[\u200b-\u200f\ufeff\u00ad]/g, '')
    .replace(/[^\n\x20-\x7e\xa0-\xff]/gu, (letter) => {
      if (ALSO.includes(letter)) return letter
      const unaccented = UNACCENTED[letter] ?? normaliseText(letter, 'NFKD').replace(/\p{M}/gu, '')
      return /^[\x20-\x7e\xa0-\xff]+$/.test(unaccented) ? unaccented : '?'
    })
