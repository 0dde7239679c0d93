/** How values read on paper: `21 Mar 2026`, `€1,234.56`, codes as words. */
import { cite } from '../../../contract/citations.ts'

const DATE = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MONTH = new Intl.DateTimeFormat('en-IE', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const MONEY = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** The short months have three letters. */
const short = (text: string): string => text.replace('Sept', 'Sep')

export const writtenDay = (day: string): string => short(DATE.format(new Date(`${day}T00:00:00Z`)))
export const dayOr = (day: string | null, otherwise: string): string => (day ? writtenDay(day) : otherwise)
export const writtenMonth = (month: string): string => short(MONTH.format(new Date(`${month}-01T00:00:00Z`)))
/** 29 February stands for the last day of February. */
export const writtenYearEnd = ({ month, day }: { month: number; day: number }): string =>
  month === 2 && day === 29
    ? 'the last day of February'
    : DAY_OF_YEAR.format(new Date(Date.UTC(2024, month - 1, day)))
export const writtenMoney = (cents: number): string => MONEY.format(cents / 100)

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/** Codes that are not the words they are made of. */
const WORDS: Record<string, string> = {
  DB: 'Defined benefit',
  DC: 'Defined contribution',
  PRSA: 'PRSA',
  RAC: 'RAC',
  TRUST_RAC: 'Trust RAC',
  RAC_CONTRACT: 'RAC contract',
  PRSA_CONTRACT: 'PRSA contract',
  AVC_ONLY: 'AVCs only',
  RA: 'Registered administrator',
  RA_STAFF: 'Staff of the registered administrator',
  KFH_RISK: 'Risk management function',
  KFH_AUDIT: 'Internal audit function',
  KFH_ACTUARIAL: 'Actuarial function',
  IT: 'IT',
  ICT_RISK: 'ICT risk',
  ICT_INCIDENT: 'ICT incident',
  SIPP: 'Statement of investment policy principles',
  ESG: 'Environmental, social and governance',
  FIT_PROPER_OK: 'Found fit and proper',
  UNDECIDED: 'Not decided',
  VOLUNTARY_S84: `Voluntary report (${cite('PA 84')})`,
  COMPULSORY_S83: `Compulsory report (${cite('PA 83')})`,
  KEY_FUNCTION_S64AH: 'Report by the key function holder',
  GDPR_33: `Data Protection Commission (${cite('GDPR 33')})`,
  DORA_19: `Major ICT incident (${cite('DORA 19')})`,
  NONE: 'None',
  WHOLE_IORP: 'Whole IORP',
  MEMBER_BORNE: 'Borne by members',
}
export const codeInWords = (code: string): string =>
  WORDS[code] ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
