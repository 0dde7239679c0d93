/**
 * `npm run verify-audit -- FILE`: is an exported audit log whole? Needs no database, no configuration and no service. Reads the file
 * as a stream, so that its size does not matter.
 *
 * A chain proves that nothing before its head was changed. A log that was rewritten or cut off as a whole is found by comparing it
 * with anchors: checkpoints that the service signed and appended to a file outside the database (docs/operations.md).
 */
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ExportedAuditEntry } from '../src/contract/audit.ts'
import {
  type Checkpoint,
  type Head,
  isSigned,
  parseAnchors,
  type StoredEntry,
  verifyChain,
} from '../src/server/areas/firm/audit/index.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run verify-audit -- FILE [--anchors ANCHORS]... [--public-key KEY]
FILE is what GET /api/audit-log/export answered, unchanged.
ANCHORS is the file of the firm in AUDIT_ANCHORS_DIR, or a folder with a copy of the objects under auditanchors/FIRM/ of
the bucket; several may be given.
KEY is the public key that anchors must be signed with, 64 hexadecimal characters, noted elsewhere.`

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

interface Arguments {
  file: string
  anchorFiles: string[]
  publicKey: string | undefined
}

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { anchors: { type: 'string', multiple: true }, 'public-key': { type: 'string' } },
    })
    const [file, ...more] = positionals
    const publicKey = values['public-key']?.toLowerCase()
    if (file && more.length === 0 && (publicKey === undefined || /^[0-9a-f]{64}$/.test(publicKey)))
      return { file, anchorFiles: values.anchors ?? [], publicKey }
  } catch {
    // An option that does not exist, or one without its value.
  }
  throw new CommandError(USAGE)
}

/** Of a file, or of all files of a folder. */
async function readAnchorText(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false
  const files = isFolder ? (await readdir(path)).map((name) => join(path, name)) : [path]
  const texts = await Promise.all(
    files.map((file) =>
      readFile(file, 'utf8').catch(() => {
        throw new CommandError(`There is no file ${file}`)
      }),
    ),
  )
  return texts.join('\n')
}

/** Anchors by sequence number. Only signed ones count, and only of the key that was named. */
async function readAnchors({ anchorFiles, publicKey }: Arguments): Promise<Checkpoint[]> {
  const anchors: Checkpoint[] = []
  for (const file of anchorFiles) {
    for (const anchor of parseAnchors(await readAnchorText(file))) {
      if (publicKey !== undefined && anchor.publicKey !== publicKey)
        throw new CommandError(`The anchor at sequence ${anchor.sequence} names another public key`)
      if (!isSigned(anchor))
        throw new CommandError(`The anchor at sequence ${anchor.sequence} has a wrong signature`)
      anchors.push(anchor)
    }
  }
  if (anchorFiles.length > 0 && anchors.length === 0)
    throw new CommandError(`${anchorFiles.join(', ')}: no anchor was found`)
  return anchors.toSorted((a, b) => a.sequence - b.sequence)
}

/** Hashes of the entries that anchors name, as they pass by. */
async function* noting(
  entries: AsyncIterable<ExportedLine>,
  anchors: readonly Checkpoint[],
  hashes: Map<number, string>,
): AsyncGenerator<ExportedLine> {
  const asked = new Set(anchors.map(({ sequence }) => sequence))
  for await (const entry of entries) {
    if (asked.has(entry.sequence)) hashes.set(entry.sequence, entry.hash)
    yield entry
  }
}

/** The first anchor that the log does not agree with. */
function disagreementWith(
  anchors: readonly Checkpoint[],
  tenantId: string,
  head: Head,
  hashes: ReadonlyMap<number, string>,
): string | null {
  for (const anchor of anchors) {
    if (anchor.tenantId !== tenantId) return `The anchors are of another firm: ${anchor.tenantId}`
    if (anchor.sequence > head.sequence)
      return `TRUNCATED. An anchor of ${anchor.sealedAt} names entry ${anchor.sequence}, and the log ends at ${head.sequence}`
    if (hashes.get(anchor.sequence) !== anchor.hash)
      return `REWRITTEN. Entry ${anchor.sequence} is not the one that was sealed on ${anchor.sealedAt}`
  }
  return null
}

function show({ kind, line, sequence, message }: Finding): string {
  return `not intact. Line ${line}, sequence ${sequence}: ${kind}. ${message}`
}

await runCommand('verify-audit', async () => {
  const given = readArguments()
  const { file } = given
  const about = await stat(file).catch(() => null)
  if (!about?.isFile()) throw new CommandError(`There is no file ${file}`)
  const anchors = await readAnchors(given)

  const read: Read = { first: null, last: null, finding: null }
  const hashes = new Map<number, string>()
  const entries = noting(entriesOf(linesOf(file), read), anchors, hashes)
  const { value: first } = await entries.next()
  if (!first) {
    const empty = { line: 1, sequence: 1, kind: 'TRUNCATED', message: 'The file holds no entry' }
    throw new CommandError(show(read.finding ?? empty))
  }
  const verdict = await verifyChain(first.tenantId, startingWith(first, entries), first.head)
  // A line that is no entry ends the reading, and what then looks like a cut tail is that line.
  const fromChain = verdict.firstProblem?.kind === 'TRUNCATED' && read.finding ? null : verdict.firstProblem
  const finding = fromChain ? { ...fromChain, line: verdict.foundAt ?? 1 } : read.finding
  print(`firm     ${first.tenantId}`)
  print(`entries  ${formatCount(verdict.entries)}${finding ? ' read' : ''}`)
  print(`first    ${read.first?.timestamp}`)
  print(`last     ${read.last?.timestamp}`)
  print(`head     ${first.head.sequence} ${first.head.hash}`)
  if (finding) throw new CommandError(show(finding))
  const disagreement = disagreementWith(anchors, first.tenantId, first.head, hashes)
  if (disagreement) throw new CommandError(`not intact. ${disagreement}`)
  const latest = anchors.at(-1)
  print(
    latest
      ? `anchors  ${formatCount(anchors.length)}, the last one at entry ${latest.sequence} of ${latest.sealedAt}, key ${latest.publicKey}`
      : 'anchors  none given: a log that was rewritten as a whole is not found',
  )
  print('intact')
})
