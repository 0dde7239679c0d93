/** Renders a draft as a Word document, with real headings, lists and page numbers, so that it can be edited and read aloud. */

import {
  AlignmentType,
  BorderStyle,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { parseTextSpans, type Span } from '../../../../contract/text-blocks.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { type Logo, scaleLogo } from '../../../platform/paper/pages.ts'
import { DRAFT_MARK } from './compose.ts'
import { type DraftPaper, formatFileTitle, type PaperBlock, parsePaperBlocks } from './paper.ts'

const FONT = 'Calibri'
const INK = '1B1F24'
const MUTED = '57606A'
const RED = 'B3261E'
const INDENT = { left: 500, hanging: 320 }
const BULLETS = 'bullets'

export async function renderDraftDocx(draft: DraftPaper): Promise<Uint8Array> {
  const { label, text, asAtOn, isApproved, inspectionMark = null } = draft
  const { blocks, notes } = separateNotes(parsePaperBlocks(text))
  // Each numbered list has its own numbering, from its first number.
  const references = new Map<PaperBlock, string>()
  const levels: { reference: string; levels: ReturnType<typeof defineListLevel>[] }[] = []
  for (const { block } of blocks) {
    if (block.kind !== 'list' || block.marks === null) continue
    const reference = `list-${levels.length + 1}`
    const start = Number.parseInt(block.marks[0] ?? '', 10)
    references.set(block, reference)
    levels.push({ reference, levels: [defineListLevel(LevelFormat.DECIMAL, '%1.', start)] })
  }
  const header = [isApproved ? null : DRAFT_MARK, inspectionMark]
    .filter((mark) => mark !== null)
    .map((mark, index) => run(index === 0 ? mark : ` · ${mark}`, { bold: true, color: RED, size: 18 }))
  const document = new Document({
    title: removeControlCharacters(formatFileTitle(draft)),
    subject: removeControlCharacters(label),
    description: `As at ${formatDate(asAtOn)}`,
    creator: 'Pension Compliance Service',
    lastModifiedBy: 'Pension Compliance Service',
    styles: {
      default: {
        document: {
          run: { font: FONT, size: 22, color: INK, language: { value: 'en-IE' } },
          paragraph: { spacing: { after: 140, line: 276, lineRule: LineRuleType.AUTO } },
        },
        title: {
          run: { font: FONT, size: 44, bold: true },
          paragraph: { spacing: { after: 200, line: 264, lineRule: LineRuleType.AUTO } },
        },
        heading1: {
          run: { font: FONT, size: 28, bold: true },
          paragraph: { spacing: { before: 320, after: 120 }, keepNext: true },
        },
        heading2: {
          run: { font: FONT, size: 24, bold: true },
          paragraph: { spacing: { before: 220, after: 100 }, keepNext: true },
        },
      },
    },
    ...(notes.length > 0 && {
      comments: {
        children: notes.map((note, id) => ({
          id,
          author: 'Pension Compliance Service',
          initials: 'PCS',
          date: new Date(`${asAtOn}T00:00:00Z`),
          children: [new Paragraph({ children: buildRuns(note) })],
        })),
      },
    }),
    numbering: {
      config: [{ reference: BULLETS, levels: [defineListLevel(LevelFormat.BULLET, '•', 1)] }, ...levels],
    },
    sections: [
      {
        properties: { page: { margin: { top: 1300, bottom: 1200, left: 1250, right: 1250 } } },
        headers: { default: new Header({ children: [new Paragraph({ children: header })] }) },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.RIGHT,
                children: [
                  new TextRun({
                    children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
                    color: MUTED,
                    size: 18,
                  }),
                ],
              }),
            ],
          }),
        },
        children: [
          ...(draft.logo ? [buildLogoParagraph(draft.logo)] : []),
          ...buildOpening(draft),
          ...blocks.flatMap(({ block, noteIds }) =>
            buildParagraphs(block, noteIds, references.get(block) ?? BULLETS),
          ),
        ],
      },
    ],
  })
  return await Packer.toBuffer(document)
}

/** In pixels of 1/96 inch. */
const LOGO_BOX = { width: 213, height: 64 }

const buildLogoParagraph = (logo: Logo): Paragraph =>
  new Paragraph({
    spacing: { after: 240 },
    children: [
      new ImageRun({
        type: logo.contentType === 'image/png' ? 'png' : 'jpg',
        data: Buffer.from(logo.bytes),
        transformation: scaleLogo(logo, LOGO_BOX),
        altText: { name: 'Logo', title: 'Logo', description: 'Logo of the firm' },
      }),
    ],
  })

function buildOpening({ form, label, title, facts }: DraftPaper): (Paragraph | Table)[] {
  if (form === 'LETTER') return []
  return [
    new Paragraph({ children: [run(label, { color: MUTED, bold: true })] }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [run(title)] }),
    new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: facts.map(
        ([name, value]) =>
          new TableRow({ children: [buildCell(28, run(name, { color: MUTED })), buildCell(72, run(value))] }),
      ),
    }),
    new Paragraph({}),
  ]
}

const buildCell = (percent: number, text: TextRun): TableCell =>
  new TableCell({
    width: { size: percent, type: WidthType.PERCENTAGE },
    margins: { top: 40, bottom: 40, left: 80, right: 80 },
    borders: { top: LINE, bottom: LINE, left: NO_LINE, right: NO_LINE },
    children: [new Paragraph({ spacing: { after: 0 }, children: [text] })],
  })
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'C9D1D9' } as const
const NO_LINE = { style: BorderStyle.NONE, size: 0, color: 'FFFFFF' } as const

const defineListLevel = (
  format: (typeof LevelFormat)[keyof typeof LevelFormat],
  text: string,
  start: number,
) => ({
  level: 0,
  format,
  text,
  start,
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: INDENT, spacing: { after: 80 } } },
})

type TextBlock = Exclude<PaperBlock, { kind: 'note' }>

/** Each note becomes a comment on the block before it. */
function separateNotes(all: readonly PaperBlock[]): {
  blocks: { block: TextBlock; noteIds: number[] }[]
  notes: string[]
} {
  const blocks: { block: TextBlock; noteIds: number[] }[] = []
  const notes: string[] = []
  for (const block of all) {
    if (block.kind !== 'note') {
      blocks.push({ block, noteIds: [] })
      continue
    }
    if (blocks.length === 0) blocks.push({ block: { kind: 'paragraph', text: '' }, noteIds: [] })
    blocks.at(-1)?.noteIds.push(notes.length)
    notes.push(block.text)
  }
  return { blocks, notes }
}

const withComments = (children: TextRun[], noteIds: readonly number[]) => [
  ...noteIds.map((id) => new CommentRangeStart(id)),
  ...children,
  ...noteIds.flatMap((id) => [
    new CommentRangeEnd(id),
    new TextRun({ children: [new CommentReference(id)] }),
  ]),
]

function buildParagraphs(block: TextBlock, noteIds: readonly number[], reference: string): Paragraph[] {
  if (block.kind === 'heading')
    return [
      new Paragraph({
        heading: block.level === 2 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
        children: withComments(buildRuns(block.text), noteIds),
      }),
    ]
  if (block.kind === 'paragraph')
    return [new Paragraph({ children: withComments(buildRuns(block.text), noteIds) })]
  const last = block.items.length - 1
  return block.items.map(
    (item, index) =>
      new Paragraph({
        numbering: { reference, level: 0 },
        children: withComments(buildRuns(item), index === last ? noteIds : []),
      }),
  )
}

const STYLES: Record<Span['kind'], Look> = {
  plain: {},
  strong: { bold: true },
  emphasis: { italics: true, color: MUTED },
  placeholder: { highlight: 'yellow' },
}

const buildRuns = (text: string): TextRun[] =>
  parseTextSpans(text).map((span) => run(span.text, STYLES[span.kind]))

interface Look {
  bold?: boolean
  italics?: boolean
  color?: string
  size?: number
  highlight?: 'yellow'
}
const run = (text: string, look: Look = {}): TextRun =>
  new TextRun({ text: removeControlCharacters(text), ...look })

/** Characters that XML does not allow would make a file that no program opens. */
const removeControlCharacters = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
