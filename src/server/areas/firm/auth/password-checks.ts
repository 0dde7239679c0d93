/** Checks passwords of accounts, limits the attempts, and hashes new passwords. */
import { createHmac } from 'node:crypto'
import { TEXT } from '../../../../contract/problems.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { createInvalidFieldRefusal, createUnavailableRefusal, Refusal } from '../../../pipeline/refusal.ts'
import type { Log } from '../../../platform/log.ts'
import { type Passwords, PasswordsBusy } from '../../../platform/passwords.ts'
import { hashToken } from '../users/index.ts'
import { type AttemptKey, createAttemptLimits } from './attempt-limits.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { findPasswordProblem } from './rules.ts'

export interface PasswordCheckDependencies {
  pipeline: Pick<Pipeline, 'runQueryAs'>
  passwords: Passwords
  failures: FailureLimit
  /** The network of a client, for limits. */
  networkOf(origin: Origin): string
  /** Key of the network hashes in the log. */
  logKey: Buffer
  refuseDevelopmentAccounts: boolean
  log: Log
}

export interface Account extends Actor {
  email: string
  status: string
  tenantStatus: string
  passwordHash: string | null
  sessionVersion: number
  /** The firm requires single sign-on of the user. */
  isPasswordRefused: boolean
}

export type PasswordChecks = ReturnType<typeof createPasswordChecks>

export function createPasswordChecks({
  pipeline,
  passwords,
  failures,
  networkOf,
  logKey,
  refuseDevelopmentAccounts,
  log,
}: PasswordCheckDependencies) {
  const attempts = createAttemptLimits(failures)
  const networkInLog = (origin: Origin): string =>
    createHmac('sha256', logKey).update(networkOf(origin)).digest('base64url').slice(0, 16)

  /** Checks a password and counts a failure. Takes the same time for unknown accounts. */
  async function requirePassword(
    account: Account | null,
    key: AttemptKey,
    password: string,
    origin?: Origin,
  ): Promise<Account> {
    const giveBack = await attempts.take(key)
    let isMatch: boolean
    try {
      isMatch = await runInTurn(passwords.matches(password, account?.passwordHash ?? null))
    } catch (error) {
      // The password was not checked, so the attempt is not a failure.
      await giveBack()
      throw error
    }
    const isOpen = account?.status === 'ACTIVE' && account.tenantStatus !== 'SUSPENDED'
    if (isMatch && isOpen && !account.isPasswordRefused) {
      await giveBack()
      return account
    }
    log.warn('sign-in refused', {
      ...(account ? { userId: account.id, code: getRefusalCode(account, isMatch) } : { code: 'UNKNOWN' }),
      ...(origin ? { requestId: origin.requestId, network: networkInLog(origin) } : {}),
    })
    throw new Refusal(401, TEXT.credentials)
  }

  /** Checks the password of the signed-in user and returns the account's address. A refusal names the field of the input. */
  async function requireOwnPassword(
    actor: Actor,
    runQuery: RunQuery,
    password: string,
    field = 'currentPassword',
  ): Promise<string> {
    const [rows] = await runQuery({ text: 'select email from users where id = $1', values: [actor.id] })
    const email = rows?.[0]?.[0] ?? ''
    const account = await findAccount(pipeline.runQueryAs(null), email, refuseDevelopmentAccounts)
    try {
      const key = { account: hashToken(email), place: 'session', isKnown: true }
      await requirePassword(account, key, password)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        throw createInvalidFieldRefusal(field, 'This is not your current password')
      throw error
    }
    return email
  }

  async function hashAcceptablePassword(password: string, email: string, field: string): Promise<string> {
    const refusal = findPasswordProblem(password, email, await loadCommonPasswords())
    if (refusal) throw createInvalidFieldRefusal(field, refusal)
    return runInTurn(passwords.hash(password))
  }

  return { requirePassword, requireOwnPassword, hashAcceptablePassword, resetAttempts: attempts.reset }
}

const getRefusalCode = ({ status, isPasswordRefused }: Account, isMatch: boolean): string => {
  if (!isMatch) return 'PASSWORD'
  return isPasswordRefused ? 'SINGLE_SIGN_ON_REQUIRED' : status
}

export async function findAccount(
  runQuery: RunQuery,
  email: string,
  refuseDevelopment: boolean,
): Promise<Account | null> {
  const [rows] = await runQuery({ text: ACCOUNT, values: [email, refuseDevelopment] })
  const account = rows?.[0]?.[0]
  return account ? (JSON.parse(account) as Account) : null
}

const ACCOUNT = `select json_build_object(
    'id', id, 'tenantId', tenant_id, 'role', role, 'employerId', employer_id, 'memberId', member_id, 'status', status,
    'passwordHash', password_hash, 'sessionVersion', session_version, 'tenantStatus', tenant_status, 'email', email,
    'isPasswordRefused', is_password_refused)::text
  from app.credentials($1, $2::boolean)`

async function runInTurn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PasswordsBusy) throw createUnavailableRefusal(2)
    throw error
  }
}
