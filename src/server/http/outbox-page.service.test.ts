import { expect, test } from 'vitest'
import { useService } from '../../../test/harness/service.ts'
import { createOutboxMailer } from '../platform/mailer.ts'

const service = useService()

function getOutboxDirectory(): string {
  const { mail } = service().config
  if (!('outboxDir' in mail)) throw new Error('The service of this test sends no mail')
  return mail.outboxDir
}

const sendMail = () =>
  createOutboxMailer({ directory: getOutboxDirectory(), from: 'Pensions <no-reply@localhost>' }).send({
    to: 'aine@example.com',
    subject: 'Invitation to Ó Briain & Sons',
    text: 'Open this link:\nhttp://localhost/accept-invitation?token=aBc-_123\n',
    html: '<!doctype html><html><head></head><body style="color:#16202a"><a href="http://localhost/accept-invitation?token=aBc-_123">Set a password</a></body></html>',
  })

const get = (url: string, accept = 'text/html', host = 'localhost') =>
  service().app.http.inject({ url, headers: { accept, host } })

test('a browser shows the text of a mail with a link, and its HTML in a sandboxed frame', async () => {
  await sendMail()
  const { body, headers } = await get('/outbox')
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<h2>Invitation to Ó Briain &amp; Sons</h2>')
  expect(body).toContain('To aine@example.com')
  expect(body).toContain('<a href="http://localhost/accept-invitation?token=aBc-_123"')
  expect(body).not.toContain('Content-Type:')
  const frame = /<iframe[^>]*sandbox="([^"]*)" src="([^"]+)"/.exec(body)
  expect(frame?.[1]).not.toContain('allow-scripts')
  const mail = await get(frame?.[2] ?? '')
  expect(mail.body).toContain('<base target="_blank">')
  expect(mail.body).toContain('>Set a password</a>')
  expect(mail.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox allow-popups/)
})

test('a client that does not accept HTML gets the messages as they were sent', async () => {
  await sendMail()
  const { body, headers } = await get('/outbox', '*/*')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/^To: aine@example\.com\r$/m)
})

test.each(['../outbox.eml', 'unknown.eml', '..%2F..%2Fpackage.json'])(
  'the outbox has no mail %s',
  async (name) => {
    await sendMail()
    expect((await get(`/outbox/${name}`)).statusCode).toBe(404)
  },
)

test('another host name cannot read the mails', async () => {
  await sendMail()
  expect((await get('/outbox', 'text/html', 'evil.example')).statusCode).toBe(404)
})
