/**
 * Prepares a question for the comparison with guidance notes. People type shorthand ("whats", "info", "yrs") and ask several things in one
 * line, often without question marks: "who signs the annual report and by when". Each part is compared on its own and needs its subject.
 */

const SHORTHAND: Readonly<Record<string, string>> = {
  whats: 'what is',
  whos: 'who is',
  whens: 'when is',
  hows: 'how is',
  thats: 'that is',
  theres: 'there is',
  cant: 'cannot',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  isnt: 'is not',
  arent: 'are not',
  wasnt: 'was not',
  wont: 'will not',
  wouldnt: 'would not',
  hasnt: 'has not',
  havent: 'have not',
  im: 'I am',
  ive: 'I have',
  info: 'information',
  contrib: 'contribution',
  contribs: 'contributions',
  regs: 'regulations',
  mgmt: 'management',
  admin: 'administration',
  max: 'maximum',
  min: 'minimum',
  yr: 'year',
  yrs: 'years',
  mth: 'month',
  mths: 'months',
  wks: 'weeks',
  hrs: 'hours',
  docs: 'documents',
  doc: 'document',
  cert: 'certificate',
  certs: 'certificates',
  approx: 'about',
  thru: 'through',
  pls: 'please',
  ppl: 'people',
  u: 'you',
  ur: 'your',
  asap: 'as soon as possible',
  eoy: 'year end',
  hw: 'how',
  wat: 'what',
  exec: 'executive',
  jan: 'January',
  feb: 'February',
  apr: 'April',
  aug: 'August',
  sept: 'September',
  sep: 'September',
  oct: 'October',
  nov: 'November',
  dec: 'December',
}

/** Abbreviations of the trade that the notes write out, as they are typed: in small letters some are words. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  AE: 'auto-enrolment',
  MFF: 'My Future Fund',
  PA: 'Pensions Authority',
  TPA: 'Pensions Authority',
  SFT: 'standard fund threshold',
  BIK: 'benefit in kind',
  DIS: 'death in service',
  NRA: 'normal retirement age',
}

/** Writes out shorthand. Other words in capitals are names or abbreviations of the trade and stay. */
export const expandShorthand = (question: string): string =>
  question.replaceAll(/(?<![\w’'-])[A-Za-z]+(?![\w’'-])/g, (word) => {
    const abbreviated = Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : undefined
    if (abbreviated !== undefined) return abbreviated
    const written = Object.hasOwn(SHORTHAND, word.toLowerCase()) ? SHORTHAND[word.toLowerCase()] : undefined
    return written === undefined || (word.length > 1 && word === word.toUpperCase()) ? word : written
  })

const ASKS =
  '(?:if so,? )?(?:(?:by|to|for|of|under|in|on|at|with|from|within|after|before|until) (?:when|whom|what|which|how)|who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|may|must|can|could|shall|should|will|would|has|have)\\b(?! not\\b)'
/** A question after a statement without a mark: "we paid on the 28th are we late", "the year ends in June when is the report due". */
const STATEMENT = '(?<=^(?:we|i|he|she|they|my|our|the|an?)\\b[^?.;!,]{8,})'
const TURNS_TO_ASKING =
  '(?<!\\b(?:who|whom|what|which|when|where|how|why|soon|long|often|fast|much|many) )' +
  '(?:are|is|do|does|can|must|have|has|may|should|will|what) (?:we|i|it|they|he|she|this|that|the|trustees)\\b'
const ANY_STATEMENT = `(?<=^(?!${ASKS})[^?.;!,]{8,})`
const TURNS_TO_WHEN =
  '(?:when|by when|how (?:long|soon|often|many|much|fast|quick(?:ly)?)) (?:is|are|do|does|must|can|should|has|have|will|may)\\b'
/** Where a new part may begin: after a mark, or after a conjunction. A question word must follow, except after the end of a sentence. */
const BOUNDARY = new RegExp(
  `(?<=[.;?!])\\s+|\\s*(?:[,:]|\\s[-–—])\\s+(?:(?:and|or|but|then|so)\\s+)?(?=${ASKS})|\\s+(?:and|or|but|&|plus|then)\\s+(?=${ASKS})|${STATEMENT}\\s+(?=${TURNS_TO_ASKING})|${ANY_STATEMENT}\\s+(?=${TURNS_TO_WHEN})`,
  'i',
)
const BEGINS_ASKING = new RegExp(`^${ASKS}`, 'i')
/** Words of a part that say nothing about its subject. */
const EMPTY = new Set(
  (
    'a an the of to in on at by for from with and or is are was were be been it its this that these those as do does did has have had can ' +
    'could may might shall will would should we our us you your i my they their them he she his her there if then so all any each every about ' +
    'into than what who whom whose when how which where why must need needs get got not no own many much long soon fast quick quickly often ' +
    'by whom after before until within one time times please'
  ).split(' '),
)
const REFERS_BACK = /\b(?:it|its|they|them|their|this|that|these|those|he|him|she|her|one|there)\b/i
/** A part with fewer words of its own needs the subject of the first. */
const FEWEST_WORDS = 2
/** A statement of so few words names the subject of every part: "Auto-enrolment: who is enrolled and what percent do we deduct". */
const MOST_WORDS_OF_A_LABEL = 3

const listWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}’'-]+/gu) ?? []).filter((word) => !EMPTY.has(word.toLowerCase()))

/** Each part costs some milliseconds of the event loop and a statement. */
export const MOST_PARTS = 4

export interface QuestionPart {
  /** With the subject that it needs from the statements or from the first part. */
  question: string
  /** As it was typed. */
  typed: string
  /** It refers to another part, or has too few words of its own, or follows a statement. */
  needsSubject: boolean
}

/** Returns the parts of a question; an empty list if it has one part. */
export function listParts(question: string): QuestionPart[] {
  const pieces = question
    .split(BOUNDARY)
    .map((piece) => piece?.trim() ?? '')
    .filter((piece) => piece !== '')
  const asking = pieces.filter((piece) => piece.endsWith('?') || BEGINS_ASKING.test(piece))
  if (asking.length < 2) return []
  const statements = pieces.filter((piece) => !asking.includes(piece)).join(' ')
  const isLabel =
    statements !== '' && !statements.endsWith('.') && listWords(statements).length <= MOST_WORDS_OF_A_LABEL
  const subject = listWords(statements === '' ? (asking[0] as string) : statements).join(' ')
  return asking.map((typed, place) => {
    const leans = isLabel || listWords(typed).length < FEWEST_WORDS || REFERS_BACK.test(typed)
    if (statements !== '') {
      // "The year ends in June, when is the report due and who signs it": a label alone is not what "it" refers to.
      const first =
        isLabel && place > 0 && REFERS_BACK.test(typed) ? [listWords(asking[0] as string).join(' ')] : []
      const question = leans ? [statements, ...first, typed].join(' ') : typed
      return { question, typed, needsSubject: true }
    }
    const needsSubject = leans && place > 0
    return { question: needsSubject ? `${subject} ${typed}` : typed, typed, needsSubject }
  })
}

export const splitQuestion = (question: string): string[] => listParts(question).map((part) => part.question)

/** Words with which a question goes on from the one before. */
const GOES_ON =
  /^(?:and|but|or|also|then|so|ok(?:ay)?|what about|how about|what if|same|what else|does that|is that)\b[\s,]*/i
/** A subject of its own replaces that of the question before: "and the benefit statements?" after "When is the next valuation due?". */
const OWN_SUBJECT =
  /\b(?:benefit statements?|pbs|(?:annual )?reports?|accounts?|audits?|compliance statements?|acs|oras?|own[- ]risk assessments?|sipps?|valuations?|certificates?|afc|polic(?:y|ies)|training|contributions?|deductions?|avcs?|fees?|registers?|minutes|meetings?|data breach(?:es)?|transfers?|refunds?|continuity plan)\b/i
const ASKED_FOR =
  /\b(?:when|by when|how (?:often|long|soon|many|much)|who (?:must )?(?:signs?|approves?|prepares?|pays?|gets?|keeps?|sees?|does)|who)\b/i
const IS_FRAGMENT = /^(?:for|in|of|with|if|under|after|before|to)\b/i

/**
 * Returns the question with the subject of the question before it, if it refers back: "and for one-member schemes?", "who signs it?". Null:
 * it stands alone.
 */
export function readAsFollowUp(question: string, previous: string): string | null {
  const goesOn = GOES_ON.test(question)
  const isShort = listWords(question).length <= MOST_WORDS_OF_A_FOLLOW_UP
  if (!goesOn && !(isShort && REFERS_BACK.test(question))) return null
  const rest = question.replace(GOES_ON, '').trim()
  const asks = BEGINS_ASKING.test(rest) && !IS_FRAGMENT.test(rest)
  if (asks) return `${listWords(previous).join(' ')} ${rest}`
  const other = replaceSubject(rest, previous)
  if (other !== null) return other
  const before = previous.trim().replace(/[?!.]$/, '')
  return `${before} ${IS_FRAGMENT.test(rest) ? rest : `for ${rest}`}`
}

const MOST_WORDS_OF_A_FOLLOW_UP = 4

/** Returns what was asked before, of the subject that the follow-up names instead; null if it names none or the same. */
function replaceSubject(rest: string, previous: string): string | null {
  const [subject] = OWN_SUBJECT.exec(rest) ?? []
  const asked = ASKED_FOR.exec(previous)?.[0]
  if (subject === undefined || asked === undefined || IS_FRAGMENT.test(rest)) return null
  if (previous.toLowerCase().includes(subject.toLowerCase())) return null
  const words = asked.toLowerCase() === 'when' ? 'When due' : asked
  return `${words}: ${listWords(rest).join(' ')}`
}
