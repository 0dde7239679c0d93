/** A passage as what can be quoted alone: its sentences, and the points of its lists with the words that lead into them. */

export interface Sentence {
  /** Of a point of a list: what stands before the list. Verbatim, like the text. */
  leadIn: string | null
  text: string
}

export const POINT = /^[“"']?\(?(?:\d{1,3}[A-Z]?|[a-z]{1,5})[).]\s/
const MARK_ALONE = /^[“"']?\(?\w{1,5}[).]$/
/** How a point is counted; "(i)" may be the ninth letter or the first of a list within. */
const COUNTED = /^[“"']?\(?(?:(?<number>\d)|(?<roman>[ivx]{1,5}[).])|(?<letter>[a-z]))/
const getCounting = (paragraph: string): 'number' | 'letter' | null => {
  const { number, letter } = COUNTED.exec(paragraph)?.groups ?? {}
  return number ? 'number' : letter ? 'letter' : null
}
const LEADS_IN = /[:—–-]\s*$/
/** A stop that ends no sentence: "art. 28", "No. 3", "i.e. ", "reg. 4". */
const ABBREVIATED =
  /(?:\b(?:arts?|regs?|ss?|paras?|no|nos|pt|ch|cf|etc|viz|i\.e|e\.g|S\.I|Dr|Mr|Mrs|Ms|approx)\.|\b[A-Z]\.)$/i
const WORDS_ALONE = 3

export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  /** Paragraphs that lead into the present list, outermost first, and how each is counted. */
  let leads: readonly { text: string; counting: ReturnType<typeof getCounting> }[] = []
  for (const paragraph of text.split(/\n+/).map((one) => one.trim())) {
    if (paragraph === '') continue
    const isPoint = POINT.test(paragraph)
    const own = isPoint ? getCounting(paragraph) : null
    // The next paragraph of the same count stands beside the one that leads in, and not below it.
    const leadIndex = own === null ? -1 : leads.findIndex(({ counting }) => counting === own)
    if (!isPoint) leads = []
    else if (leadIndex >= 0) leads = leads.slice(0, leadIndex)
    const parts = cut(paragraph)
    const last = parts.at(-1) as string
    const isLead = LEADS_IN.test(last)
    const leadIn = leads.length > 0 ? leads.map((lead) => lead.text).join(' ') : null
    for (const part of isLead ? parts.slice(0, -1) : parts)
      if (part.split(/\s+/).length >= WORDS_ALONE) sentences.push({ leadIn, text: part })
    // A point "(ii)" cannot be distinguished from a letter, so a point "(i)" leads into no list within the list.
    if (isLead && (!isPoint || own !== null || leads.length === 0))
      leads = [...leads, { text: last, counting: own }]
  }
  return sentences
}

function cut(paragraph: string): string[] {
  const parts: string[] = []
  let start = 0
  for (const { index } of paragraph.matchAll(/[.;!?][”"’')]*\s+(?=[“"‘'(]?[A-Z0-9(])/g)) {
    const end = index + 1
    const part = paragraph.slice(start, end)
    if (ABBREVIATED.test(part) || MARK_ALONE.test(part)) continue
    const closing = /^[”"’')]*/.exec(paragraph.slice(end))?.[0].length ?? 0
    parts.push(paragraph.slice(start, end + closing).trim())
    start = end + closing
  }
  parts.push(paragraph.slice(start).trim())
  return parts.filter((part) => part !== '')
}
