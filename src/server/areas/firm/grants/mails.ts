/** Mails to trustees and inspectors. They name the firm and the inviting user, and no scheme. */
import type { Mail } from '../../../platform/mailer.ts'
import { buildLinkMail, type Inviter } from '../users/index.ts'

/** With a token the person, who has no account yet, first chooses a password. */
export const buildGrantMail = (
  to: string,
  appUrl: string,
  token: string | null,
  { firmName, name }: Inviter,
): Mail =>
  buildLinkMail({
    to,
    subject: `${firmName}: your access to the pension compliance service`,
    firmName,
    intro: `${name} of ${firmName} gave you access to records of a pension scheme.`,
    action:
      token === null
        ? { label: 'Sign in', address: `${appUrl}/choose-firm` }
        : { label: 'Choose a password', address: `${appUrl}/accept-invitation?token=${token}` },
    notes: [
      ...(token === null ? [] : ['The link works once, within 7 days.']),
      `If you do not know ${name} or ${firmName}, ignore this mail.`,
    ],
  })
