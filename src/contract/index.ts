/** Every promise of the service, in one list. */
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as dashboard from './dashboard.ts'
import type { Contract } from './define.ts'
import * as employers from './employers.ts'
import * as health from './health.ts'
import * as jobs from './jobs.ts'
import * as members from './members.ts'
import * as schemes from './schemes.ts'
import * as tenants from './tenants.ts'
import * as trustees from './trustees.ts'
import * as users from './users.ts'

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

export const CONTRACTS: readonly Contract[] = [
  auth,
  users,
  tenants,
  employers,
  schemes,
  trustees,
  members,
  dashboard,
  audit,
  jobs,
  health,
]
  .flatMap((domain) => Object.values<unknown>(domain))
  .filter(isContract)
