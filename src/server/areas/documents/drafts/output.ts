/** A draft, or what was approved of it, as a file. */
import { DRAFT_KINDS } from '../../../../contract/draft-kinds.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { formatDate } from '../../../platform/paper/format.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import { writeDraft } from './draft-tasks.ts'
import type { DraftPaper } from './paper.ts'
import type { StoredDraft } from './records.ts'
import { TEMPLATES } from './templates.ts'

const CONTENT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}
export type DraftFormat = keyof typeof CONTENT_TYPES

type Written = Pick<StoredDraft, 'kind' | 'title' | 'schemeName' | 'text' | 'approvedText' | 'approvedAt'>

export async function createDraftFile(
  draft: Written,
  format: DraftFormat,
  { today, runTask }: { today: string; runTask: RunTask },
): Promise<{ fileName: string; contentType: string; bytes: Uint8Array }> {
  const asAtOn = draft.approvedAt ? toDublinDate(new Date(draft.approvedAt)) : today
  const slug = `${draft.title}-${draft.schemeName}`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
  return {
    fileName: `${slug}-${asAtOn}.${format}`,
    contentType: CONTENT_TYPES[format],
    bytes: await writeDraft(format, paperOf(draft, asAtOn), runTask),
  }
}

function paperOf({ kind, title, schemeName, text, approvedText }: Written, asAtOn: string): DraftPaper {
  const { label } = DRAFT_KINDS[kind]
  const asAt: DraftPaper['facts'][number] = ['As at', formatDate(asAtOn)]
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
