/**
 * Subjects that tell guidance notes apart. A note on automatic enrolment, data protection or PRSAs shares most words with notes on schemes, and
 * is no answer to a question that names none of these subjects.
 */

const SUBJECTS: readonly RegExp[] = [
  /\bauto(?:matic(?:ally)?)?[- ]?enrol\w*|\benrol\w*|\bmy future fund\b|\bMFF\b|\bAE\b|\bNAERSA\b|\bopt(?:s|ed|ing)?[- ]?(?:out|in)\b/i,
  /\bdata\b|\bgdpr\b|\bdpc\b|\bdpo\b|\bdpia\b|\bprivacy\b|\bd?sar\b|\baccess request|\bpps|\bpersonal (?:data|details|information)\b|\b(?:processor|controller)s?\b|\bconsent\b|\bprofiling\b|\bencrypt\w*|\be-?mail\w*/i,
  /\bdora\b|\bict\b|\bcyber\w*|\bIT (?:provider|system|fail|incident|securit|risk|contract)\w*|\bhack\w*|\bransomware\b|\b(?:systems?|computers?|servers?) (?:are |is |was |were )?(?:down|fail\w*)|\bdigital\b|\bback-?ups?\b|\bpenetration\b/i,
  /\bprsas?\b/i,
  /\bkey functions?\b|\bkfhs?\b|\brisk (?:function|kfh|holder|manager|management)\b|\binternal audit\w*|\bactuarial (?:key )?function\b|\bfunction holders?\b/i,
  /\bone[- ](?:member|man|person|woman)\b|\bsingle[- ]member\b|\b1[- ]member\b|\bjust one member\b|\bdirector\W?s (?:own )?(?:pension|scheme)\b/i,
  /\boras?\b|\bown[- ]risk\b/i,
  /\bdivorc\w*|\bseparat\w*|\bex[- ](?:wife|husband|spouse|partner)\b|\badjustment order\b|\bpao\b/i,
  /\bsfdr\b|\bsustainab\w*|\besg\b|\bclimate\b|\bgreen\b/i,
  /\btrust racs?\b|\bracs?\b|\bretirement annuit\w*/i,
  /\b(?:files?|uploads?|uploaded|csv|rows?|columns?|imports?|imported|excel|spreadsheet)\b/i,
  /\bbenefit statements?\b|\bpbs\b|\bstatements?\b/i,
  /\bsipp?s?\b|\binvest\w*|\bstatement of investment\b/i,
  /\bavcs?\b|\bvoluntary contribution/i,
  /\bmaster[- ]trusts?\b/i,
  /\bcross[- ]border\b|\babroad\b|\bforeign\b|\bmember states?\b|\bemigrat\w*|\boverseas\b|\bUK\b|\banother (?:eu )?country\b/i,
  /\bw[io]u?nd\w*[- ](?:up|down)\b|\bclos\w+\b|\bterminat\w*/i,
  /\bcompliance statement\b|\bacs\b/i,
  /\btrain\w*/i,
  /\b(?:actuar\w*|funding|deficit|underfunded|certificates?|valu(?:ed|ation)s?)\b/i,
  /\bregistered administrators?\b|\badministrators?\b/i,
  /\bfraud\w*|\bstole\w*|\bmisappropriat\w*|\bmissing money\b/i,
  /\bpolic(?:y|ies)\b/i,
  /\btransfer\w*|\bmov(?:e|es|ed|ing)\b/i,
  /\blump sums?\b|\btax\w*|\brevenue\b|\brelief\b/i,
]

/** Share of a note's questions that must name a subject for the note to be on it. */
const MOST_OF_THE_QUESTIONS = 0.6
/** Deduction for a note on a subject that the question does not name, and for a note that never mentions a subject that the question names. */
const [OF_THE_NOTE_ALONE, OF_THE_QUESTION_ALONE] = [0.15, 0.12]

/** Returns a function that gives the deduction from the nearness of each note: one for a subject that only the note or only the question has. */
export function createSubjectComparison(
  notes: readonly { questions: readonly string[]; text: string }[],
): (question: string) => number[] {
  const ofNotes = notes.map(({ questions, text }) =>
    SUBJECTS.map((subject) => ({
      isMain:
        questions.filter((question) => subject.test(question)).length >=
        MOST_OF_THE_QUESTIONS * questions.length,
      isMentioned: subject.test(text),
    })),
  )
  return (question) => {
    const named = SUBJECTS.map((subject) => subject.test(question))
    return ofNotes.map((subjects) =>
      subjects.reduce(
        (sum, { isMain, isMentioned }, at) =>
          sum +
          (isMain && !named[at] ? OF_THE_NOTE_ALONE : named[at] && !isMentioned ? OF_THE_QUESTION_ALONE : 0),
        0,
      ),
    )
  }
}
