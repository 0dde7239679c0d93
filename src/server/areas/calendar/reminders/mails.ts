/** Reminder e-mails: counts, links and the account to pay to; no names of persons and no amounts. */
import { formatIban } from '../../../../contract/iban.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Mail } from '../../../platform/mailer.ts'

export interface Digest {
  overdue: number
  soon: number
  later: number
  /** Obligations among them that are assigned to the recipient. */
  own: { userId: string; obligationIds: readonly string[] }
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

/** The page of the calendar lists the rest. */
const MOST_LINKS = 10

export function buildDigestMail(to: string, appUrl: string, { overdue, soon, later, own }: Digest): Mail {
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
${formatOwnObligations(appUrl, own)}
You can turn off these e-mails in your account: ${appUrl}${PAGES.account}
`,
  }
}

function formatOwnObligations(appUrl: string, { userId, obligationIds }: Digest['own']): string {
  if (obligationIds.length === 0) return ''
  const links = obligationIds
    .slice(0, MOST_LINKS)
    .map((id) => `- ${appUrl}${PAGES.obligation.replace('$obligationId', id)}`)
  return `
Assigned to you: ${count(obligationIds.length, 'obligation', 'obligations')}. All of them: ${appUrl}${PAGES.calendarList}?assigneeId=${userId}
${links.join('\n')}
`
}

/** The account to which the contributions of a scheme are paid. */
export interface AccountToPay {
  schemeName: string
  accountName: string
  iban: string
  bic: string | null
}

function formatAccounts(accounts: readonly AccountToPay[]): string {
  if (accounts.length === 0) return ''
  const lines = accounts.map(
    ({ schemeName, accountName, iban, bic }) =>
      `- ${schemeName}: ${accountName}, IBAN ${formatIban(iban)}${bic === null ? '' : `, BIC ${bic}`}`,
  )
  return `
Pay the contributions to:
${lines.join('\n')}

If these details differ from those you know, ask your broker by telephone before you pay.
`
}

export function buildChaserMail(
  to: string,
  appUrl: string,
  isLate: boolean,
  accounts: readonly AccountToPay[],
): Mail {
  return {
    to,
    subject: isLate ? "Last month's pension contributions are late" : "Last month's pension contributions",
    text: isLate
      ? `Last month's pension contributions were due on the 21st and have not been recorded as received.

See the late payroll months and the missing payments: ${appUrl}${PAGES.contributionBatches}?late=true
${formatAccounts(accounts)}
If they have been paid, send your broker the payment date and reference.
`
      : `Last month's pension contributions are due by the 21st of this month.

Upload the payroll file here: ${appUrl}${PAGES.uploadContributions}
${formatAccounts(accounts)}
If you have already sent it, no action is needed.
`,
  }
}
