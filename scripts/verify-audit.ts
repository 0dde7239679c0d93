/**
 * `npm run verify-audit -- FILE`: is an exported audit log whole? Needs the file and nothing else: no database, no
 * configuration, no service. Reads it as a stream, so that its size does not matter.
 *
 * A chain proves that nothing before its head was changed. Whoever cuts the tail and writes the new end as the head into
 * every line is found only by comparing the head that is printed with one noted elsewhere.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ExportedAuditEntry } from '../src/contract/audit.ts'
import { type Head, type StoredEntry, verifyChain } from '../src/server/domains/audit/index.ts'
import { CommandError, counted, runCommand, say } from './command.ts'

const USAGE = `Usage: npm run verify-audit -- FILE
FILE is what GET /api/audit-log/export answered, unchanged.`

type ExportedLine = StoredEntry & { head: Head }
// Strict: the hash commits to the fields of an entry, so a field beside them would be anybody's.
const Line = ExportedAuditEntry.strict()

interface Finding {
  line: number
  sequence: number
  kind: string
  message: string
}

/** By line feeds alone: text of an entry may hold other characters that a line reader would break at. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]).toString('utf8')
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

function parsedLine(text: string): ExportedLine | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Line.safeParse(parsed).success ? (parsed as ExportedLine) : null
  } catch {
    return null
  }
}

interface Read {
  first: StoredEntry | null
  last: StoredEntry | null
  /** What is wrong with a line before the chain is asked. The lines after it are not read. */
  finding: Finding | null
}

/** The entries up to the first line that is not one of this export. */
async function* entriesOf(lines: AsyncIterable<string>, read: Read): AsyncGenerator<ExportedLine> {
  let line = 0
  let first: ExportedLine | null = null
  for await (const text of lines) {
    line += 1
    const expected = (read.last?.sequence ?? 0) + 1
    const refuse = (kind: string, message: string, sequence = expected): void => {
      read.finding = { line, sequence, kind, message }
    }
    const entry = parsedLine(text)
    if (entry === null) return refuse('MALFORMED', 'This line is not an entry as the export writes it')
    first ??= entry
    if (entry.tenantId !== first.tenantId)
      return refuse('FOREIGN', 'This entry belongs to another firm than the first one', entry.sequence)
    if (entry.head.sequence !== first.head.sequence || entry.head.hash !== first.head.hash)
      return refuse(
        'HEAD',
        'This line says of the end of the log what the first line does not',
        entry.sequence,
      )
    read.first ??= entry
    read.last = entry
    yield entry
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

function show({ kind, line, sequence, message }: Finding): string {
  return `not intact. Line ${line}, sequence ${sequence}: ${kind}. ${message}`
}

await runCommand('verify-audit', async () => {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) throw new CommandError(USAGE)
  const about = await stat(file).catch(() => null)
  if (!about?.isFile()) throw new CommandError(`There is no file ${file}`)

  const read: Read = { first: null, last: null, finding: null }
  const entries = entriesOf(linesOf(file), read)
  const { value: first } = await entries.next()
  if (!first) {
    const empty = { line: 1, sequence: 1, kind: 'TRUNCATED', message: 'The file holds no entry' }
    throw new CommandError(show(read.finding ?? empty))
  }
  const verdict = await verifyChain(first.tenantId, startingWith(first, entries), first.head)
  // A line that is no entry ends the reading, and what then looks like a cut tail is that line.
  const fromChain = verdict.firstProblem?.kind === 'TRUNCATED' && read.finding ? null : verdict.firstProblem
  const finding = fromChain ? { ...fromChain, line: verdict.foundAt ?? 1 } : read.finding
  say(`firm     ${first.tenantId}`)
  say(`entries  ${counted(verdict.entries)}${finding ? ' read' : ''}`)
  say(`first    ${read.first?.timestamp}`)
  say(`last     ${read.last?.timestamp}`)
  say(`head     ${first.head.sequence} ${first.head.hash}`)
  if (finding) throw new CommandError(show(finding))
  say('intact')
})
