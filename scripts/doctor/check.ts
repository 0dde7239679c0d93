/** Outcome of one check of `npm run doctor`, and the table of all. */

export type Result = 'ok' | 'warning' | 'failed' | 'not configured'

export interface Outcome {
  check: string
  result: Result
  detail: string
  /** Advice for the operator; empty where there is nothing to do. */
  fix: string
}

/** A check gives these; its name is added by `runCheck`. */
export type Finding = Omit<Outcome, 'check'>

export const buildOk = (detail: string): Finding => ({ result: 'ok', detail, fix: '' })
export const buildWarning = (detail: string, fix: string): Finding => ({ result: 'warning', detail, fix })
export const buildFailure = (detail: string, fix: string): Finding => ({ result: 'failed', detail, fix })
export const buildNotConfigured = (detail: string, fix = ''): Finding => ({
  result: 'not configured',
  detail,
  fix,
})

/** A check that hangs counts as failed. */
const WITHIN_MS = 20_000

/** Runs one check; an error is a failure with its reason and the given advice. */
export async function runCheck(
  check: string,
  fix: string,
  work: () => Promise<Finding>,
  withinMs = WITHIN_MS,
): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${withinMs / 1000} seconds`)), withinMs)
    })
    return { check, ...(await Promise.race([work(), late])) }
  } catch (error) {
    const reason = describeReason(error)
    return { check, ...buildFailure(reason, UNTRUSTED.test(reason) ? NAME_AUTHORITY : fix) }
  } finally {
    clearTimeout(timer)
  }
}

/** By its message: the mail client replaces the code of the error. */
const UNTRUSTED = /self-signed certificate|unable to (?:get local issuer|verify the first) certificate/
const NAME_AUTHORITY =
  'If the certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to the certificate of the authority, in PEM'

/** An AggregateError has its reasons in a list, and an error of a store or scanner has the reason as its cause. */
export function describeReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeReason).join('; ')
  if (!(error instanceof Error)) return 'unknown error'
  const own = error.message || error.name
  return error.cause instanceof Error ? `${own}: ${describeReason(error.cause)}` : own
}

const SECRET = /SECRET|KEY|TOKEN|PASSWORD|_HEADERS$/
const ADDRESS = /_(?:URL|ENDPOINT)$/
const SHORTEST_SECRET = 4

/** Secrets of the environment, and the passwords in its addresses, as they are and as a driver decodes them. */
export function listSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(env).flatMap(([name, value]) => {
    if (!value) return []
    if (ADDRESS.test(name) && URL.canParse(value)) {
      const { password } = new URL(value)
      return [password, safelyDecode(password)]
    }
    return SECRET.test(name) && !name.endsWith('_FILE') ? [value] : []
  })
  return [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_SECRET)
}

function safelyDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reasons come from drivers and servers, which may quote what they were given. */
export const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text)

/** One line for each check, and below it what to do. */
export function formatTable(outcomes: readonly Outcome[], secrets: readonly string[]): string {
  const width = Math.max(...outcomes.map(({ check }) => check.length))
  const results = Math.max(...outcomes.map(({ result }) => result.length))
  const indent = ' '.repeat(width + results + 4)
  const lines = outcomes.flatMap(({ check, result, detail, fix }) => [
    `${check.padEnd(width)}  ${result.padEnd(results)}  ${oneLine(detail)}`,
    ...(fix === '' ? [] : [`${indent}Fix: ${fix}`]),
  ])
  return hideSecrets(lines.join('\n'), secrets)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const hasFailure = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some(({ result }) => result === 'failed')
