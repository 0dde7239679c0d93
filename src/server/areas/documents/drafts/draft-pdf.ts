/** A draft on tagged pages: bold words stand out, a paragraph in italics is a note. */
import { parseTextSpans } from '../../../../contract/text-blocks.ts'
import type { Block, Words } from '../../../platform/paper/pages.ts'
import { renderPdf } from '../../../platform/paper/pdf.ts'
import { DRAFT_MARK } from './compose.ts'
import { type DraftPaper, type PaperBlock, parsePaperBlocks } from './paper.ts'

export const renderDraftPdf = ({
  form,
  label,
  title,
  facts,
  text,
  asAtOn,
  isApproved,
  inspectionMark = null,
  logo = null,
}: DraftPaper): Promise<Uint8Array> =>
  renderPdf({
    kind: label,
    title,
    facts,
    opening: { kind: form === 'LETTER' ? 'NONE' : 'TITLE' },
    mark:
      [isApproved ? null : DRAFT_MARK, inspectionMark].filter((mark) => mark !== null).join(' · ') || null,
    asAtOn,
    logo,
    blocks: (form === 'LETTER' ? moveNotesToEnd : keepOrder)(parsePaperBlocks(text)).map(toPageBlock),
  })

const keepOrder = (blocks: PaperBlock[]): PaperBlock[] => blocks

/** A letter is read as it is sent. */
function moveNotesToEnd(blocks: readonly PaperBlock[]): PaperBlock[] {
  const notes = blocks.filter(({ kind }) => kind === 'note')
  if (notes.length === 0) return [...blocks]
  const letter = blocks.filter(({ kind }) => kind !== 'note')
  return [...letter, { kind: 'heading', level: 2, text: 'Notes to the author' }, ...notes]
}

function toPageBlock(block: PaperBlock): Block {
  if (block.kind === 'heading') return { ...block, text: toPlainText(block.text) }
  if (block.kind === 'list') {
    const items = block.items.map(toWords)
    return block.marks === null ? { kind: 'list', items } : { kind: 'list', items, marks: block.marks }
  }
  if (block.kind === 'note') return { kind: 'paragraph', text: toWords(block.text), isNote: true }
  const isNote = parseTextSpans(block.text).every(({ kind }) => kind === 'emphasis')
  return { kind: 'paragraph', text: toWords(block.text), isNote }
}

const toWords = (text: string): Words =>
  parseTextSpans(text).map((span) => ({ text: span.text, isStrong: span.kind === 'strong' }))

const toPlainText = (text: string): string =>
  parseTextSpans(text)
    .map((span) => span.text)
    .join('')
