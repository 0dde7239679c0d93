/**
 * The cells of the permission matrix: which operation is tried, how, and as whom. A generated test runs all cells of one operation
 * and fails softly, so that a report names each cell that failed. The run leaves the list in test-results/permission-matrix.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '../../src/contract/access.ts'
import { type Contract, isAtLeast, parseRoute, type Role } from '../../src/contract/define.ts'
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

/** Notes the cells that ran, and answers what a failure of one is called. */
export function recordCells(file: string): {
  cell(contract: Contract, ...what: string[]): string
  save(): void
} {
  const cells = new Set<string>()
  return {
    cell({ name }, ...what) {
      const cell = [name, ...what].join(' / ')
      cells.add(cell)
      return cell
    },
    save() {
      const folder = join(import.meta.dirname, '../../test-results/permission-matrix')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${file}.txt`), `${[...cells].sort().join('\n')}\n`)
    },
  }
}
