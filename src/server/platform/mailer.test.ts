import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createOutboxMailer, createSmtpMailer, type Mail } from './mailer.ts'

const FROM = 'Pension Compliance <no-reply@pensions.example.com>'
const MAIL: Mail = {
  to: 'siobhan@example.com',
  subject: 'Reset your password',
  text: 'Choose a new one here:\nhttps://pensions.example.com/reset-password?token=aBc-_123\n\nÁdh mór.\n',
}

interface Received {
  from: string
  to: string[]
  raw: Buffer
}

/** A real mail server on a port of its own; `refuse` answers the recipient with an error. */
async function relay(refuse: (attempt: number) => Error | null = () => null) {
  const received: Received[] = []
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      attempts += 1
      done(refuse(attempts))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailer = createSmtpMailer({ requiresTls: false, url: `smtp://127.0.0.1:${port}`, from: FROM })
  onTestFinished(async () => {
    mailer.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { mailer, received, attempts: () => attempts }
}

const smtpError = (responseCode: number): Error => Object.assign(new Error('refused'), { responseCode })

test('a mail reaches the mail server unchanged', async () => {
  const { mailer, received } = await relay()
  await mailer.send(MAIL)
  expect(received).toMatchObject([{ from: 'no-reply@pensions.example.com', to: ['siobhan@example.com'] }])
  const parsed = await PostalMime.parse(received[0]?.raw ?? '')
  expect(parsed).toMatchObject({
    from: { name: 'Pension Compliance', address: 'no-reply@pensions.example.com' },
    to: [{ address: 'siobhan@example.com' }],
    subject: MAIL.subject,
  })
  expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(MAIL.text.trimEnd())
  expect(parsed.html).toBeUndefined()
  expect(parsed.attachments).toEqual([])
})

test.each([
  'siobhan@example.com\r\nBcc: evil@example.com',
  'siobhan@example.com\nRCPT TO:<evil@example.com>',
  'siobhan@example.com>\r\nRCPT TO:<evil@example.com',
  'siobhan@example.com, evil@example.com',
  'siobhan@example.com; evil@example.com',
  'siobhan@example.com evil@example.com',
  'all: siobhan@example.com, evil@example.com;',
  'Siobhan <evil@example.com>',
  '"siobhan@example.com" <evil@example.com>',
  'siobhan@example.com(evil@example.com)',
  'siobhan@evil@example.com',
  'siobhan',
  '',
])('a mail to %j is not sent', async (to) => {
  const { mailer, received } = await relay()
  await expect(mailer.send({ ...MAIL, to })).rejects.toThrow(/^The recipient is not one mailbox$/)
  await mailer.send(MAIL)
  expect(received.map((mail) => mail.to)).toEqual([['siobhan@example.com']])
})

test.each([
  ['headers', 'Hello\r\nBcc: evil@example.com\r\nX-Planted: 1'],
  ['a body', 'Hello\r\n\r\nAnother body'],
  ['a bare line feed', 'Hello\nX-Planted: 1'],
  ['a bare carriage return', 'Hello\rX-Planted: 1'],
])('a subject with %s adds no header and no recipient', async (_name, subject) => {
  const { mailer, received } = await relay()
  await mailer.send({ ...MAIL, subject })
  expect(received.map(({ to }) => to)).toEqual([['siobhan@example.com']])
  const { headers, text } = await PostalMime.parse(received[0]?.raw ?? '')
  expect(headers.map(({ key }) => key).filter((key) => key === 'x-planted' || key === 'bcc')).toEqual([])
  expect(text).toContain('Choose a new one here')
  expect(text).not.toContain('Another body')
})

test('a text is sent literally: a line with a dot does not end it, and no file is fetched or attached', async () => {
  const { mailer, received } = await relay()
  const text = 'Before\n.\nRSET\nMAIL FROM:<evil@example.com>\n..\nfile:///etc/hostname\n'
  await mailer.send({ ...MAIL, text })
  const parsed = await PostalMime.parse(received[0]?.raw ?? '')
  expect(received).toHaveLength(1)
  expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd())
})

test('a temporary refusal by the mail server is retried, a permanent one is not', async () => {
  const patient = await relay((attempt) => (attempt === 1 ? smtpError(451) : null))
  await patient.mailer.send(MAIL)
  expect(patient.received).toHaveLength(1)
  expect(patient.attempts()).toBe(2)
  const strict = await relay(() => smtpError(550))
  await expect(strict.mailer.send(MAIL)).rejects.toMatchObject({ responseCode: 550 })
  expect(strict.attempts()).toBe(1)
})

test('an unreachable mail server is tried three times', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const mailer = createSmtpMailer({ requiresTls: false, url: `smtp://127.0.0.1:${port}`, from: FROM })
  await expect(mailer.send(MAIL)).rejects.toThrow(/ECONNREFUSED/)
  mailer.close()
})

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

test('without a mail server each mail is a file readable by its owner only', async () => {
  const directory = join(await folder(), 'made', 'when needed')
  const mailer = createOutboxMailer({ directory, from: FROM })
  await Promise.all([mailer.send(MAIL), mailer.send({ ...MAIL, to: 'aoife@example.com' }), mailer.send(MAIL)])
  const names = (await readdir(directory)).toSorted()
  expect(names).toHaveLength(3)
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}T[\d-]+Z-\d{4}-[0-9a-f]{8}\.eml$/)
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600)
  }
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
  )
  expect(mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([
    'aoife@example.com',
    'siobhan@example.com',
    'siobhan@example.com',
  ])
  for (const { subject, text } of mails) {
    expect(subject).toBe(MAIL.subject)
    expect(text?.replaceAll('\r\n', '\n').trimEnd()).toBe(MAIL.text.trimEnd())
  }
})

test('in the outbox, a subject or address cannot add a recipient or a header either', async () => {
  const directory = await folder()
  const mailer = createOutboxMailer({ directory, from: FROM })
  await expect(mailer.send({ ...MAIL, to: 'siobhan@example.com\r\nX-Planted: 1' })).rejects.toThrow()
  await mailer.send({ ...MAIL, subject: 'Hello\r\nX-Planted: 1' })
  const names = await readdir(directory)
  expect(names).toHaveLength(1)
  const { headers } = await PostalMime.parse(await readFile(join(directory, names[0] ?? '')))
  expect(headers.map(({ key }) => key)).not.toContain('x-planted')
})

test('a mail in the outbox is readable: a long link is on one line', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'outbox-'))
  const link = `https://pensions.example.com/reset-password?token=${'t'.repeat(43)}&then=${'x'.repeat(60)}`
  const text = `Grüße, equals = signs\n${link}\n`
  await createOutboxMailer({ directory, from: 'a@example.com' }).send({
    to: 'b@example.com',
    subject: 'S',
    text,
  })
  const [name = ''] = await readdir(directory)
  const file = await readFile(join(directory, name))
  expect(file.toString('utf8')).toContain(`\r\n${link}\r\n`)
  expect((await PostalMime.parse(file)).text?.trim()).toBe(text.trim())
  await rm(directory, { recursive: true })
})

test('a mail with HTML is in the outbox as two readable parts', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'outbox-'))
  const link = `https://example.com/accept-invitation?token=${'x'.repeat(90)}`
  const mailer = createOutboxMailer({ directory, from: 'service@example.com' })
  await mailer.send({
    to: 'reader@example.com',
    subject: 'Invitation',
    text: `Fáilte\n${link}\n`,
    html: `<p>Fáilte</p><a href="${link}">Choose</a>`,
  })
  const [name = ''] = await readdir(directory)
  const bytes = await readFile(join(directory, name))
  expect(bytes.toString()).toContain(`\n${link}`)
  expect(bytes.toString()).toContain(`href="${link}"`)
  const { text, html } = await PostalMime.parse(bytes)
  expect(text).toContain('Fáilte')
  expect(html).toContain('<p>Fáilte</p>')
  await rm(directory, { recursive: true })
})

test('a file in the outbox is complete as soon as it has its name', async () => {
  const directory = await folder()
  const mailer = createOutboxMailer({ directory, from: FROM })
  const text = `${'A line of a long mail.\n'.repeat(200_000)}`
  let isSending = true
  const sending = mailer.send({ ...MAIL, text }).finally(() => {
    isSending = false
  })
  const sizes = new Set<number>()
  while (isSending) {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.eml'))
    for (const name of names) sizes.add((await stat(join(directory, name))).size)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await sending
  const [name = ''] = await readdir(directory)
  sizes.add((await stat(join(directory, name))).size)
  expect(sizes.size).toBe(1)
})

test.each(['smtp', 'outbox'])('a mail repeated by %s keeps its Message-ID', async (kind) => {
  const directory = await folder()
  const { mailer, received } = await relay()
  const sender = kind === 'smtp' ? mailer : createOutboxMailer({ directory, from: FROM })
  for (let i = 0; i < 2; i++) await sender.send({ ...MAIL, id: 'abcdef123456' })
  const raws =
    kind === 'smtp'
      ? received.map(({ raw }) => raw)
      : await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name))))
  const ids = await Promise.all(raws.map(async (raw) => (await PostalMime.parse(raw)).messageId))
  expect(ids).toEqual(Array(2).fill('<abcdef123456@pensions.example.com>'))
})
