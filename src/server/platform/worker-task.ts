/** The thread's side of worker-pool.ts. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { TaskMessage } from './worker-pool.ts'

/** Sends a part of the result; resolves once it was taken. */
type SendPart<Part> = (part: Part) => Promise<void>

/** Performs one task after the other. What it throws ends the thread; refusals are results. */
export function serveTasks<Input, Result, Part = never>(
  perform: (input: Input, sendPart: SendPart<Part>) => Promise<Result> | Result,
): void {
  const port = parentPort as MessagePort
  const send = (message: TaskMessage): void => port.postMessage(message)
  let goOn = (): void => {}
  const sendPart: SendPart<Part> = (part) =>
    new Promise((resolve) => {
      goOn = resolve
      send({ part })
    })
  port.on('message', async (message: 'next' | { input: Input }) => {
    if (message === 'next') goOn()
    else send({ result: await perform(message.input, sendPart) })
  })
}
