/**
 * Prepares the statements of transactions: one whose text a process has run before is parsed once for a connection and then only bound,
 * because planning a short statement takes longer than running it. `Batch` names its statements itself.
 */
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/** Texts come from the code; lists of varying length make new ones, which must not fill the memory of a server connection. */
const MAX_PREPARED = 500
const MAX_REMEMBERED = 5_000
/** After a migration the columns of such a statement are others, and its prepared form fails until the connection ends. */
const SELECTS_ALL_COLUMNS = /(?:select|returning|,)\s*(?:"?\w+"?\.)?\*/i

const names = new Map<string, string>()
const usedNames = new Set<string>()

/** The name to prepare the text under; null when it is run for the first time. */
function findStatementName(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_PREPARED) return null
  if (!usedNames.has(text)) {
    if (usedNames.size >= MAX_REMEMBERED) usedNames.clear()
    usedNames.add(text)
    return null
  }
  const name = SELECTS_ALL_COLUMNS.test(text)
    ? ''
    : `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** For `pg.Pool`: runs repeated statements as prepared ones. */
export class PreparingClient extends pg.Client {
  /** Keeps names apart where several connections share one session (the embedded database). */
  readonly #prefix = randomBytes(4).toString('hex')

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads and only one is changed here
  override query(...args: any[]): any {
    const [text, values] = args
    // Without values pg sends the text as one message, which may hold several statements.
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && findStatementName(text)
    const run = super.query as (...args: unknown[]) => unknown
    return name
      ? run.call(this, { name: this.#prefix + name, text, values }, ...args.slice(2))
      : run.apply(this, args)
  }
}
