/** Personal values that tests use are written down here, and the log of the run is searched for them. */
import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Shorter values would be found in ids and numbers by chance. */
const SHORTEST = 7

export function assertNotInLogs(runFolder: string, ...values: (string | null | undefined)[]): void {
  const canaries = values.filter((value) => typeof value === 'string' && value.length >= SHORTEST)
  if (canaries.length > 0)
    appendFileSync(join(runFolder, `canaries-${process.pid}.txt`), `${canaries.join('\n')}\n`)
}

export async function collectLeaks(
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
  return { leaks: listLeaks(lines.join('\n'), canaries), lines: lines.length, canaries: canaries.length }
}

/** Of thousands of values in a log of a hundred megabytes: read once, and looked at where one of them may begin. */
export function listLeaks(log: string, canaries: readonly string[]): string[] {
  const written = canaries.flatMap((canary) =>
    [...new Set([canary, JSON.stringify(canary).slice(1, -1)])].map((text) => ({
      canary,
      bytes: Buffer.from(text),
    })),
  )
  const byBeginning = Map.groupBy(written, ({ bytes }) => beginningAt(bytes, 0))
  const haystack = Buffer.from(log)
  const found = new Set<string>()
  for (let at = 0; at + SHORTEST <= haystack.length; at++) {
    for (const { canary, bytes } of byBeginning.get(beginningAt(haystack, at)) ?? [])
      if (haystack.subarray(at, at + bytes.length).equals(bytes)) found.add(canary)
  }
  return [...found]
}

/** The first bytes as one number; a value that is in the log begins like that somewhere. */
const beginningAt = (bytes: Buffer, at: number): number => bytes.readUIntBE(at, 6)
