/** Performs commands as somebody without HTTP: for records that the program itself makes. The pipeline is the same. */
import { Readable } from 'node:stream'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import type { Operation } from './perform.ts'
import type { Claimant, Pipeline } from './pipeline.ts'
import { receiveUpload } from './upload.ts'

export type RunAs = <C extends Contract>(
  claimant: Claimant,
  contract: C,
  sent: Sent<C>,
  file?: { name: string; bytes: Uint8Array },
) => Promise<Output<C>>

export function createRunAs(pipeline: Pipeline, operations: readonly Operation[]): RunAs {
  return async (claimant, contract, sent, file) => {
    const operation = operations.find((candidate) => candidate.contract.name === contract.name)
    if (operation?.style !== 'command') throw new Error(`${contract.name} is no command of a person`)
    // The path's ids are not part of the body's schema.
    const input = { ...(sent as object), ...(contract.input.parse(sent) as object) } as never
    const upload =
      file &&
      operation.file &&
      (await receiveUpload(
        operation.file,
        { fileName: file.name, source: Readable.from([file.bytes]) },
        file.bytes.length,
        { actor: claimant, note: pipeline.noteAs(claimant) },
      ))
    const call = {
      input,
      origin: { ipAddress: null, userAgent: null },
      ifMatch: null,
      idempotency: null,
      ...(upload ? { upload } : {}),
    }
    const { body, status } = await pipeline.command(operation, claimant, input, call)
    if (status >= 400) throw new Error(`${contract.name} was refused: ${body}`)
    return JSON.parse(body as string)
  }
}
