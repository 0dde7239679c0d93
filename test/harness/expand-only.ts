/**
 * Statements of a migration that break a running instance of the release before. Such a migration has a line
 * `-- Needs release 0.2.0: reason`, with the first release that does not use what it removes.
 */
const CONTRACTIONS: readonly [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop\s+table\b/],
  ['drops a column', /\bdrop\s+column\b/],
  ['drops a view or type', /\bdrop\s+(?:materialized\s+)?(?:view|type|domain|sequence)\b/],
  ['drops a function', /\bdrop\s+function\b/],
  ['renames', /\brename\s+(?:to|column|constraint|\w+\s+to)\b/],
  ['changes the type of a column', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/],
  ['requires a value in an existing column', /\bset\s+not\s+null\b/],
  ['removes a default', /\bdrop\s+default\b/],
  ['revokes a right', /\brevoke\b(?!\s+all\s+on\s+function)/],
]
const ADDED_COLUMN = /\badd\s+(?:column\s+)(?:if\s+not\s+exists\s+)?\w+([^,;]*)/g

/** Statements of the migration that take something away from instances of the release before; nothing for a migration that only adds. */
export function listContractions(sql: string): string[] {
  const text = sql
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const required = [...text.matchAll(ADDED_COLUMN)].filter(
    ([, rest = '']) => /\bnot\s+null\b/.test(rest) && !/\bdefault\b|\bgenerated\b/.test(rest),
  )
  return [
    ...CONTRACTIONS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what),
    ...(required.length > 0 ? ['adds a required column without a default'] : []),
  ]
}
