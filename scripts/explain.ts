/**
 * `npm run -s explain -- --facts FILE --today 2026-11-21`: evaluates all rules for a scheme whose facts are in a file.
 * Prints only a JSON list to standard output, for each rule first its most relevant obligation. Unknown fields of the file are
 * named on standard error. Ends with exit code 2 if the input is wrong.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CivilDate } from '../src/contract/values.ts'
import {
  evaluateRules,
  FactsError,
  formatExplanation,
  getFactsOnDay,
  listUnusedCompletions,
  readFactsFile,
} from '../src/server/areas/calendar/obligations/index.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'

const USAGE = `Usage: npm run -s explain -- --facts FILE [--today YYYY-MM-DD] [--rule REP-01]
Prints the result of each rule of the compliance calendar for the scheme in FILE (docs/facts-file.md) as JSON.`

const { facts: file, today, rule } = parseOptions()
try {
  const { facts: given, unknown } = readFactsFile(parse(await readFile(file, 'utf8')))
  // The service refuses days in the future: what the file dates later has not happened yet.
  const facts = getFactsOnDay(given, today)
  const decisions = evaluateRules(facts, today)
  if (unknown.length > 0) process.stderr.write(`Unknown fields, ignored: ${unknown.join(', ')}\n`)
  const unused = listUnusedCompletions(facts, decisions)
  if (unused.length > 0) process.stderr.write(`Completions that match no obligation: ${unused.join(', ')}\n`)
  const shown = decisions.filter((decision) => !rule || decision.rule.id === rule.toUpperCase())
  if (shown.length === 0) fail(`The rule ${rule} does not exist`)
  process.stdout.write(`${JSON.stringify(shown.map(formatExplanation), null, 2)}\n`)
} catch (error) {
  fail(wordsOf(error))
}

function parseOptions(): { facts: string; today: string; rule: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { facts: { type: 'string' }, today: { type: 'string' }, rule: { type: 'string' } },
    })
    const day = values.today ?? getTodayInDublin(systemClock)
    if (!values.facts) return fail(USAGE)
    if (!CivilDate.safeParse(day).success) return fail(`--today must be a valid date as YYYY-MM-DD\n${USAGE}`)
    return { facts: values.facts, today: day, rule: values.rule }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** A file that an editor began with a byte-order mark is JSON as well. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new FactsError(`The file is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof FactsError) return `${file}: ${error.message}`
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return `The file ${file} does not exist. Paths are relative to ${process.cwd()}`
  if (code === 'EISDIR') return `${file} is a folder: give a facts file`
  if (code === 'EACCES') return `You do not have permission to read ${file}`
  throw error
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
