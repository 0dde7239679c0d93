/** Reminder e-mails: counts and links only, no names or amounts. */
import { PAGES } from '../../../../contract/pages.ts'
import type { Mail } from '../../../platform/mailer.ts'

export interface DigestCounts {
  overdue: number
  soon: number
  later: number
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

export function buildDigestMail(to: string, appUrl: string, { overdue, soon, later }: DigestCounts): Mail {
  const lines = [
    overdue > 0
      ? `- ${count(overdue, 'obligation is', 'obligations are')} overdue: ${appUrl}${PAGES.calendar}?status=OVERDUE`
      : '',
    soon > 0
      ? `- ${count(soon, 'obligation is', 'obligations are')} due within a week: ${appUrl}${PAGES.calendar}`
      : '',
    later > 0
      ? `- ${count(later, 'obligation is', 'obligations are')} due later: ${appUrl}${PAGES.calendar}`
      : '',
  ].filter(Boolean)
  return {
    to,
    subject: overdue > 0 ? 'Overdue obligations' : 'Upcoming obligations',
    text: `Changes in your firm's compliance calendar since the last e-mail:

${lines.join('\n')}

You can turn off these e-mails in your account: ${appUrl}${PAGES.account}
`,
  }
}

export function buildChaserMail(to: string, appUrl: string, isLate: boolean): Mail {
  return {
    to,
    subject: isLate ? "Last month's pension contributions are late" : "Last month's pension contributions",
    text: isLate
      ? `Last month's pension contributions were due on the 21st and have not been recorded as received.

See the late payroll months and the missing payments: ${appUrl}${PAGES.contributionBatches}?late=true

If they have been paid, send your broker the payment date and reference.
`
      : `Last month's pension contributions are due by the 21st of this month.

Upload the payroll file here: ${appUrl}${PAGES.uploadContributions}

If you have already sent it, no action is needed.
`,
  }
}
