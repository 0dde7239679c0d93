/** The thread that writes drafts to files and compares their versions. */
import { compareTexts, countTextChanges } from '../../../../contract/text-changes.ts'
import { serveTasks } from '../../../platform/worker-task.ts'
import type { Comparison, DraftTask } from './draft-tasks.ts'

serveTasks<DraftTask, Uint8Array | Comparison>(async (task) => {
  if (task.what === 'docx') return (await import('./draft-docx.ts')).renderDraftDocx(task.paper)
  if (task.what === 'pdf') return (await import('./draft-pdf.ts')).renderDraftPdf(task.paper)
  const changes = compareTexts(task.before, task.after)
  return { changes, counts: changes && countTextChanges(changes) }
})
