/**
 * Sends mail by SMTP, or writes it to an outbox folder (one RFC 822 file per mail) if none is configured. Texts hold links, no personal
 * data.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { runSpan, type SpanDescription } from './traces.ts'

export interface Mail {
  /** Constant for every retry of one mail: its Message-ID is derived from it. */
  id?: string
  to: string
  subject: string
  text: string
  /** The same in HTML, for mail programs that show it; the text has the same content. */
  html?: string
  /** Picture that the HTML shows as `cid:logo`. It is part of the mail: nothing is loaded from a server when the mail is read. */
  logo?: { contentType: string; bytes: Uint8Array }
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const LOGO_CID = 'logo'

/** Exactly one mailbox: text that the mail library would parse as a list, a name or a header is refused. */
const MAILBOX = /^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/

function parseRecipient(to: string): { name: string; address: string } {
  if (!MAILBOX.test(to)) throw new Error('The recipient is not one mailbox')
  return { name: '', address: to }
}

/** Message for the mail library; an id becomes the Message-ID, so that mail programs recognise a repeat. */
function getMessage(from: string, { id, to, subject, text, html, logo }: Mail) {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: parseRecipient(to),
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(logo && {
      attachments: [
        {
          cid: LOGO_CID,
          filename: logo.contentType === 'image/png' ? 'logo.png' : 'logo.jpg',
          contentType: logo.contentType,
          contentDisposition: 'inline' as const,
          content: Buffer.from(logo.bytes),
        },
      ],
    }),
    ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
  }
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 500

export interface SmtpOptions {
  url: string
  from: string
  /** Refuses to send unencrypted: links are as good as passwords. On in production. */
  requiresTls: boolean
}

export function createSmtpMailer({ url, from, requiresTls }: SmtpOptions): Mailer {
  const span: SpanDescription = { name: 'SMTP', kind: 'client', host: new URL(url).hostname }
  const opened = createTransportOnFirstUse({
    url,
    pool: true,
    requireTLS: requiresTls,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send(mail) {
      const message = getMessage(from, mail)
      const transport = await opened.transport()
      for (let attempt = 1; ; attempt++) {
        try {
          await runSpan(span, () => transport.sendMail(message))
          return
        } catch (error) {
          // A permanent refusal (5xx) is not retried; other errors may be temporary.
          const { responseCode } = error as { responseCode?: number }
          if (attempt === ATTEMPTS || (responseCode !== undefined && responseCode >= 500)) throw error
          await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 4 ** (attempt - 1)))
        }
      }
    },
    close: () => opened.close(),
  }
}

/** Loads the mail library with the first mail: most starts send none for a while. */
function createTransportOnFirstUse(options: object) {
  const open = async () => (await import('nodemailer')).createTransport(options)
  let transport: ReturnType<typeof open> | null = null
  return {
    transport() {
      transport ??= open()
      return transport
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

export function createOutboxMailer({ directory, from }: { directory: string; from: string }): Mailer {
  const opened = createTransportOnFirstUse({ streamTransport: true, buffer: true, newline: 'windows' })
  let count = 0
  return {
    async send(mail) {
      const transport = await opened.transport()
      const { message } = await transport.sendMail(getMessage(from, mail))
      await mkdir(directory, { recursive: true })
      count += 1
      // In the order of sending; the random part keeps the files of several instances apart.
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${String(count).padStart(4, '0')}-${randomBytes(4).toString('hex')}.eml`
      await writeWhole(join(directory, name), unwrapMessage(message as Buffer))
    },
    close: () => {},
  }
}

/** Renames the file once all of it is on the disk: a file that ends in `.eml` is always complete. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/**
 * The same mail with its text decoded: quoted-printable breaks a link in two, and a reader of the file needs to follow it. Allowed, because
 * no line comes near the 998 bytes that RFC 5322 permits.
 */
function unwrapMessage(message: Buffer): Buffer {
  return Buffer.from(unwrapPart(message.toString('latin1')), 'latin1')
}

/** A message or one of its parts, including nested parts. */
function unwrapPart(whole: string): string {
  const end = whole.indexOf('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(whole.slice(0, Math.max(0, end)))?.[1]
  if (boundary !== undefined) {
    const [head = '', ...parts] = whole.split(`--${boundary}`)
    return [head, ...parts.map(unwrapPart)].join(`--${boundary}`)
  }
  const head = whole
    .slice(0, end)
    .replace(/^Content-Transfer-Encoding: quoted-printable$/m, 'Content-Transfer-Encoding: 8bit')
  if (head === whole.slice(0, end)) return whole
  const text = whole
    .slice(end)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return head + text
}
