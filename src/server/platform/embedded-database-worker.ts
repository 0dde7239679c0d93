import { openAsBlob } from 'node:fs'
import { MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { restoreTemplate } from './database-template.ts'
import { serveSessions } from './embedded-sessions.ts'

const { dataDir, unpackFrom, loadFrom } = workerData as {
  dataDir?: string
  unpackFrom?: string | null
  loadFrom?: string
}
if (dataDir && unpackFrom) await restoreTemplate(unpackFrom, dataDir)

const db = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  ...(loadFrom ? { loadDataDir: await openAsBlob(loadFrom) } : {}),
  extensions: { vector },
})
// The end of the thread makes its owner open the files again.
const serveSession = serveSessions(db, (error) => {
  throw error
})

parentPort?.on('message', async (message: 'ping' | 'close' | MessagePort) => {
  if (message instanceof MessagePort) serveSession(message)
  if (message === 'ping') parentPort?.postMessage('pong')
  if (message === 'close') {
    await db.close()
    process.exit(0)
  }
})
parentPort?.postMessage('open')
