/** Compares how two texts bind: obligation, permission, prohibition, exception, limit. */

/** Phrases that look like a negation or a permission but are neither: "S.I. No. 5", "without delay", "31 May". */
const NEITHER =
  /\bNos?\.?\s*(?=\d)|\bwithout\s+(?:undue\s+)?(?:delay|prejudice)\b|(?<=\d(?:st|nd|rd|th)?\s(?:of\s|day\sof\s)?)May\b|\bMay\b(?=,?\s+\d)/g

const PROHIBITS =
  /\b(?:must|shall|may|can|should|ought)(?:\s+(?:also|therefore|only))?\s+(?:not|never)\b(?!\s+(?:only\b|be\s+(?:required|obliged)|need))|\bcannot\b|\b(?:can|must|should)n't\b|\bno\s+\w+\s+(?:shall|may|must|can)\b|\bprohibit(?:s|ed|ion)?\b|\bforbidden\b|\bnot\s+(?:be\s+)?(?:allowed|permitted)\b/g
const SPARES =
  /\bneed\s+not\b|\bneedn't\b|\b(?:do|does|did)\s+not\s+(?:have|need)\s+to\b|\b(?:do|does)\s+not\s+apply\b|\b(?:is|are|shall|be|was|were)\s+not\s+(?:be\s+)?(?:required|obliged|necessary|mandatory|needed)\b|\bno\s+(?:duty|obligation|requirement|need)\b|\bexempt(?:ed|ion|ions|s)?\b|\bnot\s+apply\b/g
const LIMITS: readonly (readonly [name: string, limit: RegExp])[] = [
  ['FEWEST', /\b(?:not|no)\s+(?:less|fewer)\s+than\b|\bat\s+least\b|\ba\s+minimum\s+of\b/g],
  [
    'MOST',
    /\b(?:not|no)\s+(?:more|greater)\s+than\b|\bat\s+most\b|\b(?:does|do|shall|must|may|will)?\s*not\s+exceed(?:ing)?\b|\ba\s+maximum\s+of\b|\bup\s+to\b/g,
  ],
  ['LATEST', /\b(?:not|no)\s+later\s+than\b|\bat\s+the\s+latest\b|\bwithin\b/g],
  ['EARLIEST', /\b(?:not|no)\s+(?:earlier|sooner)\s+than\b|\bat\s+the\s+earliest\b/g],
]
const EXCEPTS =
  /\bunless\b|\bexcept(?:ing|ion)?\b|\bsave\s+(?:for|that|where|as|in)\b|\bother\s+than\b|\bwith\s+the\s+exception\b/g
const RESTRICTS = /\bonly\b|\bsolely\b|\bexclusively\b/g
const OBLIGES =
  /\b(?:must|shall)\b|\b(?:has|have|having|had)\s+to\b|\bneeds?\s+to\b|\brequir(?:e|es|ed|ing|ement|ements)\b|\boblig(?:e|es|ed|ation|ations)\b|\bdut(?:y|ies)\b|\bmandatory\b|\bcompulsory\b|\bliable\b/g
const PERMITS = /\b(?:may|can|could|might)\b|\bentitled\b|\b(?:allowed|permitted)\b|\bmay\s+choose\b/g
const ADVISES = /\b(?:should|ought|recommend(?:s|ed)?|encouraged)\b/g
const DENIES = /\b(?:not|no|never|neither|nor|without|none|nobody|nothing)\b|n't\b/g

interface Binding {
  /** Flags that must be the same in both texts: EXCEPTION, SPARED, PROHIBITED, DENIED. */
  marks: ReadonlySet<string>
  duties: ReadonlySet<'DUTY' | 'CHOICE' | 'ADVICE'>
  limits: ReadonlySet<string>
  order: ReadonlySet<'BEFORE' | 'AFTER'>
  restricts: boolean
}

/**
 * Each pattern removes its matches before the next one runs: the "may" of "may not" is no permission, the "no" of "no later than" no
 * negation.
 */
function getBinding(text: string): Binding {
  let rest = text.replaceAll(/\s+/g, ' ').replaceAll(NEITHER, ' ').toLowerCase().replaceAll('’', "'")
  const has = (sought: RegExp): boolean => {
    const before = rest
    rest = rest.replaceAll(sought, ' ~ ')
    return rest !== before
  }
  const marks = new Set<string>()
  const limits = new Set(LIMITS.filter(([, limit]) => has(limit)).map(([name]) => name))
  if (has(EXCEPTS)) marks.add('EXCEPTION')
  if (has(SPARES)) marks.add('SPARED')
  if (has(PROHIBITS)) marks.add('PROHIBITED')
  const restricts = has(RESTRICTS)
  if (has(DENIES)) marks.add('DENIED')
  const duties = new Set<'DUTY' | 'CHOICE' | 'ADVICE'>()
  if (has(OBLIGES)) duties.add('DUTY')
  if (has(ADVISES)) duties.add('ADVICE')
  if (has(PERMITS)) duties.add('CHOICE')
  const order = new Set<'BEFORE' | 'AFTER'>()
  if (/\b(?:before|prior|beforehand|in advance)\b/.test(rest)) order.add('BEFORE')
  if (/\b(?:after|following|since|thereafter)\b/.test(rest)) order.add('AFTER')
  return { marks, duties, limits, order, restricts }
}

/** Whether `said` claims no more and no less than `written`: no other obligation or limit, and the same negations and exceptions. */
export function hasSameModality(statement: string, written: string): boolean {
  const [a, b] = [getBinding(statement), getBinding(written)]
  if (a.marks.symmetricDifference(b.marks).size > 0) return false
  if (!a.duties.isSubsetOf(b.duties) || !a.limits.isSubsetOf(b.limits) || !a.order.isSubsetOf(b.order))
    return false
  if (a.restricts !== b.restricts) return false
  // An obligation may be stated as plain fact; a permission or a recommendation may not.
  const isPlain = a.duties.size === 0 && !a.marks.has('PROHIBITED') && !a.marks.has('SPARED')
  return !isPlain || b.duties.isSubsetOf(new Set(['DUTY']))
}
