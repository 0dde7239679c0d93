/**
 * Asks a ClamAV daemon (clamd, INSTREAM) whether contents are infected. Fails closed: only a complete verdict after the last byte
 * was sent counts.
 */
import { connect, type Socket } from 'node:net'

export type Verdict = { verdict: 'CLEAN' } | { verdict: 'INFECTED'; signature: string }

export interface VirusScanner {
  /** ScannerUnavailable if there is no verdict, for any reason; the source's own error if reading it fails. */
  scan(source: AsyncIterable<Uint8Array>): Promise<Verdict>
  /** ScannerUnavailable unless it answers. */
  ping(): Promise<void>
}

/** No verdict: contents without one are not to be handed out. */
export class ScannerUnavailable extends Error {
  readonly code = 'UNAVAILABLE'
  constructor(reason: string, cause?: unknown) {
    super(`The virus scanner gives no verdict: ${reason}`, { cause })
  }
}

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** For a conversation from its first byte to its last. */
const WITHIN_MS = 30_000
/** A verdict is a line; a longer answer is none. */
const ANSWER_BYTES = 512
const TOO_LARGE = 'INSTREAM size limit exceeded'

export function createClamdScanner(address: ClamdAddress, withinMs = WITHIN_MS): VirusScanner {
  return {
    scan: async (source) => getVerdict(await exchangeMessages(address, withinMs, streamToScanner(source))),
    async ping() {
      if ((await exchangeMessages(address, withinMs, sendPing())) !== 'PONG\0')
        throw createNotUnderstoodError()
    },
  }
}

async function* sendPing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zPING\0')
}

async function* streamToScanner(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of source) {
    // A length of 0 ends the stream: what came after it would not be scanned.
    if (chunk.length === 0) continue
    yield encodeLengthPrefix(chunk.length)
    yield chunk
  }
  yield encodeLengthPrefix(0)
}

function encodeLengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(length)
  return prefix
}

function getVerdict(answer: string): Verdict {
  if (answer === 'stream: OK\0') return { verdict: 'CLEAN' }
  const signature = /^stream: ([\x20-\x7e]+) FOUND\0$/.exec(answer)?.[1]
  if (signature !== undefined) return { verdict: 'INFECTED', signature }
  throw answer.startsWith(TOO_LARGE) ? createTooLargeRefusal() : createNotUnderstoodError()
}

const createTooLargeRefusal = () => new ScannerUnavailable('the contents are larger than its StreamMaxLength')
const createNotUnderstoodError = () => new ScannerUnavailable('its answer is not understood')

/** Sends everything, then reads until the other side ends. */
async function exchangeMessages(
  address: ClamdAddress,
  withinMs: number,
  request: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect(address)
  let deadline: NodeJS.Timeout | undefined
  let isSent = false
  const answered = new Promise<string>((resolve, reject) => {
    let heard = ''
    // Refusing the size, it closes with bytes unread: the reset that follows is not the reason.
    const fail = (reason: string, cause?: unknown) =>
      reject(heard.startsWith(TOO_LARGE) ? createTooLargeRefusal() : new ScannerUnavailable(reason, cause))
    deadline = setTimeout(() => fail(`no answer within ${withinMs} ms`), withinMs)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      heard += text
      if (!isSent) fail('it answered before it had everything')
      else if (heard.length > ANSWER_BYTES) reject(createNotUnderstoodError())
    })
    socket.on('end', () => resolve(heard))
    socket.on('error', (error) => fail('the connection failed', error))
  })
  const sent = (async () => {
    for await (const bytes of request) {
      if (socket.destroyed) return
      if (!socket.write(bytes)) await waitUntilDrainedOrClosed(socket)
    }
    isSent = true
  })()
  try {
    // The first to finish decides: a response while the source is still being read ends the reading.
    return await Promise.race([sent.then(() => answered), answered])
  } finally {
    clearTimeout(deadline)
    socket.destroy()
  }
}

const waitUntilDrainedOrClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      socket.off('drain', goOn).off('close', goOn)
      resolve()
    }
    socket.on('drain', goOn).on('close', goOn)
  })
