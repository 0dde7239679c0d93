/** Creates the records of a demo firm: each step is a command of the API, run as an account of the firm. */
import { CONTRACTS } from '../../contract/index.ts'
import type { RunAs } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { createCsv, createPdf } from './files.ts'
import { appointHolders } from './key-functions.ts'
import { createMembers, type Earner } from './members.ts'
import { runPayrolls } from './payrolls.ts'
import {
  type Command,
  type DemoFile,
  type DemoFirm,
  type Part,
  readDefaults,
  readNames,
  readSteps,
  readText,
} from './read-demo.ts'
import { requireId, resolveValue } from './resolve-value.ts'

/** The ids of the created records by the name of their step. */
export async function runSteps(
  runAs: RunAs,
  firm: Pick<DemoFirm, 'firstMemberNumber' | 'steps'>,
  {
    actorFor,
    today,
    onUpload = async () => {},
  }: {
    actorFor: (part: Part, ids: ReadonlyMap<string, string>) => Actor
    today: string
    /** Called after a command that stored a file. */
    onUpload?: () => Promise<void>
  },
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const defaults = readDefaults()
  const names = readNames()
  const earners = new Map<string, Earner[]>()
  let nextNumber = firm.firstMemberNumber

  const runCommand = async ({ run, as, name, with: fields, file }: Command): Promise<void> => {
    const contract = CONTRACTS.find((candidate) => candidate.name === run)
    if (!contract) throw new Error(`The demo data runs ${run}, which is no operation of the API`)
    const usual = defaults[run]
    const sent = resolveValue({ ...usual?.with, ...fields }, { today, ids, readText })
    const actor = actorFor(as ?? usual?.as ?? 'broker', ids)
    const answer = await runAs(actor, contract, sent as never, file && createFile(file))
    if (file) await onUpload()
    if (name) ids.set(name, (answer as { id: string }).id)
  }

  for (const step of firm.steps.flatMap(readSteps)) {
    if ('run' in step) await runCommand(step)
    else if ('members' in step) {
      const { scheme } = step.members
      const schemeId = requireId(scheme, ids)
      const given = { schemeId, names, firstNumber: nextNumber }
      const created = await createMembers(runAs, actorFor('broker', ids), step.members, given)
      nextNumber += created.length
      for (const [index, { id }] of created.entries()) ids.set(`${scheme.slice(1)}-member-${index + 1}`, id)
      earners.set(
        scheme,
        created.filter(({ isPaid }) => isPaid),
      )
    } else if ('keyFunctions' in step) {
      const { scheme, effectiveFrom, holders } = step.keyFunctions
      const dates = resolveValue(
        { effectiveFrom, nextReviewOn: 'today + 5 months' },
        { today, ids, readText },
      )
      await appointHolders(
        runAs,
        { broker: actorFor('broker', ids), approver: actorFor('approver', ids) },
        holders,
        { schemeId: requireId(scheme, ids), ...(dates as { effectiveFrom: string; nextReviewOn: string }) },
      )
    } else {
      const { scheme } = step.payrolls
      const given = { schemeId: requireId(scheme, ids), earners: earners.get(scheme) ?? [], today }
      await runPayrolls(runAs, actorFor('broker', ids), step.payrolls, given)
    }
  }
  return ids
}

function createFile(file: DemoFile): { name: string; bytes: Uint8Array } {
  if ('pdf' in file) return { name: `${file.pdf}.pdf`, bytes: createPdf([file.pdf, 'Made for the demo.']) }
  if ('csv' in file) return { name: file.csv, bytes: createCsv(file.rows) }
  return { name: file.text, bytes: Buffer.from(file.lines.map((line) => `${line}\r\n`).join('')) }
}
