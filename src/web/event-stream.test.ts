import { describe, expect, test } from 'vitest'
import { TEXT } from '../contract/problems.ts'
import { Refused, Unreachable } from './client.ts'
import { readEventStream } from './event-stream.ts'

type Events = [event: string, data: unknown][]

const streamOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

async function read(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<{ events: Events; whole: unknown }> {
  const events: Events = []
  const whole = await readEventStream<{ sources: unknown; sentence: unknown }, unknown>(streamOf(chunks), {
    sources: (data) => events.push(['sources', data]),
    sentence: (data) => events.push(['sentence', data]),
  })
  return { events, whole }
}
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const readText = (text: string) => read([bytes(text)])

const WHOLE = 'event: done\ndata: {"id":"a1"}\n\n'
const ANSWER = `event: sources\ndata: {"citations":[1]}\n\nevent: sentence\ndata: {"text":"§ 1 – “Lampa” 🕯️ is lit"}\n\n${WHOLE}`
const EXPECTED = {
  events: [
    ['sources', { citations: [1] }],
    ['sentence', { text: '§ 1 – “Lampa” 🕯️ is lit' }],
  ],
  whole: { id: 'a1' },
}

describe('an answer in pieces', () => {
  test('is emitted in order, and ends with the complete response', async () =>
    expect(await readText(ANSWER)).toEqual(EXPECTED))

  test('is the same wherever it is split, also within a character', async () => {
    const all = bytes(ANSWER)
    for (let at = 0; at <= all.length; at++)
      expect(await read([all.slice(0, at), all.slice(at)]), `cut at ${at}`).toEqual(EXPECTED)
  })

  test('is the same byte by byte', async () =>
    expect(await read([...bytes(ANSWER)].map((byte) => Uint8Array.of(byte)))).toEqual(EXPECTED))

  test.each([
    ['line ends of another system', ANSWER.replaceAll('\n', '\r\n')],
    [
      'comments that keep the line open',
      `: wait\n\n${ANSWER.replace('event: sentence', ': wait\n\nevent: sentence')}`,
    ],
    ['no space after the colon', ANSWER.replaceAll(/^(event|data): /gm, '$1:')],
    ['pieces that are not known', `event: dropped\ndata: {"text":"x"}\n\n${ANSWER}`],
    ['data in two lines', ANSWER.replace('{"citations":[1]}', '{"citations":\ndata: [1]}')],
  ])('may have %s', async (_what, text) => expect(await readText(text)).toEqual(EXPECTED))
})

describe('an incomplete answer', () => {
  test.each([
    ['nothing at all', ''],
    ['pieces without the whole', ANSWER.replace(WHOLE, '')],
    ['half an event', ANSWER.slice(0, -4)],
    ['an event that is no JSON', 'event: done\ndata: <html>\n\n'],
  ])('%s is a broken connection', async (_what, text) =>
    expect(readText(text)).rejects.toBeInstanceOf(Unreachable),
  )

  test('a connection lost during the answer is a broken connection as well', async () => {
    let isBegun = false
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (isBegun) return controller.error(new TypeError('network error'))
        isBegun = true
        controller.enqueue(bytes(ANSWER.replace(WHOLE, '')))
      },
    })
    await expect(readEventStream(stream, {})).rejects.toBeInstanceOf(Unreachable)
  })

  test('a stopped caller gets no further events', async () => {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(new DOMException('Stopped', 'AbortError')),
    })
    await expect(readEventStream(stream, {})).rejects.toMatchObject({ name: 'AbortError' })
  })

  test.each([
    ['a refusal in its own words', 'The month is used up', 422],
    ['a failure of the service', TEXT.internal, 500],
  ])('an error is %s', async (_what, error, status) => {
    const refused = readText(
      `event: sources\ndata: {}\n\nevent: error\ndata: ${JSON.stringify({ error })}\n\n`,
    )
    await expect(refused).rejects.toBeInstanceOf(Refused)
    await expect(refused).rejects.toMatchObject({ status, message: error })
  })
})
