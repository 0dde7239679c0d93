/**
 * Several statements in one round trip and one implicit transaction: Parse/Bind/Execute for each, one Sync. PostgreSQL ends an implicit
 * transaction at the Sync, so `set_config(…, true)` in the first statement applies to the ones after it, without the cost of BEGIN and
 * COMMIT. Values are returned as text, undecoded.
 */
import { createHash } from 'node:crypto'

export interface Statement {
  text: string
  values: readonly unknown[]
  /** Planned once per connection, independent of the parameter values, so that the plan uses the intended indexes. */
  isPlannedOnce?: boolean
}

/**
 * A large statement takes longer to plan than to run, and PostgreSQL plans it again for each query, because it expects the values to
 * improve the plan. If tables are not analysed it also prefers to sort and to build bitmaps of a few rows. For this transaction.
 */
const PLANNED_ONCE: Statement = {
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_mergejoin', 'off', true)`,
  values: [],
}

export const NOT_COMMITTED = 'The transaction had failed and was not committed'

/** Rows of one statement, each a list of column texts. */
export type Rows = (string | null)[][]

/** The part of `pg`'s connection that a submittable may use. */
interface Connection {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(statement: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(): void
  sync(): void
}

const names = new Map<string, string>()
// Statement texts come from the code, not from callers; the limit guards against a mistake that would generate them without end.
const MAX_NAMED_STATEMENTS = 500

function getName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name =
    names.size < MAX_NAMED_STATEMENTS
      ? `b_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      : ''
  if (name) names.set(text, name)
  return name
}

const toParameter = (value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export class Batch {
  readonly results: Promise<Rows[]>
  /** After a failure it is unknown which of these the server kept, so that connection must not be used again. */
  parsedNewStatements = false
  readonly #statements: readonly Statement[]
  /** Statements whose rows the caller expects. */
  readonly #isAsked: boolean[]
  readonly #prefix: string
  readonly #rows: Rows[] = []
  #current: Rows = []
  #resolve!: (rows: Rows[]) => void
  #reject!: (error: Error) => void

  /** The last statement was COMMIT, and PostgreSQL rolled the transaction back because an earlier statement of it had failed. */
  #isRolledBack = false

  /** `prefix` keeps statement names apart where several connections share one session (the embedded database). */
  constructor(statements: readonly Statement[], prefix = '') {
    const steps = statements.flatMap((statement) =>
      statement.isPlannedOnce ? [PLANNED_ONCE, statement] : [statement],
    )
    this.#statements = steps
    this.#isAsked = steps.map((step) => step !== PLANNED_ONCE)
    this.#prefix = prefix
    this.results = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get endsTransaction(): boolean {
    return this.#statements.at(-1)?.text === 'commit'
  }

  submit(connection: Connection): Error | null {
    connection.stream.cork()
    try {
      for (const { text, values } of this.#statements) {
        const known = getName(text)
        const name = known && this.#prefix + known
        if (!name || connection.parsedStatements[name] === undefined) {
          connection.parse({ name, text })
          if (name) connection.parsedStatements[name] = text
          this.parsedNewStatements = true
        }
        connection.bind({ statement: name, values: values as unknown[], valueMapper: toParameter })
        connection.execute()
      }
      connection.sync()
      return null
    } catch (error) {
      return error as Error
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(): void {}

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#current.push(message.fields)
  }

  handleCommandComplete({ text }: { text?: string } = {}): void {
    this.#isRolledBack = text === 'ROLLBACK'
    this.#rows.push(this.#current)
    this.#current = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(): void {}

  handleReadyForQuery(): void {
    if (this.#isRolledBack) this.#reject(new Error(NOT_COMMITTED))
    this.#resolve(this.#rows.filter((_, index) => this.#isAsked[index]))
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}
