/** A draft, or what was approved of it, as a file. */

import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import { writeDraft } from './draft-tasks.ts'
import { type DraftPaper, moveSourcesToEnd } from './paper.ts'
import type { StoredDraft } from './records.ts'
import { TEMPLATES } from './templates.ts'

const CONTENT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}
export type DraftFormat = keyof typeof CONTENT_TYPES

type Written = Pick<
  StoredDraft,
  | 'kind'
  | 'title'
  | 'schemeName'
  | 'firmName'
  | 'text'
  | 'approvedText'
  | 'approvedAt'
  | 'approvedByName'
  | 'latestVersion'
>

export async function createDraftFile(
  draft: Written,
  format: DraftFormat,
  { today, runTask, logo }: { today: string; runTask: RunTask; logo: Logo | null },
): Promise<PaperFile> {
  const asAtOn = draft.approvedAt ? toDublinDate(new Date(draft.approvedAt)) : today
  return createPaperFile(
    { ...buildPaper(draft, asAtOn), logo },
    `${draft.title}-${draft.schemeName}`,
    format,
    runTask,
  )
}

export interface PaperFile {
  fileName: string
  contentType: string
  bytes: Uint8Array
}

export async function createPaperFile(
  paper: DraftPaper,
  name: string,
  format: DraftFormat,
  runTask: RunTask,
): Promise<PaperFile> {
  const slug = name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
  return {
    fileName: `${slug}-${paper.asAtOn}.${format}`,
    contentType: CONTENT_TYPES[format],
    bytes: await writeDraft(format, paper, runTask),
  }
}

function buildPaper(draft: Written, asAtOn: string): DraftPaper {
  const { kind, title, schemeName, firmName, text, approvedText } = draft
  const { label } = DRAFT_KINDS[kind]
  // A draft that has no title of its own is known by its scheme.
  const hasTitle = title !== label
  return {
    form: TEMPLATES[kind].form,
    label,
    title: hasTitle ? title : schemeName,
    facts: [
      ...(hasTitle ? ([['Scheme', schemeName]] as const) : []),
      ['Prepared by', firmName],
      ...(approvedText === null
        ? ([['As at', formatDate(asAtOn)]] as const)
        : ([
            ['Version', String(draft.latestVersion)],
            ['Approved by', draft.approvedByName ?? 'not recorded'],
            ['Approved on', formatDate(asAtOn)],
          ] as const)),
    ],
    text: approvedText === null ? text : moveSourcesToEnd(approvedText),
    asAtOn,
    isApproved: approvedText !== null,
  }
}
