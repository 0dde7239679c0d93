/**
 * `npm run verify-audit -- FILE`: verifies that an exported audit log is complete and unchanged. Needs no database, no configuration
 * and no service. Reads the file as a stream, so that its size does not matter.
 *
 * The hash chain proves that no entry before its head was changed. Only a comparison with anchors finds a log that was rewritten or
 * truncated as a whole: checkpoints that the service signed and appended to a file outside the database (docs/operations.md).
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
  parseCheckpoints,
  type StoredEntry,
  verifyChain,
} from '../src/server/areas/firm/audit/index.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run verify-audit -- FILE [--anchors ANCHORS]... [--public-key KEY]
Verifies that an exported audit log is complete and unchanged.
FILE is the unchanged response of GET /api/audit-log/export.
ANCHORS is the file of the firm in AUDIT_ANCHORS_DIR, or a folder with a copy of the objects under auditanchors/FIRM/ of
the bucket. The option can be given more than once.
KEY is the public key of the anchors, 64 hexadecimal characters, from a copy that you keep elsewhere.`

type ExportedLine = StoredEntry & { head: Head }
// Strict: the hash covers only the fields of an entry, so any person could have added a further field.
const Line = ExportedAuditEntry.strict()

interface Finding {
  line: number
  sequence: number
  kind: string
  message: string
}

/** Splits at line feeds only: the text of an entry may contain other characters that a line reader would split at. */
async function* readLines(file: string): AsyncGenerator<string> {
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
  /** Problem of a line, found before the chain is verified. The lines after it are not read. */
  finding: Finding | null
}

/** Yields the entries up to the first line that is not an entry of this export. */
async function* readEntries(lines: AsyncIterable<string>, read: Read): AsyncGenerator<ExportedLine> {
  let line = 0
  let first: ExportedLine | null = null
  for await (const text of lines) {
    line += 1
    const expected = (read.last?.sequence ?? 0) + 1
    const refuse = (kind: string, message: string, sequence = expected): void => {
      read.finding = { line, sequence, kind, message }
    }
    const entry = parsedLine(text)
    if (entry === null) return refuse('MALFORMED', 'This line is not an entry of an export')
    first ??= entry
    if (entry.tenantId !== first.tenantId)
      return refuse('FOREIGN', 'This entry belongs to a different firm than the first entry', entry.sequence)
    if (entry.head.sequence !== first.head.sequence || entry.head.hash !== first.head.hash)
      return refuse('HEAD', 'This line names a different end of the log than the first line', entry.sequence)
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
    // An unknown option, or an option without its value.
  }
  throw new CommandError(USAGE)
}

/** Reads the anchors of a file, or of all files in a folder. */
async function readAnchorText(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false
  const files = isFolder ? (await readdir(path)).map((name) => join(path, name)) : [path]
  const texts = await Promise.all(
    files.map((file) =>
      readFile(file, 'utf8').catch(() => {
        throw new CommandError(`The file ${file} does not exist`)
      }),
    ),
  )
  return texts.join('\n')
}

/** Reads the anchors in order of sequence number. Refuses an anchor with a wrong signature or another public key. */
async function readAnchors({ anchorFiles, publicKey }: Arguments): Promise<Checkpoint[]> {
  const anchors: Checkpoint[] = []
  for (const file of anchorFiles) {
    for (const anchor of parseCheckpoints(await readAnchorText(file))) {
      if (publicKey !== undefined && anchor.publicKey !== publicKey)
        throw new CommandError(`The anchor of entry ${anchor.sequence} has a different public key`)
      if (!isSigned(anchor))
        throw new CommandError(`The anchor of entry ${anchor.sequence} has an invalid signature`)
      anchors.push(anchor)
    }
  }
  if (anchorFiles.length > 0 && anchors.length === 0)
    throw new CommandError(`No anchor found in ${anchorFiles.join(', ')}`)
  return anchors.toSorted((a, b) => a.sequence - b.sequence)
}

/** Passes the entries on and collects the hashes of those that anchors name. */
async function* collectHashes(
  entries: AsyncIterable<ExportedLine>,
  anchors: readonly Checkpoint[],
  hashes: Map<number, string>,
): AsyncGenerator<ExportedLine> {
  const anchorSequences = new Set(anchors.map(({ sequence }) => sequence))
  for await (const entry of entries) {
    if (anchorSequences.has(entry.sequence)) hashes.set(entry.sequence, entry.hash)
    yield entry
  }
}

/** Describes the first anchor that does not match the log; null if all match. */
function findDisagreement(
  anchors: readonly Checkpoint[],
  tenantId: string,
  head: Head,
  hashes: ReadonlyMap<number, string>,
): string | null {
  for (const anchor of anchors) {
    if (anchor.tenantId !== tenantId) return `The anchors belong to another firm: ${anchor.tenantId}`
    if (anchor.sequence > head.sequence)
      return `TRUNCATED. The anchor of ${anchor.sealedAt} is for entry ${anchor.sequence}, but the log ends at entry ${head.sequence}`
    if (hashes.get(anchor.sequence) !== anchor.hash)
      return `REWRITTEN. Entry ${anchor.sequence} differs from the entry that was sealed at ${anchor.sealedAt}`
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
  if (!about?.isFile()) throw new CommandError(`The file ${file} does not exist`)
  const anchors = await readAnchors(given)

  const read: Read = { first: null, last: null, finding: null }
  const hashes = new Map<number, string>()
  const entries = collectHashes(readEntries(readLines(file), read), anchors, hashes)
  const { value: first } = await entries.next()
  if (!first) {
    const empty = { line: 1, sequence: 1, kind: 'TRUNCATED', message: 'The file contains no entry' }
    throw new CommandError(show(read.finding ?? empty))
  }
  const verdict = await verifyChain(first.tenantId, startingWith(first, entries), first.head)
  // Reading ends at a line that is not an entry; the chain then looks truncated, but that line is the problem.
  const fromChain = verdict.firstProblem?.kind === 'TRUNCATED' && read.finding ? null : verdict.firstProblem
  const finding = fromChain ? { ...fromChain, line: verdict.foundAt ?? 1 } : read.finding
  print(`firm     ${first.tenantId}`)
  print(`entries  ${formatCount(verdict.entries)}${finding ? ' read' : ''}`)
  print(`first    ${read.first?.timestamp}`)
  print(`last     ${read.last?.timestamp}`)
  print(`head     ${first.head.sequence} ${first.head.hash}`)
  if (finding) throw new CommandError(show(finding))
  const disagreement = findDisagreement(anchors, first.tenantId, first.head, hashes)
  if (disagreement) throw new CommandError(`not intact. ${disagreement}`)
  const latest = anchors.at(-1)
  print(
    latest
      ? `anchors  ${formatCount(anchors.length)}, the last one at entry ${latest.sequence} of ${latest.sealedAt}, key ${latest.publicKey}`
      : 'anchors  none given: a log that was rewritten completely cannot be detected',
  )
  print('intact')
})
