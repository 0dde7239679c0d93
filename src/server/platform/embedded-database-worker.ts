import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { socket, dataDir, loadFrom } = workerData as { socket: string; dataDir?: string; loadFrom?: string }

const db = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  ...(loadFrom ? { loadDataDir: await openAsBlob(loadFrom) } : {}),
  extensions: { vector },
})
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 })
await server.start()

parentPort?.on('message', async (message) => {
  if (message === 'ping') parentPort?.postMessage('pong')
  if (message === 'close') {
    await server.stop()
    await db.close()
    process.exit(0)
  }
})
parentPort?.postMessage('listening')
