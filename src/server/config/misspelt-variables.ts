/** Finds environment variables whose names are nearly those of the service. */
import { countEdits } from '../platform/count-edits.ts'

/** Shorter names have neighbours of other programs: HOME, TERM, USER. */
const SHORTEST = 6
const LONG = 12
const getMostEdits = (known: string): number => (known.length < LONG ? 2 : 3)

/** "DATABASE_URI is unknown: did you mean DATABASE_URL?", one for each. */
export function listMisspeltVariables(given: readonly string[], known: readonly string[]): string[] {
  return given.toSorted().flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((candidate) => isMisspelling(name, candidate))
    return meant ? [`${name} is unknown: did you mean ${meant}?`] : []
  })
}

function isMisspelling(name: string, known: string): boolean {
  const [one, other] = [toLetters(name), toLetters(known)]
  if (one === other) return true
  return Math.min(one.length, other.length) >= SHORTEST && countEdits(one, other) <= getMostEdits(other)
}

const toLetters = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
