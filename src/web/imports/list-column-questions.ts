/** Two columns of a file that look like one field, as the service says it in words. */

interface Candidate {
  header: string
  column: number
}

export interface Question {
  field: string
  /** Of a workbook with several sheets. */
  sheet?: string
  candidates: readonly Candidate[]
}

/** From the words of a refusal, which name the columns: `"PPS No" (column 1) and "RSI No" (column 4) are both …`. */
export const listQuestions = ({
  issues,
}: {
  issues: readonly { path: readonly (string | number)[]; message: string }[]
}): Question[] =>
  issues.flatMap(({ path: [part, ...names], message }) => {
    const field = names.pop()
    const [sheet] = names
    if (part !== 'mapping' || typeof field !== 'string') return []
    const candidates = [...message.matchAll(/"([^"]*)" \(column (\d+)\)/g)].map(([, header, column]) => ({
      header: header ?? '',
      column: Number(column),
    }))
    return candidates.length > 1
      ? [{ field, candidates, ...(typeof sheet === 'string' ? { sheet } : {}) }]
      : []
  })
