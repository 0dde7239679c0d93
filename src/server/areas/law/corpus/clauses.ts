/**
 * Splits a question into its parts: "How often is X reviewed, and who approves Y?" is two questions, each answered by a provision of its
 * own. A statement before or between them is added to each part.
 */

const ASKS =
  '(?:(?:by|to|for|of|under|in|on|at|with|from|within) (?:when|whom|what|which|how)|who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|may|must|can|could|shall|should|will|would|has|have)'
const SENTENCE = /(?<=[.?!;])\s+(?=[“"(]?[A-Z0-9])/
/** "…, and by when …", "… or does …". */
const AND_ASKS = new RegExp(`[,;]?\\s+(?:and|or|but)\\s+(?=(?:if so,? )?${ASKS}\\b)`, 'i')
/** A clause of fewer words leans on what stands before it. */
const FEWEST_WORDS = 3

/** Two or more; none where one thing is asked. */
export function splitClauses(question: string): string[] {
  const sentences = question.trim().split(SENTENCE)
  const asking = sentences.filter((sentence) => sentence.endsWith('?'))
  if (asking.length === 0) return []
  const statements = sentences.filter((sentence) => !sentence.endsWith('?')).join(' ')
  const clauses = asking
    .flatMap((sentence) => sentence.split(AND_ASKS))
    .filter((clause) => (clause.match(/\w+/g)?.length ?? 0) >= FEWEST_WORDS)
  return clauses.length < 2 ? [] : clauses.map((clause) => `${statements} ${clause}`.trim())
}
