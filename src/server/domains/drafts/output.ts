/** A draft, or what was approved of it, as a file. */
import { DRAFT_KINDS } from '../../../contract/draft-kinds.ts'
import { dayInDublin } from '../../platform/clock.ts'
import { writtenDay } from '../../platform/paper/written.ts'
import type { DraftPaper } from './paper.ts'
import type { StoredDraft } from './records.ts'
import { TEMPLATES } from './templates.ts'

const FORMATS = {
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: async (paper: DraftPaper) => (await import('./draft-docx.ts')).draftDocx(paper),
  },
  pdf: {
    contentType: 'application/pdf',
    write: async (paper: DraftPaper) => (await import('./draft-pdf.ts')).draftPdf(paper),
  },
}
export type DraftFormat = keyof typeof FORMATS

type Written = Pick<StoredDraft, 'kind' | 'title' | 'schemeName' | 'text' | 'approvedText' | 'approvedAt'>

export async function draftFile(
  draft: Written,
  format: DraftFormat,
  today: string,
): Promise<{ fileName: string; contentType: string; bytes: Uint8Array }> {
  const { contentType, write } = FORMATS[format]
  const asAtOn = draft.approvedAt ? dayInDublin(new Date(draft.approvedAt)) : today
  const slug = `${draft.title}-${draft.schemeName}`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
  return {
    fileName: `${slug}-${asAtOn}.${format}`,
    contentType,
    bytes: await write(paperOf(draft, asAtOn)),
  }
}

function paperOf({ kind, title, schemeName, text, approvedText }: Written, asAtOn: string): DraftPaper {
  const { label } = DRAFT_KINDS[kind]
  const asAt: DraftPaper['facts'][number] = ['As at', writtenDay(asAtOn)]
  // A draft that has no title of its own is known by its scheme.
  const hasTitle = title !== label
  return {
    form: TEMPLATES[kind].form,
    label,
    title: hasTitle ? title : schemeName,
    facts: hasTitle ? [['Scheme', schemeName], asAt] : [asAt],
    text: approvedText ?? text,
    asAtOn,
    isApproved: approvedText !== null,
  }
}
