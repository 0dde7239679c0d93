/** The form of a mail that asks the recipient to open a link: as text, and as HTML with the logo of the firm and a button. */
import type { Mail } from '../../../platform/mailer.ts'
import { LOGO_PLACE } from '../mails/index.ts'

export interface LinkMail {
  to: string
  subject: string
  firmName: string
  /** The first sentence. */
  intro: string
  /** Label of the button, and the address that it opens. */
  action: { label: string; address: string }
  /** Sentences after the link. */
  notes: readonly string[]
}

export const buildLinkMail = ({ to, subject, firmName, intro, action, notes }: LinkMail): Mail => ({
  to,
  subject,
  text: `${intro}

${action.label} here:
${action.address}

${notes.join('\n')}
`,
  html: buildHtml(firmName, [
    `<p style="margin:0 0 16px">${escapeHtml(intro)}</p>`,
    `<p style="margin:0 0 16px"><a href="${escapeHtml(action.address)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#3442b8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
    ...notes.map((note) => `<p style="margin:0 0 16px;color:#4a5560">${escapeHtml(note)}</p>`),
  ]),
})

/** Styles are inline and the logo is part of the mail: mail clients drop style sheets and block external content. */
const buildHtml = (heading: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;padding:24px;background:#f4f6f7;color:#16202a;font:16px/1.5 Arial,Helvetica,sans-serif"><div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d8dee3;border-radius:8px">${LOGO_PLACE}<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>${paragraphs.join('')}</div></body></html>
`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
