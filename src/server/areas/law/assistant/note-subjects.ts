/**
 * Subjects that tell guidance notes apart. A note on automatic enrolment, data protection or PRSAs shares most words with notes on schemes, and
 * is no answer to a question that names none of these subjects.
 */
import { mapWithPauses, type Pause } from '../../../platform/yield-to-event-loop.ts'

const SUBJECTS: readonly RegExp[] = [
  /\bauto(?:matic(?:ally)?)?[- ]?enrol\w*|\benrol\w*|\bmy ?future ?fund\b|\bMFF\b|\bAE\b|\bNAERSA\b|\bopt(?:s|ed|ing)?[- ]?(?:out|in)\b/i,
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

/** Persons, acts and amounts that decide which of two notes on one subject is meant: a transfer that is refused is not one that is paid. */
const DISTINCTIONS: readonly RegExp[] = [
  /\btrustees?\b/i,
  /\bemployers?\b|\bcompan(?:y|ies)\b|\bboss\b/i,
  /\bactuar(?:y|ies)\b/i,
  /\badministrators?\b/i,
  /\bauditors?\b/i,
  /\bunions?\b/i,
  /\bpensioners?\b/i,
  /\bdeferred\b|\bleavers?\b|\bleft\b|\bleav\w+|\bformer\b|\bex\b/i,
  /\bspouse|\bwi(?:fe|dow)|\bhusband|\bpartner|\bmarried|\bremarr/i,
  /\bbrokers?\b/i,
  /\bauthority\b|\bregulator\b/i,
  /\bcourts?\b/i,
  /\bombudsman\b|\bfspo\b/i,
  /\btax\w*|\brevenue\b/i,
  /\bdi(?:e|ed|es)\b|\bdeath\b|\bdead\b|\bdeceased\b/i,
  /\bavcs?\b|\bvoluntary/i,
  /\bprsas?\b/i,
  /\barfs?\b|\bretirement fund/i,
  /\bdb\b|\bdefined benefit/i,
  /\bdc\b|\bdefined contribution/i,
  /\btransfer\w*|\bmov(?:e|ed|ing)\b/i,
  /\brefund\w*|\bmoney back\b/i,
  /\bcop(?:y|ies)\b/i,
  /\bfees?\b|\bcosts?\b|\bcharges?\b|\bpays?\b|\bexpens/i,
  /\bconsent\w*|\bwithout asking|\bapprov\w+|\bagree\w*/i,
  /\brefus\w+|\breject\w*/i,
  /\bstop\w*|\bceas\w+|\bholiday\b/i,
  /\binterest\b/i,
  /\bfine[sd]?\b|\bpenalt\w+|\boffences?\b|\bcrim\w+|\bprosecut\w+/i,
  /\binsur\w+|\bpremiums?\b/i,
  /\bchoos\w+|\bchoices?\b|\bselect\w*/i,
  /\bsign(?:s|ed|ing|atures?)?\b/i,
  /\breport\w*|\bnotif\w+|\btell\b|\btold\b|\binform\w*/i,
]

/** Share of a note's questions that must name a subject for the note to be on it. */
const MOST_OF_THE_QUESTIONS = 0.6
/** Deduction for a note on a subject that the question does not name, and for a note that never mentions a subject that the question names. */
const [OF_THE_NOTE_ALONE, OF_THE_QUESTION_ALONE] = [0.15, 0.12]

export interface Comparison {
  /** Deduction from the nearness: one for each subject that only the note or only the question has. */
  deduction: number
  /** Number of subjects and of distinctions that the question names, but neither the note's questions nor its short answer. */
  missing: { subjects: number; distinctions: number }
}

interface ComparedNote {
  questions: readonly string[]
  /** Its questions and its short answer. */
  own: string
  text: string
}

/** Returns a function that compares a question with each note. */
export async function createSubjectComparison(
  notes: readonly ComparedNote[],
  pause?: Pause,
): Promise<(question: string) => Comparison[]> {
  const ofNotes = await mapWithPauses(
    notes,
    ({ questions, own, text }) => ({
      subjects: SUBJECTS.map((subject) => ({
        isMain:
          questions.filter((question) => subject.test(question)).length >=
          MOST_OF_THE_QUESTIONS * questions.length,
        isOwn: subject.test(own),
        isMentioned: subject.test(text),
      })),
      distinctions: DISTINCTIONS.map((distinction) => distinction.test(own)),
    }),
    pause,
  )
  return (question) => {
    const named = SUBJECTS.map((subject) => subject.test(question))
    const distinguished = DISTINCTIONS.map((distinction) => distinction.test(question))
    return ofNotes.map(({ subjects, distinctions }) => ({
      deduction: subjects.reduce(
        (sum, { isMain, isMentioned }, at) =>
          sum +
          (isMain && !named[at] ? OF_THE_NOTE_ALONE : named[at] && !isMentioned ? OF_THE_QUESTION_ALONE : 0),
        0,
      ),
      missing: {
        subjects: subjects.filter(({ isOwn }, at) => named[at] && !isOwn).length,
        distinctions: distinctions.filter((isOwn, at) => distinguished[at] && !isOwn).length,
      },
    }))
  }
}
