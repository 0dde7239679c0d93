import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Clamd, hasClamd, INFECTED_TEXT, SIGNATURE, startClamd } from '../../../test/harness/clamd.ts'
import { createClamdScanner, ScannerUnavailable } from './virus-scanner.ts'

const IMPATIENT_MS = 150

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function* unending(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('contents')
  await new Promise(() => {})
}

/** 128 MiB; reports whether all of them were read. */
async function* plenty(onEnd: (isExhausted: boolean) => void): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(64 * 1024)
  let left = 2_000
  try {
    while (left-- > 0) yield chunk
  } finally {
    onEnd(left < 0)
  }
}

/** A server in place of clamd; `behave` has the connection from its start. */
async function listener(behave: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return { scanner: createClamdScanner(address), impatient: createClamdScanner(address, IMPATIENT_MS) }
}

/** Reads all of it, as clamd would, and then responds. */
const answering =
  (answer: string | Buffer, onRequest: (request: Buffer) => void = () => {}) =>
  (socket: Socket): void => {
    let heard = Buffer.alloc(0)
    let isOver = false
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes])
      if (isOver || (framesOf(heard) === null && heard.toString() !== 'zPING\0')) return
      isOver = true
      onRequest(heard)
      socket.end(answer)
    })
  }

const GREETING = 'zINSTREAM\0'

/** Content that clamd would scan, by its manual: chunks of length and bytes, ended by a length of 0; null until that arrives. */
function framesOf(request: Buffer): Buffer | null {
  if (request.subarray(0, GREETING.length).toString() !== GREETING) return null
  const contents: Buffer[] = []
  for (let at = GREETING.length; at + 4 <= request.length; ) {
    const length = request.readUInt32BE(at)
    if (length === 0) return at + 4 === request.length ? Buffer.concat(contents) : null
    contents.push(request.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const CLEAN = 'stream: OK\0'

test('contents are sent unchanged in chunks of any size; an empty chunk does not end them', async () => {
  let sent: Buffer | null = null
  const { scanner } = await listener(answering(CLEAN, (request) => (sent = framesOf(request))))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), async (chunks) => {
      sent = null
      expect(await scanner.scan(pieces(...chunks))).toEqual({ verdict: 'CLEAN' })
      expect(sent).toEqual(Buffer.concat(chunks))
    }),
    { numRuns: 50 },
  )
})

test('contents of any length wait for a slow reader without growing memory', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  const count = 500
  let given = 0
  let read = 0
  let farthestAhead = 0
  const warnings: Error[] = []
  const onWarning = (warning: Error): void => void warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const { scanner } = await listener((socket) => {
    socket.on('data', (bytes) => {
      read += bytes.length
      if (read === GREETING.length + count * (chunk.length + 4) + 4) socket.end(CLEAN)
      // Slower than the sender.
      socket.pause()
      setImmediate(() => socket.resume())
    })
  })
  async function* many(): AsyncGenerator<Uint8Array> {
    for (; given < count; given++) {
      farthestAhead = Math.max(farthestAhead, given * chunk.length - read)
      yield chunk
    }
  }
  expect(await scanner.scan(many())).toEqual({ verdict: 'CLEAN' })
  // Only the operating system's buffers, not the whole file.
  expect(farthestAhead).toBeLessThan((count * chunk.length) / 2)
  expect(warnings).toEqual([])
})

test.each([
  ['stream: OK\0', { verdict: 'CLEAN' }],
  ['stream: Win.Test.EICAR_HDB-1 FOUND\0', { verdict: 'INFECTED', signature: 'Win.Test.EICAR_HDB-1' }],
  [
    'stream: Eicar(44d88612fea8a8f36de82e1278abb02f:68) FOUND\0',
    { verdict: 'INFECTED', signature: 'Eicar(44d88612fea8a8f36de82e1278abb02f:68)' },
  ],
])('%j is accepted as a verdict', async (answer, verdict) => {
  const { scanner } = await listener(answering(answer))
  expect(await scanner.scan(pieces('contents'))).toEqual(verdict)
})

test('a verdict may arrive letter by letter', async () => {
  const { scanner } = await listener((socket) => {
    socket.setNoDelay(true)
    const letters = [...CLEAN]
    const next = (): void => {
      const letter = letters.shift()
      if (letter === undefined) socket.end()
      else socket.write(letter, () => setImmediate(next))
    }
    answering('')({ on: socket.on.bind(socket), end: next } as unknown as Socket)
  })
  expect(await scanner.scan(pieces('contents'))).toEqual({ verdict: 'CLEAN' })
})

test.each([
  '',
  '\0',
  'OK\0',
  'stream: OK',
  'stream: OK\n',
  'stream: ok\0',
  'Stream: OK\0',
  ' stream: OK\0',
  'stream: OK \0',
  'stream: OK\0\0',
  'stream: OK\0stream: Test FOUND\0',
  'stream: Test FOUND\0stream: OK\0',
  'stream: Test FOUND',
  'stream: Test\nOther FOUND\0',
  'stream: FOUND\0',
  'stream: Tést FOUND\0',
  'stream: lstat() failed: No such file or directory. ERROR\0',
  "INSTREAM: Can't allocate memory. ERROR\0",
  'UNKNOWN COMMAND\0',
  'PONG\0',
  'HTTP/1.1 400 Bad Request\r\n\r\n',
])('%j is not accepted as a verdict', async (answer) => {
  const { scanner } = await listener(answering(Buffer.from(answer)))
  const refusal = await scanner.scan(pieces('contents')).catch((error) => error)
  expect(refusal).toBeInstanceOf(ScannerUnavailable)
  expect(refusal).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The virus scanner gives no verdict: its answer is not understood',
  })
})

test.each([1_000, 100_000])('a response of %i letters is not accepted as a verdict', async (length) => {
  const { scanner } = await listener(answering(`stream: ${'x'.repeat(length)} FOUND\0`))
  await expect(scanner.scan(pieces('contents'))).rejects.toThrow('its answer is not understood')
})

test("contents beyond clamd's limit are reported as too large", async () => {
  const { scanner } = await listener(answering('INSTREAM size limit exceeded. ERROR\0'))
  const text = 'the contents are larger than its StreamMaxLength'
  await expect(scanner.scan(pieces('contents'))).rejects.toThrow(text)
})

test("contents beyond clamd's limit are reported before all of them were sent", async () => {
  const { scanner } = await listener((socket) => {
    socket.resume().once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'))
  })
  const text = 'the contents are larger than its StreamMaxLength'
  await expect(scanner.scan(unending())).rejects.toThrow(text)
})

test.each<[string, (socket: Socket) => void]>([
  ['hangs up at once', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['says goodbye at once', (socket) => socket.end()],
  ['hangs up in the middle', (socket) => socket.once('data', () => socket.destroy())],
  ['gives its verdict before it has read anything', (socket) => socket.end(CLEAN)],
  ['gives its verdict in the middle', (socket) => socket.once('data', () => socket.end(CLEAN))],
  ['gives its verdict in the middle and goes on', (socket) => socket.on('data', () => socket.write(CLEAN))],
  ['finds the size too large', (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
])('a scanner that %s gives no verdict, and the source is read no further', async (_what, behave) => {
  const { scanner } = await listener(behave)
  const ended = Promise.withResolvers<boolean>()
  await expect(scanner.scan(plenty(ended.resolve))).rejects.toThrow(ScannerUnavailable)
  expect(await ended.promise).toBe(false)
})

test('a verdict before the end of the contents is not accepted', async () => {
  const { scanner } = await listener((socket) => {
    socket.write(CLEAN)
    answering('')(socket)
  })
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('contents')
    await new Promise((resolve) => setTimeout(resolve, 50))
    yield Buffer.from('more')
  }
  await expect(scanner.scan(slow())).rejects.toThrow('it answered before it had everything')
})

test.each<[string, (socket: Socket) => void]>([
  ['reads nothing', (socket) => socket.pause()],
  ['reads everything and says nothing', (socket) => socket.resume()],
  [
    'says its verdict and does not end',
    (socket) =>
      answering('')({
        on: socket.on.bind(socket),
        end: () => socket.write(CLEAN),
      } as unknown as Socket),
  ],
  [
    'says a letter now and then',
    (socket) => {
      const timer = (): void => void setInterval(() => socket.write('s'), IMPATIENT_MS / 3).unref()
      answering('')({ on: socket.on.bind(socket), end: timer } as unknown as Socket)
    },
  ],
])('a scanner that %s times out', async (_what, behave) => {
  const { impatient } = await listener(behave)
  await expect(impatient.scan(pieces(Buffer.alloc(20_000_000)))).rejects.toThrow(ScannerUnavailable)
})

test('a source that hangs times out as well', async () => {
  const { impatient } = await listener((socket) => socket.resume())
  await expect(impatient.scan(unending())).rejects.toThrow(`no answer within ${IMPATIENT_MS} ms`)
})

test('the error of a failing source is passed on, and the sent part is not scanned', async () => {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<Buffer>()
  const { scanner } = await listener((socket) => {
    const heard: Buffer[] = []
    socket.on('data', (bytes) => heard.push(bytes)).once('data', () => begun.resolve())
    socket.once('end', () => socket.end()).once('close', () => left.resolve(Buffer.concat(heard)))
  })
  const reason = new Error('A stored file could not be decrypted')
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('contents')
    await begun.promise
    throw reason
  }
  await expect(scanner.scan(failing())).rejects.toBe(reason)
  expect(framesOf(await left.promise)).toBeNull()
})

test.each([
  ['a port', { host: '127.0.0.1', port: 1 }, 'ECONNREFUSED'],
  ['a socket', { path: join(tmpdir(), 'no-such-folder', 'clamd.sock') }, 'ENOENT'],
])('a closed port %s gives no verdict', async (_what, address, code) => {
  const scanner = createClamdScanner(address)
  for (const call of [scanner.scan(pieces('contents')), scanner.ping()]) {
    const refusal = await call.catch((error) => error)
    expect(refusal).toBeInstanceOf(ScannerUnavailable)
    expect(refusal.cause).toMatchObject({ code })
  }
})

test.each([
  ['PONG\0', true],
  ['PONG\n', false],
  ['PING\0', false],
  ['', false],
  [CLEAN, false],
])('a ping answered with %j means available: %s', async (answer, isThere) => {
  const { scanner } = await listener(
    answering(answer, (request) => expect(request.toString()).toBe('zPING\0')),
  )
  expect(
    await scanner.ping().then(
      () => true,
      (error) => error,
    ),
  ).toEqual(isThere ? true : expect.any(ScannerUnavailable))
})

// If clamd is not installed and CI does not require it.
describe.skipIf(!hasClamd)('clamd itself', () => {
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await startClamd('1M')
  })
  afterAll(() => clamd?.stop())

  test.each<[string, (string | Uint8Array)[]]>([
    ['nothing', []],
    ['a text', ['Minutes of the trustees']],
    ['half of the marker', [INFECTED_TEXT.slice(0, 40)]],
    ['the other half first', [INFECTED_TEXT.slice(40), INFECTED_TEXT.slice(0, 40)]],
    ['as much as it takes', [Buffer.alloc(1024 * 1024, 'a')]],
  ])('finds %s clean', async (_what, texts) => {
    expect(await clamd.scanner.scan(pieces(...texts))).toEqual({ verdict: 'CLEAN' })
  })

  test.each<[string, (string | Uint8Array)[]]>([
    ['the marker', [INFECTED_TEXT]],
    ['the marker after an empty piece', ['', INFECTED_TEXT]],
    [
      'the marker in two pieces with an empty one between',
      [INFECTED_TEXT.slice(0, 40), '', INFECTED_TEXT.slice(40)],
    ],
    ['the marker letter by letter', [...INFECTED_TEXT]],
    ['the marker at the end of much else', [Buffer.alloc(900_000, 'a'), INFECTED_TEXT]],
  ])('finds %s infected', async (_what, texts) => {
    expect(await clamd.scanner.scan(pieces(...texts))).toEqual({
      verdict: 'INFECTED',
      signature: `${SIGNATURE}.UNOFFICIAL`,
    })
  })

  test('gives no verdict on contents beyond its limit', async () => {
    for (const bytes of [1024 * 1024 + 1, 20_000_000]) {
      const scanned = clamd.scanner.scan(pieces(Buffer.alloc(bytes), INFECTED_TEXT))
      await expect(scanned).rejects.toThrow(ScannerUnavailable)
    }
  })

  test('scans several files at once', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, (_, i) => clamd.scanner.scan(pieces(i % 2 ? INFECTED_TEXT : 'Minutes'))),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 2 ? 'INFECTED' : 'CLEAN')),
    )
  })

  test('is available', async () => {
    await clamd.scanner.ping()
  })
})
