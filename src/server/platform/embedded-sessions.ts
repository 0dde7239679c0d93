/**
 * Connections to PGlite through message ports, which neither leave the process nor touch the file system. PGlite has one session: the
 * connections take turns, and while one has a transaction open the others wait for its end.
 */
import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'

const TERMINATE = 'X'.charCodeAt(0)
/** A simple query: its type, its length and its text. */
const ROLLBACK = new Uint8Array(Buffer.from('Q\0\0\0\rrollback\0', 'latin1'))

interface Request {
  port: MessagePort
  messages: Uint8Array<ArrayBuffer>
}

/**
 * Answers the protocol messages of each port that is passed to it. All messages that a client wrote together are run together, which takes a
 * third of the time. `onFailure`: PGlite itself failed, not a statement, and its state is unknown.
 */
export function serveSessions(db: PGlite, onFailure: (error: unknown) => void): (port: MessagePort) => void {
  const waiting: Request[] = []
  let holder: MessagePort | null = null
  let isRunning = false

  const run = async (messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
    (await db.execProtocolRaw(messages)) as Uint8Array<ArrayBuffer>

  async function runWaiting(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      for (let next = takeNext(); next; next = takeNext()) {
        const { port, messages } = next
        const answer = await run(messages)
        holder = db.isInTransaction() ? port : null
        if (answer.length > 0) port.postMessage(answer, [answer.buffer])
      }
    } catch (error) {
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  function takeNext(): Request | undefined {
    const at = holder === null ? 0 : waiting.findIndex(({ port }) => port === holder)
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  return (port) => {
    port.on('message', (messages: Uint8Array<ArrayBuffer>) => {
      if (messages[0] === TERMINATE) port.close()
      else {
        waiting.push({ port, messages })
        void runWaiting()
      }
    })
    port.on('close', () => {
      for (let at = waiting.length - 1; at >= 0; at--) if (waiting[at]?.port === port) waiting.splice(at, 1)
      // A statement of a port that closes meanwhile has ended: PGlite does not wait within one.
      if (holder === port) waiting.unshift({ port, messages: ROLLBACK })
      void runWaiting()
    })
  }
}

/** Connects within the thread that runs PGlite. */
export function createStreamOpener(db: PGlite): () => Duplex {
  const serveSession = serveSessions(db, (error) => {
    throw error
  })
  return () => {
    const { port1, port2 } = new MessageChannel()
    serveSession(port2)
    return new PortStream(port1)
  }
}

/** The client's end of a connection: what `pg` expects of a socket. */
export class PortStream extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super({ allowHalfOpen: false })
    this.#port = port
    port.on('message', (bytes: Uint8Array<ArrayBuffer>) =>
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    )
    port.on('close', () => this.push(null))
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    this.#port.ref()
    return this
  }
  unref(): this {
    this.#port.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  /** A copy: the buffers of `pg` are parts of larger ones. */
  #send(chunks: readonly Buffer[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#port.postMessage(bytes, [bytes.buffer])
  }
}
