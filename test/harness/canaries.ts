/** Personal values that tests use are written down here, and the log of the run is searched for them. */
import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Shorter values would be found in ids and numbers by chance. */
const SHORTEST = 7

export function forbidInLogs(runFolder: string, ...values: (string | null | undefined)[]): void {
  const kept = values.filter((value) => typeof value === 'string' && value.length >= SHORTEST)
  if (kept.length > 0) appendFileSync(join(runFolder, `canaries-${process.pid}.txt`), `${kept.join('\n')}\n`)
}

export async function findLeaks(
  runFolder: string,
): Promise<{ leaks: string[]; lines: number; canaries: number }> {
  const names = await readdir(runFolder)
  const read = async (ending: string): Promise<string[]> => {
    const files = names.filter((name) => name.endsWith(ending))
    const texts = await Promise.all(files.map((name) => readFile(join(runFolder, name), 'utf8')))
    return texts.flatMap((text) => text.split('\n')).filter(Boolean)
  }
  const lines = await read('.log')
  const canaries = [...new Set(await read('.txt'))]
  const haystack = lines.join('\n')
  const leaks = canaries.filter(
    (canary) => haystack.includes(canary) || haystack.includes(JSON.stringify(canary).slice(1, -1)),
  )
  return { leaks, lines: lines.length, canaries: canaries.length }
}
