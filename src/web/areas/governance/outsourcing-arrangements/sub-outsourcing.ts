export interface Passed {
  name: string
  activity: string
}

/** One line each; what has no colon has no activity, which the contract refuses. */
export const parsePassed = (text: string): Passed[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0
        ? { name: line, activity: '' }
        : { name: line.slice(0, colon).trim(), activity: line.slice(colon + 1).trim() }
    })

export const formatPassed = (passed: readonly Passed[]): string =>
  passed.map(({ name, activity }) => (activity ? `${name}: ${activity}` : name)).join('\n')
