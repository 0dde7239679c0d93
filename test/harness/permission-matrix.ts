/**
 * The cells of the permission matrix: which operation is tried, how, and as whom. A generated test runs all cells of one operation
 * and fails softly, so that a report names each cell that failed. The run leaves the list in test-results/permission-matrix, and what
 * each caller got beside it, for docs/permissions.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addOutcome,
  type Outcome,
  type PermittedCaller,
  parsePermissionsPage,
  type Results,
} from '../../scripts/permissions/page.ts'
import { ROLES } from '../../src/contract/access.ts'
import { type Contract, isAtLeast, parseRoute, type Role } from '../../src/contract/define.ts'
import { isOfOwnAccount } from '../../src/contract/grant-operations.ts'
import { CONTRACTS } from '../../src/contract/index.ts'
import { findSample, isForPeople, type Sample } from './samples.ts'

export const forPeople = CONTRACTS.filter(isForPeople)
/** Operations whose path or body names a record. */
export const hasRecordId = (contract: Contract): boolean => findSample(contract).names !== null

export function getMinimumRole({ name, access }: Contract): Role {
  if (access === 'public' || access === 'cron' || access === 'ingest')
    throw new Error(`${name} is not for signed-in people`)
  return access
}
export const listRolesFrom = (minimum: Role): Role[] => ROLES.filter((role) => isAtLeast(role, minimum))
export const listRolesBelow = (minimum: Role): Role[] => ROLES.filter((role) => !isAtLeast(role, minimum))
export const isRefused = ({ refused }: Sample, role: Role): boolean => refused?.includes(role) ?? false
export const isFirmRole = (role: Role): boolean => role !== 'SuperAdmin'

export const MALFORMED_IDS = [
  '9abc',
  'Abc',
  'a',
  `a${'b'.repeat(32)}`,
  'a b',
  "a'--",
  'é',
  'abc\u0000',
  '%2e%2e',
]
/** Operations that take a file and name their record in a field beside it. */
export const hasIdsInForm = ({ body, route }: Contract): boolean =>
  body === 'multipart' && parseRoute(route).parameters.length === 0

/** Lists of records, which no path parameter narrows. Lists that are the same for every firm have one page and no limit. */
export const isList = ({ kind, route, input, output }: Contract): boolean =>
  kind === 'query' &&
  'shape' in input &&
  'limit' in (input.shape as object) &&
  parseRoute(route).parameters.length === 0 &&
  'shape' in output &&
  'nextCursor' in (output.shape as object)

const PROJECT = join(import.meta.dirname, '../..')

/** Whether the page is to be written from the results of this run, and not compared with them. */
export const writesPage = process.env.PERMISSIONS === 'write'

interface Recorder {
  /** Notes a cell that ran, and returns what a failure of it is called. */
  cell(contract: Contract, ...what: string[]): string
  /** Notes what a caller got, from the response. */
  record(contract: Contract, caller: PermittedCaller, outcome: Outcome): void
  /** Returns the recorded results, and those of docs/permissions.md for the same cells. */
  compareWithPage(): { recorded: Results; page: Results }
  save(): void
}

export function recordCells(file: string): Recorder {
  const cells = new Set<string>()
  const recorded: Results = {}
  return {
    cell({ name }, ...what) {
      const cell = [name, ...what].join(' / ')
      cells.add(cell)
      return cell
    },
    record(contract, caller, outcome) {
      const isOwnAccount = outcome !== 'Refused' && isForPeople(contract) && isOfOwnAccount(contract)
      addOutcome(recorded, contract.name, caller, isOwnAccount ? 'Own account' : outcome)
    },
    compareWithPage() {
      const page = parsePermissionsPage(readFileSync(join(PROJECT, 'docs/permissions.md'), 'utf8'))
      const sameCells = Object.entries(recorded).map(([name, outcomes]) => [
        name,
        Object.fromEntries(
          Object.keys(outcomes).map((caller) => [caller, page[name]?.[caller as PermittedCaller]]),
        ),
      ])
      return { recorded, page: Object.fromEntries(sameCells) }
    },
    save() {
      const folder = join(PROJECT, 'test-results/permission-matrix')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${file}.txt`), `${[...cells].sort().join('\n')}\n`)
      writeFileSync(join(folder, `${file}.json`), `${JSON.stringify(recorded, null, 2)}\n`)
    },
  }
}
