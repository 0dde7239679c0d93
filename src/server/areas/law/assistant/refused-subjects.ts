/** Decides whether a question is about pensions or about a refused subject, even if the legal sources contain its words. */

/** Words that occur almost only in questions about pensions or their regulation. */
const SUBJECT =
  /\b(?:pensions?|pensioners?|prsas?|racs?|avcs?|iorps?|trustees?|auto[- ]?(?:enrol\w*)|automatic enrolment|my ?future ?fund|retirement|annuit\w+|actuar\w+|beneficiar\w+|dora|gdpr|sfdr|personal data|data protection|key functions?|own[- ]risk)\b/i

/** Pensions terms with a meaning outside pensions as well. */
const TRADE =
  /\b(?:schemes?|members?|contributions?|employers?|arrangements?|polic(?:y|ies)|benefits?|breach(?:es)?|audit\w*|administrat(?:ors?|ion)|annual report|outsourc\w*|sub-?contract\w*|(?:trust )?deeds?|payroll|leavers?|authority|regulator|w[io]u?nd(?:ing)?[- ]?up|kfhs?|compliance statement|acs|sipp|transfer values?|preserv\w+|death in service|iorp|fspo|idrp?)\b/i

export const isAboutPensions = (question: string): boolean => SUBJECT.test(question)

export const isOfTheTrade = (question: string): boolean => isAboutPensions(question) || TRADE.test(question)

/** Questions that ask which investment or benefit to choose. Only an adviser may answer them. */
const ASKS_FOR_ADVICE: readonly RegExp[] = [
  /\bshould (?:i|we|my client|a member) (?:invest|buy|sell|switch)\b/i,
  /\bshould (?:i|we|my client|he|she) (?:pick|choose|go for|have) (?:an? )?(?:annuit\w+|arfs?|funds?|prsas?|lump sum|drawdown)\b/i,
  /\bwhich (?:one )?should (?:i|we|he|she|my client|the member) (?:pick|choose|take|go for)\b/i,
  /\bwould you (?:put|invest|choose|pick|buy|sell|switch|transfer|take|go for)\b/i,
  /\bbest (?:\w+ )?(?:provider|insurer|broker)s?\b/i,
  /\b(?:is|are|would) [^?.]{1,40}\ba? ?(?:good|safe|wise|sensible|decent) (?:things?|ideas?|options?) (?:to (?:hold|have|buy|own|put) in|for (?:my|our|a) (?:pension|arf|prsa|fund|pot))\b/i,
  /\b(?:which|what) (?:fund|share|stock|bond)s? (?:should|would|do you|will)\b/i,
  /\bfunds? (?:has |have )?perform(?:s|ed|ing)? (?:best|worst|better)\b/i,
  /\bbest (?:performing )?(?:fund|investment|share|stock|annuity|prsa)s?\b/i,
  /\b(?:is|are|would) [^?.]{1,40}\b(?:good|safe|wise|sensible|decent) (?:buy|investments?|bet|choice|returns?)\b/i,
  /\b(?:give|get|earn|make|has|have)\b[^?]{0,60}\bbest (?:return|performance|yield)s?\b|\bbest (?:return|yield)s? (?:next|this|in|over)\b/i,
  /\bgood time to (?:buy|sell|invest|retire|transfer|switch)\b/i,
  /\bshould (?:i|my client|the member|he|she|they) (?:transfer|cash|draw|take|retire|opt|consolidate|combine|merge)\b/i,
  /\bhow (?:much|big a) (?:pension|money) (?:do|will|would) i need\b/i,
  /\bbetter (?:for me|to transfer)\b|\bbetter off\b/i,
  /\bhow (?:much )?should (?:i|we|my client) (?:save|invest|contribute|put|pay)\b/i,
  /\bwill (?:my|the|our) (?:\w+ )?(?:pension|pot|fund|market|share|stock)s? (?:grow|go up|go down|rise|fall|crash|recover|perform|do)\b/i,
  /\b(?:can|could|would|do) you (?:recommend|suggest|advise)\b|\b(?:recommend|suggest) (?:me |us )?(?:an?|some|any|the best) /i,
]
const ASKS_WHETHER_TO_MOVE =
  /\bshould (?:i|we|he|she|they|you|my client|(?:a |the )?members?) (?:put|switch|move|go|stay)\b/i
const NAMES_INVESTMENTS = /\b(?:funds?|shares?|stocks?|bonds?|cash|equit\w+|gilts?|crypto|bitcoin)\b/i
/** "Is it better to take the lump sum or leave the pension" asks for advice and not for a rule. */
const WEIGHS =
  /\b(?:is|would|be|isn[’']?t|what(?:[’']?s| is)) (?:it |that )?(?:be )?(?:better|best|wiser?|worth(?:while| it)?|smart(?:er)?|sensible|a good idea)\b|\b(?:which|what) is (?:better|best|safer|safest)\b|\bworth (?:transferring|moving|taking|paying|putting|it)\b/i
const [TAKES_OR_LEAVES, WHAT_IS_TAKEN] = [
  /\b(?:take|leave|draw|move|keep|stay)\b/i,
  /\b(?:pension|pot|scheme|prsa)\b/i,
]
const NAMES_A_CHOICE =
  /\b(?:lump sum|tax[- ]free cash|transfer\w*|cash(?:ing)? (?:in|out)|annuit\w+|arfs?|drawdown|avcs?|extra contributions?|invest\w*|funds?|shares?|bonds?|(?:pension|scheme|prsa)s? or\b|or an? (?:pension|prsa)|retire early|opt(?:ing)? out)\b/i

/** Tax planning is advice; the rules on relief and limits are not. */
const PLANS_TAX = /\b(?:pay less|save|reduce|minimi[sz]e|cut) (?:\w+ )?tax\b(?! (?:relief|charge))/i
const ASKS_HOW_TO = /\b(?:how (?:can|could|do|should|to)|ways? to|tips?)\b/i

/** The choice of an arrangement by an employer has a reviewed answer. */
const FOR_AN_EMPLOYER = /\bbetter for (?:an?|the|our) (?:employer|company|firm)\b/i

export const isForAdvice = (question: string): boolean =>
  ASKS_FOR_ADVICE.some((asking) => asking.test(question)) ||
  (PLANS_TAX.test(question) && ASKS_HOW_TO.test(question)) ||
  (ASKS_WHETHER_TO_MOVE.test(question) && NAMES_INVESTMENTS.test(question)) ||
  (WEIGHS.test(question) &&
    (NAMES_A_CHOICE.test(question) || (TAKES_OR_LEAVES.test(question) && WHAT_IS_TAKEN.test(question))) &&
    !FOR_AN_EMPLOYER.test(question))

/** The State pension and other payments are social welfare law, which is stored only as far as pension Acts amend it. */
const SOCIAL_WELFARE =
  /\b(?:job ?seeker\W?s?|child|illness|invalidity|carer\W?s?|disability|maternity|paternity) (?:benefit|allowance|payment)\b(?!.*\bpensions? scheme\b)|\bfuel allowance\b|\bhow much (?:\w+ )?state pension\b|\bstate pension (?:will|do|can|am) i\b|\b(?:apply|claim|qualify|eligible|entitled) (?:for |to )?(?:the |a |my )?(?:full )?(?:state|contributory|old age|widow\W?s) pension\b|\b(?:rate|amount|age) of the (?:state|contributory) pension\b|\b(?:uk|british) state pension\b|\bstate pension (?:top[- ]?up|forecast)\b|\bprsi (?:class|stamps?|credits?|contributions? do i)\b/i

export const isOnSocialWelfare = (question: string): boolean => SOCIAL_WELFARE.test(question)

/** Records of persons: the assistant does not read them. */
const OWN_RECORDS: readonly RegExp[] = [
  /\bwhat(?:['’]?s| is| are) (?:my|our|his|her|their) (?:\w+ )?(?:fund|pension|pot|account|prsa|transfer value)(?: fund| pot)? (?:worth|valued? at|now|today)(?: (?:now|today|right now|at the moment))?\s?\??$/i,
  /\bhow much (?:is|do i have|have i|has (?:he|she)) (?:in )?(?:my|his|her) (?:\w+ )?(?:pension|pot|fund|account)(?: worth)?(?: (?:now|today|right now|at the moment))?\s?\??$/i,
  /\bwhat(?:['’]?s| is) my (?:balance|fund value|pot worth)\b/i,
  /\b(?:did|has|have) (?:the )?(?:pensions )?(?:authority|regulator|revenue|employer|actuary|auditor|administrator) (?:written|write|reply|replied|answer(?:ed)?|email(?:ed)?|ring|phone|call(?:ed)?) (?:to )?(?:us|me)\b/i,
]
/** Persons and firms whose records a question may ask for. */
const OURS =
  '(?:i|we|anyone|anybody|(?:our|my|his|her|their|the) (?:\\w+ )?(?:trustees?|employers?|company|boss|administrators?|actuary|auditors?|members?|insurer|provider|clients?|broker|accountant))'
/** "Did the employer pay for October yet", "when did we last do the ORA": what happened, and not what must happen. */
const [ASKS_WHAT_HAPPENED, ASKS_WHO_OR_HOW_MANY] = [
  new RegExp(
    `^(?:so |hi |hello )?(?:(?:when|what|how much|how many|who|which) )?(?:did|was|were) ${OURS}\\b`,
    'i',
  ),
  /^(?:who(?:['’]?s| is| are) (?:our|my) (?:scheme )?(?:trustees?|administrators?|actuary|auditors?|advisers?|insurer|provider)|how many (?:\w+ )?(?:members|schemes|people|leavers|trustees) (?:did we have|have we|do we have))\b/i,
]
const HAS_HAPPENED = new RegExp(`^(?:has|have) ${OURS} `, 'i')
const BY_NOW =
  /\b(?:yet|already|so far|yesterday|recently|last (?:week|month|year|quarter|meeting|time)|this (?:week|month|morning)|(?:mon|tues|wednes|thurs|fri)days?)\b/i
/** Obligations and conditions are matters of the law, also in words of what happened. */
const OF_THE_LAW =
  /\b(?:must|should|shall|may|can|could|allowed|required|need(?:s|ed)? to|have to|has to|late|breach|penalt\w+|fined?|oblig\w+|entitle\w+|liable|bound|rights?|publish\w*|issu\w+|guidance|code|regulations?|competent|report(?:ed)? (?:it|this|that)|what (?:now|happens|do we do)|do we need|review\w*|monitor\w*|disclos\w+|revalu\w+|preserved|law|deadline|due)\b/i

/** Prices of markets and providers, which change every day. */
const [QUOTED, NOW] = [
  /\b(?:annuity|deposit|exchange|inflation|mortgage|ecb|interest) rates?\b|\bwhat(?:['’]?s| is) inflation\b|\b(?:share|unit|fund|bond) prices?\b|\b(?:fund|market|stock market|equit(?:y|ies)) (?:performance|doing|returns?)\b|\b(?:irish life|zurich|aviva|new ireland|standard life|royal london)\b/i,
  /\b(?:today|now|this (?:week|month|year)|current(?:ly)?|latest|at the moment|quot\w+|offer(?:s|ed|ing)?|charg(?:es?|ing)|doing)\b/i,
]

export const isOnOwnRecords = (question: string): boolean =>
  OWN_RECORDS.some((asking) => asking.test(question)) ||
  (!OF_THE_LAW.test(question) &&
    (ASKS_WHAT_HAPPENED.test(question) ||
      ASKS_WHO_OR_HOW_MANY.test(question) ||
      (HAS_HAPPENED.test(question) && BY_NOW.test(question))))

export const isOnQuotedPrices = (question: string): boolean =>
  QUOTED.test(question) && NOW.test(question) && !OF_THE_LAW.test(question)

/** Subjects outside pensions law that share words with it, such as tax, return, report, leave and insurance. */
const OTHER_SUBJECTS =
  /\b(?:corporation tax|income tax return|tax return|vat|capital gains tax|stamp duty|(?:local )?property tax|motor tax|car insurance|(?:health|home|house|travel) insurance|mortgages?|minimum wage|annual leave|holiday pay|holiday entitlement|unfair(?:ly)? dismiss\w*|working time|CRO|companies (?:registration )?office|passport|driving licen[cs]e|planning permission|work permit|parking|landlord|form 1[12]|statutory redundancy|redundancy (?:pay|payments?|lump sum)|(?:how much )?notice (?:do|does|must|should|have|has) (?:i|we|an employer|the employer|they|he|she) (?:have to |need to )?give (?:to )?(?:an? |the |our |my )?(?:employee|worker|staff)\w*|tenan(?:t|cy)|rent|football|rugby|hurling|weather|recipe|premiership|(?:draft|write|make) (?:me )?(?:a|my|our|his|her) (?:personal |last |own )?will|conveyanc\w+|flights?|hotels?)\b/i

/** A question that also contains a pensions term is answered. */
export const isOnAnotherSubject = (question: string): boolean =>
  !isOfTheTrade(question) && OTHER_SUBJECTS.test(question)
