/** The commands of a record in one status: each leads to another status or is refused. */
import { expect } from 'vitest'
import { listAuditEntries } from '../../src/contract/audit.ts'
import { type Contract, isApproval } from '../../src/contract/define.ts'
import type { Caller, Firm } from './people.ts'
import { buildRefusal } from './refusal.ts'

export type Verbs<Verb extends string = string> = Record<Verb, Contract | [Contract, Record<string, unknown>]>

/**
 * Sets the status before each command. A command of the table leads to its status and returns the changed record; every other
 * one is refused and changes neither the record nor its audit log.
 */
export async function expectTransitions<Verb extends string>({
  firm,
  id,
  status,
  setStatus,
  get,
  verbs,
  leadsTo,
  actor = firm.broker,
  approver = firm.admin,
  raisesVersion = true,
}: {
  firm: Firm
  id: string
  status: string
  setStatus: () => Promise<unknown>
  get: Contract
  verbs: Verbs<Verb>
  leadsTo: Partial<Record<NoInfer<Verb>, string>>
  actor?: Caller
  /** Runs the approvals, which the author of a record may not. */
  approver?: Caller
  /** False if a command of the table, such as another invitation, leaves the record as it is. */
  raisesVersion?: boolean
}): Promise<void> {
  const read = async () => (await actor.send(get, { id })).body
  const listEntries = async () => (await firm.admin.call(listAuditEntries, { entityId: id })).data
  for (const verb of Object.keys(verbs) as Verb[]) {
    const command = verbs[verb]
    const [contract, sent] = Array.isArray(command) ? command : [command, {}]
    await setStatus()
    const before = await read()
    const entries = await listEntries()
    const reply = await (isApproval(contract) ? approver : actor).send(contract, { id, ...sent })
    const after = await read()
    const to = leadsTo[verb]
    if (to) {
      expect(reply, `${verb}: ${reply.text}`).toMatchObject({
        status: contract.status ?? 200,
        body: { status: to, ...(raisesVersion && { version: before.version + 1 }) },
      })
      expect(after).toEqual(reply.body)
      const [entry, ...earlier] = await listEntries()
      expect(entry).toMatchObject({
        action: contract.name,
        previousState: { status },
        newState: { status: to },
      })
      expect(earlier).toEqual(entries)
    } else {
      expect(reply, verb).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION', { status }))
      expect(after).toEqual(before)
      expect(await listEntries(), verb).toEqual(entries)
    }
  }
}
