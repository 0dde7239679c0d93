/**
 * `npm run ingest -- FILES…`: imports legal sources into the service at APP_URL, with POST /api/rag/ingest. A manifest.json beside the
 * files describes them (a list with `file`, `docId`, `title`, `kind`, `versionDate` and optional fields of the API). For one file the
 * options can describe it.
 */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type IngestedDocument, ingestCorpus } from '../src/contract/corpus.ts'
import { readEnvironment } from '../src/server/config.ts'
import { loadDevelopmentSecrets } from '../src/server/platform/data-folder.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run ingest -- FILES…   (PDF, HTML, Markdown or text)
       npm run ingest -- --doc-id ID --title TITLE --kind KIND --version-date YYYY-MM-DD [--source-url URL] [--licence TEXT] FILE
Imports legal sources into the running service. Without options, an entry of the manifest.json beside each file describes it.
Needs APP_URL (address of the service) and RAG_INGEST_TOKEN. In development both have defaults.`

const DESCRIBING = {
  'doc-id': 'docId',
  title: 'title',
  kind: 'kind',
  'version-date': 'versionDate',
  'source-url': 'sourceUrl',
  licence: 'licence',
  attribution: 'attribution',
} as const

type Description = Record<string, unknown>

/** Of the bar, in characters. */
const WIDTH = 24

await runCommand('ingest', async () => {
  const { files, described } = parseOptions()
  const token = await tokenOfFeeder()
  const address = new URL(
    ingestCorpus.route.split(' ')[1] as string,
    process.env.APP_URL || 'http://localhost:3000',
  )
  const texts = await Promise.all(
    files.map(async (file) => ({
      file,
      about: described ?? (await fromManifest(file)),
      bytes: await readFile(file),
    })),
  )
  const sums = { passagesAdded: 0, passagesChanged: 0, passagesRemoved: 0 }
  for (const [index, { file, about, bytes }] of texts.entries()) {
    progress(index, texts.length, basename(file))
    const done = await send(address, token, file, about, bytes)
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += done[name]
    progress(index + 1, texts.length, basename(file))
    print(`\r${done.outcome.toLowerCase().padEnd(9)} ${String(about.docId)}: ${counted(done)}`)
    for (const line of citing(done)) print(`          ${line}`)
  }
  print(`${texts.length} ${texts.length === 1 ? 'text' : 'texts'}: ${counted(sums)}`)
})

function parseOptions(): { files: string[]; described: Description | null } {
  const { values, positionals } = parsed()
  if (positionals.length === 0) throw new CommandError(USAGE)
  const given = Object.entries(values)
  if (given.length === 0) return { files: positionals, described: null }
  if (positionals.length > 1)
    throw new CommandError(
      `The options can describe only one file. Use a manifest.json for several files.\n${USAGE}`,
    )
  const described = Object.fromEntries(
    given.map(([name, value]) => [DESCRIBING[name as keyof typeof DESCRIBING], value]),
  )
  return { files: positionals, described }
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(Object.keys(DESCRIBING).map((name) => [name, { type: 'string' as const }])),
    })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function tokenOfFeeder(): Promise<string> {
  if (process.env.RAG_INGEST_TOKEN) return process.env.RAG_INGEST_TOKEN
  if (readEnvironment(process.env) === 'production')
    throw new CommandError('Set RAG_INGEST_TOKEN to the value that the service has')
  return (await loadDevelopmentSecrets(process.env.DATA_DIR || '.data')).RAG_INGEST_TOKEN
}

async function fromManifest(file: string): Promise<Description> {
  const path = join(dirname(file), 'manifest.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null)
    throw new CommandError(`There is no description of ${file}: add ${path}, or use the options.\n${USAGE}`)
  const entries = JSON.parse(text) as Description[]
  const found = entries.find((entry) => entry.file === basename(file))
  if (!found) throw new CommandError(`${path} has no entry with "file": "${basename(file)}"`)
  return found
}

async function send(
  address: URL,
  token: string,
  file: string,
  about: Description,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<IngestedDocument> {
  const form = new FormData()
  for (const [name, value] of Object.entries(about))
    if (value !== null && value !== undefined)
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', new Blob([bytes]), basename(file))
  const reply = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  }).catch(() => {
    throw new CommandError(
      `The service does not respond at ${address.origin}: start it, or set APP_URL to its address`,
    )
  })
  const body = (await reply.json()) as {
    documents: IngestedDocument[]
    error?: string
    issues?: unknown
    details?: unknown
  }
  const [done] = body.documents ?? []
  if (reply.ok && done) return done
  const why = body.issues ?? body.details
  throw new CommandError(`${file} was not imported: ${body.error}${why ? ` ${JSON.stringify(why)}` : ''}`)
}

/** On a terminal only; a log has the lines. */
function progress(done: number, all: number, name: string): void {
  if (!process.stdout.isTTY) return
  const filled = Math.round((done / all) * WIDTH)
  process.stdout.write(
    `\r\u001b[2K[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${all} ${name}`,
  )
}

function counted({
  passagesAdded,
  passagesChanged,
  passagesRemoved,
}: Pick<IngestedDocument, 'passagesAdded' | 'passagesChanged' | 'passagesRemoved'>): string {
  return `${passagesAdded} ${passagesAdded === 1 ? 'passage' : 'passages'} added, ${passagesChanged} changed, ${passagesRemoved} removed`
}

function citing({ citedBy: { rules, policyKinds, notes } }: IngestedDocument): string[] {
  return [
    ...(rules.length > 0 ? [`Review these rules of the calendar: ${rules.join(', ')}`] : []),
    ...(policyKinds.length > 0 ? [`Review these kinds of policy: ${policyKinds.join(', ')}`] : []),
    ...(notes.length > 0 ? [`Review these guidance notes: ${notes.join(', ')}`] : []),
  ]
}
