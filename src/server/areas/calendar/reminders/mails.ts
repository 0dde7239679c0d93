/** Mails of the calendar: counts and links. No name of a person or a scheme, no amount, nothing that says more than the page behind the sign-in. */
import { PAGES } from '../../../../contract/pages.ts'
import type { Mail } from '../../../platform/mailer.ts'

export interface DigestCounts {
  overdue: number
  /** Due within a week, and later. */
  soon: number
  later: number
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

export function buildDigestMail(to: string, appUrl: string, { overdue, soon, later }: DigestCounts): Mail {
  const lines = [
    overdue > 0
      ? `- ${count(overdue, 'duty is', 'duties are')} overdue: ${appUrl}${PAGES.calendar}?status=OVERDUE`
      : '',
    soon > 0
      ? `- ${count(soon, 'duty falls', 'duties fall')} due within a week: ${appUrl}${PAGES.calendar}`
      : '',
    later > 0 ? `- ${count(later, 'duty comes', 'duties come')} up later: ${appUrl}${PAGES.calendar}` : '',
  ].filter(Boolean)
  return {
    to,
    subject: overdue > 0 ? 'Duties that are overdue' : 'Duties that come up',
    text: `What has changed in the calendar of your firm since the last mail:

${lines.join('\n')}

You can turn these mails off in your account: ${appUrl}${PAGES.account}
`,
  }
}

export function buildChaserMail(to: string, appUrl: string, isLate: boolean): Mail {
  return {
    to,
    subject: isLate ? 'Pension contributions of last month are late' : 'Pension contributions of last month',
    text: isLate
      ? `The pension contributions of last month were due on the 21st and have not been recorded as received.

See which payroll months are late, and what is missing: ${appUrl}${PAGES.contributionBatches}?late=true

If they have been paid, tell your broker when and how.
`
      : `The pension contributions of last month are due by the 21st of this month.

Upload the payroll file here: ${appUrl}${PAGES.uploadContributions}

If it is on its way, there is nothing to do.
`,
  }
}
