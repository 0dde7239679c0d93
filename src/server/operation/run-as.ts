/** Performs commands as somebody without HTTP: for records that the program itself makes. The pipeline is the same. */
import type { Contract, Output, Sent } from '../../contract/define.ts'
import type { Operation } from './perform.ts'
import type { Claimant, Pipeline } from './pipeline.ts'

export type RunAs = <C extends Contract>(claimant: Claimant, contract: C, sent: Sent<C>) => Promise<Output<C>>

export function createRunAs(pipeline: Pipeline, operations: readonly Operation[]): RunAs {
  return async (claimant, contract, sent) => {
    const operation = operations.find((candidate) => candidate.contract.name === contract.name)
    if (operation?.style !== 'command') throw new Error(`${contract.name} is no command of a person`)
    // The path's ids are not part of the body's schema.
    const input = { ...(sent as object), ...(contract.input.parse(sent) as object) } as never
    const call = { input, origin: { ipAddress: null, userAgent: null }, ifMatch: null, idempotency: null }
    const { body } = await pipeline.command(operation, claimant, input, call)
    return JSON.parse(body as string)
  }
}
