/** Threads for tests that read files without a service. */
import { createWorkerPool } from '../../src/server/platform/worker-pool.ts'

export const runTask = createWorkerPool({ waitingPerFirm: 100, waiting: 100 }).forFirm('tests')
