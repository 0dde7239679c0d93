/** The thread that writes PDF files. */
import { serveTasks } from '../worker-task.ts'
import type { Pages } from './pages.ts'
import { renderPdf } from './pdf.ts'

serveTasks<Pages, Uint8Array>((pages) => renderPdf(pages))
