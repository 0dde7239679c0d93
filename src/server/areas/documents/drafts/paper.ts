/** A draft, or what was approved of it, as it is written to a file. */
import { type Block, parseNote, parseTextBlocks } from '../../../../contract/text-blocks.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import type { Template } from './template-model.ts'

export interface DraftPaper {
  /** A letter is written without title and facts. */
  form: Template['form']
  /** As the kind is called. */
  label: string
  title: string
  /** Under the title. */
  facts: readonly (readonly [label: string, value: string])[]
  text: string
  asAtOn: string
  isApproved: boolean
  /** At the head of each page, with the name of an inspector who reads it. */
  inspectionMark?: string | null
  logo?: Logo | null
}

export type PaperBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  /** For the author: in Word a comment in the margin. */
  | { kind: 'note'; text: string }
  | { kind: 'list'; items: string[] /** Null: bullets. */; marks: string[] | null }

/** The blocks of a text with their items gathered into lists; under a title its highest headings are of level 2. */
export function parsePaperBlocks(text: string): PaperBlock[] {
  const blocks: PaperBlock[] = []
  for (const block of parseTextBlocks(text)) {
    if (block.kind === 'heading') {
      blocks.push({ kind: 'heading', level: block.level <= 2 ? 2 : 3, text: block.text })
    } else if (block.kind === 'paragraph') blocks.push(toParagraphOrNote(block.text))
    else addItem(blocks, block)
  }
  return blocks
}

function toParagraphOrNote(text: string): PaperBlock {
  const note = parseNote(text)
  if (!note) return { kind: 'paragraph', text }
  return { kind: 'note', text: `${note.isCheck ? 'Check' : 'Note'}: ${note.text}` }
}

const SOURCE_LINE = /^\*Sources: (.*)\*$/

/** The sources of each section at the end of the text: they are for reference, not for reading. */
export function moveSourcesToEnd(text: string): string {
  let heading = ''
  const sources: string[] = []
  const rest = text.split(/\n{2,}/).filter((part) => {
    const block = part.trim()
    if (block.startsWith('#')) heading = block.replace(/^#+\s*/, '')
    const [, source] = SOURCE_LINE.exec(block) ?? []
    if (source === undefined) return true
    sources.push(`- ${heading ? `${heading}: ` : ''}${source}`)
    return false
  })
  return sources.length === 0 ? text : [...rest, '## Sources', sources.join('\n')].join('\n\n')
}

function addItem(blocks: PaperBlock[], { mark, text }: Block): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && (last.marks !== null) === (mark !== null)) {
    last.items.push(text)
    if (mark !== null) last.marks?.push(mark)
  } else blocks.push({ kind: 'list', items: [text], marks: mark === null ? null : [mark] })
}

export const formatFileTitle = ({ label, title }: Pick<DraftPaper, 'label' | 'title'>): string =>
  `${label}: ${title}`
