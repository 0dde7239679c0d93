/** Mails to trustees and inspectors. They name the firm and the inviting user, and no scheme. */
import type { Mail } from '../../../platform/mailer.ts'

interface Access {
  firmName: string
  inviterName: string
  /** Link to set a password; null if the person has an account. */
  token: string | null
}

export const buildGrantMail = (
  to: string,
  appUrl: string,
  { firmName, inviterName, token }: Access,
): Mail => ({
  to,
  subject: `${firmName}: your access to the pension compliance service`,
  text: `${inviterName} of ${firmName} gave you access to records of a pension scheme.

${
  token === null
    ? `Sign in with your account:\n${appUrl}/choose-firm`
    : `Choose a password here. The link works once, within 7 days:\n${appUrl}/accept-invitation?token=${token}`
}

If you do not know ${inviterName} or ${firmName}, ignore this mail.
`,
})
