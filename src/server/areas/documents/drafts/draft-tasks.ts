/** Worker tasks on the text of a draft: writes it to a file, or compares it with another version. */
import type { Change, Counts } from '../../../../contract/text-changes.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { type RunTask, type TaskModule, TaskTooLarge } from '../../../platform/worker-pool.ts'
import type { DraftPaper } from './paper.ts'

export type DraftTask =
  | { what: 'docx'; paper: DraftPaper }
  | { what: 'pdf'; paper: DraftPaper }
  | { what: 'comparison'; before: string; after: string }

/** Null: too different to compare. */
export interface Comparison {
  changes: Change[] | null
  counts: Counts | null
}

const DRAFT_TASKS: TaskModule = {
  url: new URL('./draft-worker.ts', import.meta.url),
  heapMegabytes: 256,
  cpuMs: 15_000,
  wallMs: 45_000,
  isKept: true,
}

/** 422 if the draft is too large for a file. */
export async function writeDraft(
  what: 'docx' | 'pdf',
  paper: DraftPaper,
  runTask: RunTask,
): Promise<Uint8Array> {
  try {
    return await runTask({
      module: DRAFT_TASKS,
      input: { what, paper } satisfies DraftTask,
      bytes: 2 * paper.text.length,
    })
  } catch (error) {
    if (!(error instanceof TaskTooLarge)) throw error
    throw createBusinessRuleRefusal(
      'TOO_LARGE',
      'The draft is too large for a file: shorten or split its text',
      { field: 'text' },
    )
  }
}

export async function runTextComparison(
  before: string,
  after: string,
  runTask: RunTask,
): Promise<Comparison> {
  try {
    return await runTask({
      module: DRAFT_TASKS,
      input: { what: 'comparison', before, after } satisfies DraftTask,
      bytes: 2 * (before.length + after.length),
    })
  } catch (error) {
    if (!(error instanceof TaskTooLarge)) throw error
    return { changes: null, counts: null }
  }
}
