/** The mails of a development installation, which are not sent. Never mounted in production: the mails hold working links. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Email } from 'postal-mime'
import { createNotFoundRefusal } from '../pipeline/refusal.ts'
import { html, type Markup, trustMarkup } from './markup.ts'
import { PAGE_STYLE } from './page-style.ts'

const SHOWN_MAILS = 20

/** Links of a mail open in a new tab; its scripts and forms are blocked. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

const SENT_AT = new Intl.DateTimeFormat('en-IE', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Dublin',
})

const STYLE = `${PAGE_STYLE}
.mail { display: grid; gap: 16px 24px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); align-items: start; }
.mail iframe { width: 100%; height: 420px; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
.mail pre { white-space: pre-wrap; overflow-wrap: anywhere; }`

/**
 * `GET /outbox`: the latest mails, newest first, each as HTML in a sandboxed frame and as text with clickable links. A client that does not
 * accept HTML gets the messages as they were sent (RFC 822), separated by lines of 78 hyphens.
 * `GET /outbox/{name}`: the HTML of one mail, for the frame.
 */
export function mountOutbox(
  app: FastifyInstance,
  options: RouteShorthandOptions,
  directory: string,
  requireThisMachine: (request: FastifyRequest) => void,
): void {
  app.get('/outbox', options, async (request, reply) => {
    requireThisMachine(request)
    const names = (await listMails(directory)).slice(0, SHOWN_MAILS)
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    if (!request.headers.accept?.includes('text/html')) {
      const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
      const text = mails.length === 0 ? 'No mail yet.\n' : mails.join(`\n${'-'.repeat(78)}\n\n`)
      return reply.type('text/plain; charset=utf-8').send(text)
    }
    const mails = await Promise.all(
      names.map(async (name) => ({ name, mail: await readMail(directory, name) })),
    )
    return reply.type('text/html; charset=utf-8').send(renderOutbox(mails, request.context.nonce))
  })
  app.get<{ Params: { name: string } }>('/outbox/:name', options, async (request, reply) => {
    requireThisMachine(request)
    const { name } = request.params
    if (!(await listMails(directory)).includes(name)) throw createNotFoundRefusal()
    const { html: content } = await readMail(directory, name)
    if (content === undefined) throw createNotFoundRefusal()
    return sendMailHtml(reply, content)
  })
}

/** Mail programs show styles in attributes, which the policy of the other pages refuses; this page has no script and no session. */
const sendMailHtml = (reply: FastifyReply, content: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox ${SANDBOX}`,
    )
    .send(content.replace('<head>', '<head><base target="_blank">'))

async function listMails(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw createNotFoundRefusal()
  }
}

/** Loads the parser with the first request: production never does. */
async function readMail(directory: string, name: string): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(await readFile(join(directory, name)))
}

const renderOutbox = (mails: readonly { name: string; mail: Email }[], nonce: string): string =>
  html`<!doctype html>
<html lang="en-IE">
<head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Outbox</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${trustMarkup(STYLE)}</style></head>
<body><main>
<h1>Outbox</h1>
<p class="lead">${mails.length === 0 ? 'No mail yet.' : 'The latest mails, newest first. They were not sent: only a development installation has this page.'}</p>
${mails.map(renderMail)}
</main></body></html>`.text

function renderMail({
  name,
  mail: { subject = '(no subject)', to, date, text, html: content },
}: {
  name: string
  mail: Email
}): Markup {
  const recipients = (to ?? []).map(({ address }) => address ?? '').join(', ')
  return html`<section>
<h2>${subject}</h2>
<p class="facts">To ${recipients}${date === undefined ? '' : ` · ${SENT_AT.format(new Date(date))}`}</p>
<div class="mail">
${content === undefined ? '' : html`<iframe title="${subject}, to ${recipients}" sandbox="${SANDBOX}" src="/outbox/${name}"></iframe>`}
<pre>${linkAddresses(text ?? '')}</pre>
</div>
</section>`
}

/** The text with each web address as a link that opens in a new tab. */
const linkAddresses = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
