/** Responses as server-sent events: the events of the work, then `done` with the whole response. */
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { TEXT } from '../../contract/problems.ts'
import type { Answered, Emit } from '../pipeline/define-operation.ts'
import { Refusal, toRefusalBody } from '../pipeline/refusal.ts'

interface EventStream {
  emit: Emit
  /** Has anything gone out? Before that a refusal is an answer like any other. */
  isOpen: () => boolean
  /** `body` is JSON. */
  done: (body: string) => void
  fail: (error: unknown) => void
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8'

export const isEventStreamAccepted = (accept: string | undefined): boolean =>
  /(?:^|[\s,])text\/event-stream(?:$|[\s,;])/i.test(accept ?? '')

/** `open` sends the stream on its way, with the first piece. */
function createEventStream(open: (stream: Readable) => void): EventStream {
  let stream: PassThrough | null = null
  const write = (event: string, json: string): void => {
    if (stream === null) {
      stream = new PassThrough()
      open(stream)
    }
    if (!stream.destroyed) stream.write(`event: ${event}\ndata: ${json}\n\n`)
  }
  return {
    emit: (event, data) => write(event, JSON.stringify(data)),
    isOpen: () => stream !== null,
    done(body) {
      write('done', body)
      stream?.end()
    },
    fail(error) {
      // Internal errors go to the log only.
      write(
        'error',
        JSON.stringify(error instanceof Refusal ? toRefusalBody(error) : { error: TEXT.internal }),
      )
      stream?.end()
    },
  }
}

/** A failure before the first event is refused like any other; after it the stream ends with the event `error`. */
export async function sendEventStream(
  reply: FastifyReply,
  run: (emit: Emit) => Promise<Answered>,
  onFailure: (error: unknown) => void,
): Promise<null> {
  const events = createEventStream((stream) => {
    // A proxy must not buffer events.
    void reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').send(stream)
  })
  try {
    const { body } = await run(events.emit)
    events.done(body as string)
  } catch (error) {
    if (!events.isOpen()) throw error
    events.fail(error)
    if (!(error instanceof Refusal)) onFailure(error)
  }
  return null
}
