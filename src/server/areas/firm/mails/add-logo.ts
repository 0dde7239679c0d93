/** Adds the logo of a firm to a mail when it is sent: a waiting mail stays small, and shows the logo of the day on which it is sent. */
import type { Mail } from '../../../platform/mailer.ts'
import { type Logo, scaleLogo } from '../../../platform/paper/pages.ts'

/** Where the HTML of a mail shows the logo. */
export const LOGO_PLACE = '<!-- logo -->'
/** In pixels. */
const LOGO_BOX = { width: 200, height: 56 }

export function addLogo(mail: Mail, logo: Logo | null): Mail {
  if (!mail.html?.includes(LOGO_PLACE)) return mail
  if (!logo) return { ...mail, html: mail.html.replace(LOGO_PLACE, '') }
  const { width, height } = scaleLogo(logo, LOGO_BOX)
  // Width and height as attributes: Outlook ignores them in the style. The heading below names the firm.
  const image = `<img src="cid:logo" alt="" width="${width}" height="${height}" style="display:block;margin:0 0 16px;border:0">`
  const { contentType, bytes } = logo
  return { ...mail, html: mail.html.replace(LOGO_PLACE, image), logo: { contentType, bytes } }
}
