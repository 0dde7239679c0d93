/**
 * Calculates amounts with the figures of a guidance note for the pay, payment or age in a question: "On EUR 40,000, what is paid into My Future
 * Fund in 2026?". The figures are those of the note's short answer, and the sentence cites the note.
 */
import { formatNumber } from '../../../../contract/value-format.ts'

interface AskedAmounts {
  question: string
  today: string
  /** Amounts of at least LEAST_AMOUNT in the order of the question, in euro. */
  amounts: readonly Amount[]
  /** Age of a person; null: none, or several. */
  age: number | null
}

interface Amount {
  euros: number
  /** The words before and after it, which say what it is. */
  before: string
  after: string
}

/** Smaller numbers are ages, percentages or days. */
const LEAST_AMOUNT = 1000
const AMOUNT =
  /(?<currency>€|\beuros? |\beur ?)?\s?(?<![\d.,/-])(?<figure>\d{1,3}(?:,\d{3}){1,3}|\d{1,9}(?:\.\d{1,3})?)\s?(?<unit>(?:k|m|million|thousand)\b)?(?![\d/-]|[.,]\d)(?:\s?(?:€|euros?|eur)\b)?(?!\s?%| ?per ?cent)/gi
const AGE =
  /\b(?:i am|i['’]?m|im|aged?|at|he is|she is|turns?|turning|over|from) (?<age>\d{2})\b(?! ?(?:%|per ?cent|k\b|days?|weeks?|months?|members?))|\b(?<years>\d{2})[- ](?:years?|yrs?)[- ]old\b/gi
const PERCENT = /(?<percent>\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent)/i
const YEAR = /\b(20[2-4]\d)\b/g
const CONTEXT_LENGTH = 28

function readAmounts(question: string): Amount[] {
  return [...question.matchAll(AMOUNT)].flatMap((found) => {
    const { currency, figure = '', unit } = found.groups ?? {}
    const scale = /^m/i.test(unit ?? '') ? 1_000_000 : unit ? 1000 : 1
    const euros = Number(figure.replaceAll(',', '')) * scale
    const isYear = !currency && !unit && /^20[0-9]\d$/.test(figure)
    if (euros < LEAST_AMOUNT || isYear) return []
    const [from, to] = [found.index, found.index + found[0].length]
    return [
      {
        euros,
        before: question.slice(Math.max(0, from - CONTEXT_LENGTH), from),
        after: question.slice(to, to + CONTEXT_LENGTH),
      },
    ]
  })
}

function readAge(question: string): number | null {
  const ages = [...question.matchAll(AGE)].map(({ groups }) => Number(groups?.age ?? groups?.years))
  return ages.length === 1 ? (ages[0] as number) : null
}

const formatEuros = (amount: number): string => `EUR ${formatNumber(Math.round(amount))}`

const readYears = (question: string): number[] => [...question.matchAll(YEAR)].map(([year]) => Number(year))

/** Contributions to My Future Fund in percent of gross pay, by the years of the system, and the highest pay that counts. */
const ENROLMENT_RATES = [
  { from: 2026, each: 1.5, state: 0.5 },
  { from: 2029, each: 3, state: 1 },
  { from: 2032, each: 4.5, state: 1.5 },
  { from: 2035, each: 6, state: 2 },
]
const MOST_ENROLMENT_PAY = 80_000

function calculateEnrolment({ question, today, amounts }: AskedAmounts): string | null {
  const [pay, ...others] = amounts
  if (pay === undefined || others.length > 0 || /\bmonth|week/i.test(question)) return null
  const counted = Math.min(pay.euros, MOST_ENROLMENT_PAY)
  const years = readYears(question).filter((year) => year >= 2026)
  const lines = (years.length > 0 ? years : [Math.max(2026, Number(today.slice(0, 4)))]).map((year) => {
    const { each, state } = ENROLMENT_RATES.findLast(
      ({ from }) => from <= year,
    ) as (typeof ENROLMENT_RATES)[number]
    const own = formatEuros((counted * each) / 100)
    return `in ${year} ${own} from the employee, ${own} from the employer and ${formatEuros((counted * state) / 100)} from the State`
  })
  const cap = pay.euros > MOST_ENROLMENT_PAY ? ` (${formatEuros(MOST_ENROLMENT_PAY)} count)` : ''
  return `On yearly pay of ${formatEuros(pay.euros)}${cap} that is ${lines.join('; ')}.`
}

const [TAX_FREE, AT_STANDARD_RATE] = [200_000, 500_000]
const STANDARD_RATE = 0.2

/** "I took 120,000 in 2016 and now get 150,000": lump sums since 7 December 2005 count together. */
const IS_EARLIER =
  /\b(?:took|had|got|received|drew|taken|withdrew|already|previous(?:ly)?|earlier|first|(?:19|20)\d\d)\b/i
const IS_NOW = /\b(?:now|new|another|second|next|today|other|more)\b/i
/** "What happens above 200,000" asks for the bands and not for a sum. */
const IS_A_BAND = /\b(?:after|above|over|beyond|exceed\w*|more than|past|than|the)\s*$/i

function calculateLumpSumTax({ amounts }: AskedAmounts): string | null {
  const [sum, other, ...more] = amounts
  if (sum === undefined || more.length > 0) return null
  if (other !== undefined) {
    const isEarlierFirst = IS_EARLIER.test(sum.before) || IS_NOW.test(other.before)
    return isEarlierFirst ? describeLumpSum(other.euros, sum.euros) : null
  }
  if ([TAX_FREE, AT_STANDARD_RATE].includes(sum.euros) && IS_A_BAND.test(sum.before)) return null
  return describeLumpSum(sum.euros, 0)
}

function describeLumpSum(now: number, earlier: number): string {
  const count = (from: number, to: number): number =>
    Math.max(0, Math.min(earlier + now, to) - Math.max(earlier, from))
  const free = count(0, TAX_FREE)
  const atStandard = count(TAX_FREE, AT_STANDARD_RATE)
  const above = count(AT_STANDARD_RATE, Number.POSITIVE_INFINITY)
  const parts = [
    ...(free > 0 || earlier === 0 ? [`${formatEuros(free)} is free of tax`] : []),
    ...(atStandard > 0
      ? [`${formatEuros(atStandard)} is taxed at 20 %, which is ${formatEuros(atStandard * STANDARD_RATE)}`]
      : []),
    ...(above > 0 ? [`${formatEuros(above)} is taxed as income at the marginal rate`] : []),
  ]
  const of =
    earlier > 0
      ? `Of ${formatEuros(now)}, after ${formatEuros(earlier)} taken earlier`
      : `Of ${formatEuros(now)} in all`
  return `${of}: ${parts.join('; ')} (not verified).`
}

/** "emoluments of EUR 50,000", "on a salary of 60k": pay and not a payment. */
const IS_PAY = /\b(?:emoluments?|salary|pay|wages?|earn(?:s|ing|ings)?|paid|income|on)\b\D{0,14}$/i
const IS_PAY_AFTER = /^\s*(?:a year|p\.?a\.?|salary|in (?:salary|emoluments|pay))\b/i
const isPay = ({ before, after }: Amount): boolean => IS_PAY.test(before) || IS_PAY_AFTER.test(after)

function calculateEmployerLimit({ amounts }: AskedAmounts): string | null {
  const [one, other, ...more] = amounts
  if (one === undefined || other === undefined || more.length > 0 || isPay(one) === isPay(other)) return null
  const [paid, pay] = isPay(one) ? [other, one] : [one, other]
  const excess = paid.euros - pay.euros
  return excess > 0
    ? `The limit is ${formatEuros(pay.euros)}, 100 % of the emoluments: of ${formatEuros(paid.euros)}, ${formatEuros(excess)} is above it and is taxed as the employee's income, as a benefit in kind.`
    : `The limit is ${formatEuros(pay.euros)}, 100 % of the emoluments: ${formatEuros(paid.euros)} is within it, and nothing is taxed as a benefit in kind.`
}

const AGE_LIMITS = [
  { from: 0, percent: 15 },
  { from: 30, percent: 20 },
  { from: 40, percent: 25 },
  { from: 50, percent: 30 },
  { from: 55, percent: 35 },
  { from: 60, percent: 40 },
]
const MOST_EARNINGS = 115_000

function calculateAgeLimit({ question, amounts, age }: AskedAmounts): string | null {
  const [earnings, ...others] = amounts
  if (age === null || age < 16 || others.length > 0) return null
  const { percent } = AGE_LIMITS.findLast(({ from }) => from <= age) as (typeof AGE_LIMITS)[number]
  if (earnings === undefined)
    return `At ${age} the limit is ${percent} % of earnings up to ${formatEuros(MOST_EARNINGS)}, so at most ${formatEuros((MOST_EARNINGS * percent) / 100)} a year (not verified).`
  const limit = (Math.min(earnings.euros, MOST_EARNINGS) * percent) / 100
  const own = PERCENT.exec(question)?.groups?.percent
  const paid = own === undefined ? 0 : (earnings.euros * Number(own)) / 100
  const rest =
    paid > 0
      ? `; after own contributions of ${own} % (${formatEuros(paid)}) there remain ${formatEuros(Math.max(0, limit - paid))} a year`
      : ''
  const counted =
    earnings.euros > MOST_EARNINGS
      ? `the ${formatEuros(MOST_EARNINGS)} that count`
      : formatEuros(earnings.euros)
  return `At ${age} the limit is ${percent} %, which is ${formatEuros(limit)} of ${counted}${rest} (not verified).`
}

const THRESHOLD = { from: 2025, euros: 2_000_000, step: 200_000, until: 2029 }
const EXCESS_RATE = 0.4

function calculateExcess({ question, today, amounts }: AskedAmounts): string | null {
  const [fund, ...others] = amounts
  const [named] = readYears(question)
  const year = named ?? Number(today.slice(0, 4))
  if (others.length > 0 || year < THRESHOLD.from || year > THRESHOLD.until) return null
  const threshold = THRESHOLD.euros + (year - THRESHOLD.from) * THRESHOLD.step
  if (fund === undefined)
    return named === undefined ? null : `In ${year} the threshold is ${formatEuros(threshold)}.`
  const excess = fund.euros - threshold
  return excess > 0
    ? `In ${year} the threshold is ${formatEuros(threshold)}: of ${formatEuros(fund.euros)}, ${formatEuros(excess)} is above it, and the tax of 40 % on it is ${formatEuros(excess * EXCESS_RATE)} (rate not verified).`
    : `In ${year} the threshold is ${formatEuros(threshold)}: ${formatEuros(fund.euros)} is not above it.`
}

/** By the id of the guidance note that has the figures. */
const CALCULATIONS: Readonly<Record<string, (asked: AskedAmounts) => string | null>> = {
  'enrolment-rates': calculateEnrolment,
  'tax-lump-sum': calculateLumpSumTax,
  'tax-lump-sum-earlier': calculateLumpSumTax,
  'tax-prsa-employer-limit': calculateEmployerLimit,
  'tax-age-limits': calculateAgeLimit,
  'tax-standard-fund-threshold': calculateExcess,
  'tax-chargeable-excess': calculateExcess,
}

/** Returns the sentence with the amounts; null if the question has no amount or age to calculate with, or the note has no figures. */
export function calculateAmounts(noteId: string, question: string, today: string): string | null {
  const calculate = Object.hasOwn(CALCULATIONS, noteId) ? CALCULATIONS[noteId] : undefined
  if (calculate === undefined) return null
  return calculate({ question, today, amounts: readAmounts(question), age: readAge(question) })
}
