/** A draft on tagged pages. Bold and italics are read as plain words there; a paragraph in italics is a note. */
import { spansOf } from '../../../contract/text-blocks.ts'
import type { Block } from '../../platform/paper/pages.ts'
import { pdfOf } from '../../platform/paper/pdf.ts'
import { DRAFT_MARK } from './compose.ts'
import { type DraftPaper, type PaperBlock, paperBlocks } from './paper.ts'

export const draftPdf = ({
  form,
  label,
  title,
  facts,
  text,
  asAtOn,
  isApproved,
}: DraftPaper): Promise<Uint8Array> =>
  pdfOf({
    kind: label,
    title,
    facts,
    opening: { kind: form === 'LETTER' ? 'NONE' : 'TITLE' },
    mark: isApproved ? null : DRAFT_MARK,
    asAtOn,
    blocks: paperBlocks(text).map(pageBlock),
  })

function pageBlock(block: PaperBlock): Block {
  if (block.kind === 'heading') return { ...block, text: plain(block.text) }
  if (block.kind === 'list') {
    const items = block.items.map(plain)
    return block.marks === null ? { kind: 'list', items } : { kind: 'list', items, marks: block.marks }
  }
  const spans = spansOf(block.text)
  const isNote = spans.every(({ kind }) => kind === 'emphasis')
  return { kind: 'paragraph', text: plain(block.text), isNote }
}

const plain = (text: string): string =>
  spansOf(text)
    .map((span) => span.text)
    .join('')
