/** An answer piece by piece, as server-sent events: what is told while the work goes on, then `done` with the whole. */
import { PassThrough, type Readable } from 'node:stream'
import { TEXT } from '../../contract/problems.ts'
import type { Emit } from './perform.ts'
import { Refusal, toProblem } from './refusal.ts'

export interface EventStream {
  tell: Emit
  /** Has anything gone out? Before that a refusal is an answer like any other. */
  isOpen: () => boolean
  /** `body` is JSON. */
  done: (body: string) => void
  fail: (error: unknown) => void
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

export const acceptsEvents = (accept: string | undefined): boolean =>
  /(?:^|[\s,])text\/event-stream(?:$|[\s,;])/i.test(accept ?? '')

/** `open` sends the stream on its way, with the first piece. */
export function createEventStream(open: (stream: Readable) => void): EventStream {
  let stream: PassThrough | null = null
  const write = (event: string, json: string): void => {
    if (stream === null) {
      stream = new PassThrough()
      open(stream)
    }
    if (!stream.destroyed) stream.write(`event: ${event}\ndata: ${json}\n\n`)
  }
  return {
    tell: (event, data) => write(event, JSON.stringify(data)),
    isOpen: () => stream !== null,
    done(body) {
      write('done', body)
      stream?.end()
    },
    fail(error) {
      // What went wrong inside is told to the log alone.
      write('error', JSON.stringify(error instanceof Refusal ? toProblem(error) : { error: TEXT.internal }))
      stream?.end()
    },
  }
}
