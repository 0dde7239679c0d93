import { subscribe } from 'node:diagnostics_channel'
import { openAsBlob } from 'node:fs'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { restoreTemplate } from './database-template.ts'

const { socket, dataDir, unpackFrom, loadFrom } = workerData as {
  socket: string
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
// Only this thread: its one server is that of the database.
subscribe('net.server.socket', (message) => writeTogether((message as { socket: Socket }).socket))
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

/**
 * Buffers what is written in one turn of the event loop. The socket server writes the response to each protocol message by itself,
 * five for one statement: together they cost one system call, here and where they are read.
 */
function writeTogether(socket: Socket): void {
  const { write } = socket
  socket.write = ((...args: Parameters<typeof write>) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return write.apply(socket, args)
  }) as typeof write
}
