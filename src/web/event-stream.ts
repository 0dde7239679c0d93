/**
 * A streamed response (server-sent events): each event is passed on as it arrives, and `done` carries the complete response. Refusals of the
 * service during the stream, and a stream that breaks off, are the same errors as those of any other call.
 */
import { createParser } from 'eventsource-parser'
import { TEXT } from '../contract/problems.ts'
import { Refused, Unreachable } from './client.ts'

/** By the name of an event: what is done with its data. */
export type Listeners<Pieces extends object> = { [E in keyof Pieces]: (data: Pieces[E]) => void }

export async function readEventStream<Pieces extends object, Whole>(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  listeners: Listeners<Pieces>,
): Promise<Whole> {
  let whole: { data: Whole } | null = null
  const parser = createParser({
    onEvent({ event, data }) {
      const read: unknown = JSON.parse(data)
      if (event === 'error') throw createRefusal(read as { error?: string })
      if (event === 'done') whole = { data: read as Whole }
      // A piece that is not known here belongs to a later release; the whole has it.
      else if (event && Object.hasOwn(listeners, event)) listeners[event as keyof Pieces](read as never)
    },
  })
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  try {
    // Not every browser goes through a stream with `for await`.
    for (let read = await reader.read(); !read.done; read = await reader.read()) parser.feed(read.value)
  } catch (cause) {
    reader.cancel().catch(() => {})
    if (cause instanceof Refused || isAbort(cause)) throw cause
    throw new Unreachable('The connection closed before the answer was complete', { cause })
  }
  if (whole === null) throw new Unreachable('The connection closed before the answer was complete')
  return (whole as { data: Whole }).data
}

/** No status goes with it: the answer had begun. What is no failure of the service is said in its own words. */
const createRefusal = (problem: { error?: string }): Refused =>
  new Refused(problem.error === TEXT.internal ? 500 : 422, problem, null)

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError'
