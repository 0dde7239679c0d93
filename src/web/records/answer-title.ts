const LONGEST = 140

/** A question, or another line, as the title of its page; where this is only its beginning, the whole stands below. */
export function formatTitle(question: string): string {
  if (question.length <= LONGEST) return question
  const cut = question.slice(0, LONGEST)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > 0 ? end : LONGEST)} …`
}
