import type { RootOperationNode } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createAnonymousCaller, createFirm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { FakeMailer, useService } from '../../../../../test/harness/service.ts'
import { forgotPassword } from '../../../../contract/auth.ts'
import { createUser } from '../../../../contract/users.ts'
import type { Database } from '../../../platform/database.ts'
import type { Mail, Mailer } from '../../../platform/mailer.ts'
import { decryptText, encryptText } from '../../../platform/sealed-text.ts'

/** Statements of each transaction and batch of the service, without their values. */
let statements: string[] = []
const shapeOf = (node: RootOperationNode): string =>
  JSON.stringify(node, (key, value) => (key === 'value' || key === 'parameters' ? undefined : value))
const recorded = (database: Database): Database => ({
  ...database,
  batch(given) {
    statements.push(...given.map(({ text }) => text))
    return database.batch(given)
  },
  write: (work, options) =>
    database.write((tx, ends) => {
      statements.push('begin')
      return work(
        tx.withPlugin({
          transformQuery({ node }) {
            statements.push(shapeOf(node))
            return node
          },
          transformResult: async ({ result }) => result,
        }) as typeof tx,
        ends,
      )
    }, options),
})
const service = useService({ wrapDatabase: recorded })

const waiting = () =>
  service().asOwner<{ id: string; sealed: string; attempts: number; seconds: number }>(
    `select id, sealed, attempts, extract(epoch from due_at - clock_timestamp())::float as seconds from app.mail_outbox
      where given_up_at is null`,
  )
const givenUp = () =>
  service().asOwner<{ firm: string; reason: string; sealed: string | null; attempts: number }>(
    'select firm, reason, sealed, attempts from app.mail_outbox where given_up_at is not null',
  )
const makeDue = () => service().asOwner('update app.mail_outbox set due_at = clock_timestamp()')
const clear = () => service().asOwner('delete from app.mail_outbox')
beforeEach(clear)
afterEach(clear)

function buildAddress(): string {
  const email = `invited-${nextUniqueText()}@example.com`
  assertNotInLogs(service().runFolder, email)
  return email
}

/** Opens a second instance with this mailer. An administrator invites users with it. */
async function withMailer(mailer: Mailer) {
  const app = await service().open({ mailer })
  const { admin } = await createFirm(service())
  return {
    app,
    firmId: admin.tenantId,
    async invite(email: string): Promise<number> {
      const reply = await app.http.inject({
        method: 'POST',
        url: '/api/users',
        headers: { cookie: admin.cookie, 'x-csrf-token': admin.csrfToken },
        payload: { email, name: 'Invited person', role: 'BrokerUser' },
      })
      return reply.statusCode
    },
  }
}
const mailerThat = (send: Mailer['send']): Mailer => ({ send, close: () => {} })

test('another process sends the mail of a process that ended before sending it', async () => {
  const email = buildAddress()
  let end = (): void => {}
  const ended = new Promise<void>((_resolve, reject) => {
    end = () => reject(new Error('The process has ended'))
  })
  const begun = Promise.withResolvers<void>()
  const { invite } = await withMailer(
    mailerThat(() => {
      begun.resolve()
      return ended
    }),
  )
  expect(await invite(email)).toBe(201)
  expect(await waiting()).toHaveLength(1)
  await begun.promise
  // The first instance, which simulates the ended process, can take the mail again by its timer before the second one does.
  await expect
    .poll(
      async () => {
        await makeDue()
        await service().app.mails.deliver()
        return waiting()
      },
      { timeout: 20_000 },
    )
    .toEqual([])
  const { text } = await service().mailer.mailTo(email)
  expect(text).toContain('/accept-invitation?token=')
  end()
})

test('a mail that cannot be sent is retried later, with the same id and text', async () => {
  const email = buildAddress()
  const tried: Mail[] = []
  const { app, invite } = await withMailer(
    mailerThat(async (mail) => {
      tried.push(mail)
      if (tried.length < 3) throw Object.assign(new Error('Try again'), { responseCode: 451 })
    }),
  )
  await invite(email)
  await app.mails.idle()
  const delays: number[] = []
  for (let attempt = 1; attempt < 3; attempt++) {
    const [row] = await waiting()
    expect(row?.attempts).toBe(attempt)
    delays.push(row?.seconds ?? 0)
    await app.mails.deliver()
    expect(tried, 'before it is due').toHaveLength(attempt)
    await makeDue()
    await app.mails.deliver()
  }
  expect(tried).toEqual([tried[0], tried[0], tried[0]])
  expect(tried[0]?.id).toMatch(/^[a-z0-9]{24}$/)
  expect(delays[1]).toBeGreaterThan(delays[0] ?? 0)
  expect(await waiting()).toEqual([])
})

test('a permanently refused mail is given up: its text is deleted, and its row names the firm', async () => {
  const { app, invite, firmId } = await withMailer(
    mailerThat(() => Promise.reject(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))),
  )
  const email = buildAddress()
  expect(await invite(email)).toBe(201)
  await app.mails.idle()
  expect(await waiting()).toEqual([])
  expect(await givenUp()).toEqual([{ firm: firmId, reason: 'REFUSED_BY_RELAY', sealed: null, attempts: 1 }])
  await makeDue()
  await service().app.mails.deliver()
  expect(service().mailer.sent.filter(({ to }) => to === email)).toEqual([])
})

test('a mail whose link has expired is not sent', async () => {
  const email = buildAddress()
  const { app, invite } = await withMailer(mailerThat(() => Promise.reject(new Error('The relay is away'))))
  await invite(email)
  await app.mails.idle()
  await service().asOwner(
    `update app.mail_outbox set due_at = now(), send_until = now() - interval '1 second'`,
  )
  await service().app.mails.deliver()
  expect(service().mailer.sent.filter(({ to }) => to === email)).toEqual([])
  expect(await waiting()).toEqual([])
  expect(await givenUp()).toMatchObject([{ reason: 'NOT_SENT_IN_TIME', sealed: null }])
})

test('only one of several instances sends a mail', async () => {
  const { invite, app } = await withMailer(mailerThat(() => Promise.reject(new Error('The relay is away'))))
  const addresses = Array.from({ length: 6 }, buildAddress)
  for (const email of addresses) await invite(email)
  await app.mails.idle()
  await makeDue()
  const mailers = [new FakeMailer(), new FakeMailer(), new FakeMailer()]
  const apps = []
  for (const mailer of mailers) apps.push(await service().open({ mailer }))
  await Promise.all(apps.map(({ mails }) => mails.deliver()))
  expect(mailers.flatMap(({ sent }) => sent.map(({ to }) => to)).toSorted()).toEqual(addresses.toSorted())
})

test('a waiting mail cannot be read from the database', async () => {
  const email = buildAddress()
  const { app, invite } = await withMailer(mailerThat(() => Promise.reject(new Error('The relay is away'))))
  await invite(email)
  await app.http.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
  await app.mails.idle()
  const rows = await service().asOwner<{ row: string; sealed: string }>(
    'select m::text as row, sealed from app.mail_outbox m',
  )
  expect(rows).toHaveLength(2)
  for (const { row, sealed } of rows)
    for (const readable of [row, Buffer.from(sealed, 'base64').toString('latin1')])
      for (const hidden of [email, 'token', 'http', 'invit']) expect(readable).not.toContain(hidden)
})

test("the service's database role can take a mail only in the platform scope", async () => {
  const { app, invite } = await withMailer(mailerThat(() => Promise.reject(new Error('The relay is away'))))
  const { broker } = await createFirm(service())
  await invite(buildAddress())
  await app.mails.idle()
  await makeDue()
  const [taken] = await app.pipeline
    .runQueryAs({ ...broker, role: 'BrokerUser', employerId: null, memberId: null, sessionVersion: 1 })({
      text: 'select id from app.take_mail(60)',
      values: [],
    })
    .catch(() => [[]])
  expect(taken).toEqual([])
  const [row] = await waiting()
  expect(row?.attempts).toBe(1)
})

test('an encrypted mail can be decrypted only with its id and one of the keys', () => {
  const [key, previous, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
  const sealed = encryptText([previous], 'A mail', 'an-id')
  expect(decryptText([key, previous], sealed, 'an-id')).toBe('A mail')
  expect(decryptText([key, previous], sealed, 'another-id')).toBeNull()
  expect(decryptText([key, other], sealed, 'an-id')).toBeNull()
  expect(decryptText([previous], sealed.slice(0, 20), 'an-id')).toBeNull()
  const bytes = Buffer.from(sealed, 'base64')
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(decryptText([previous], changed.toString('base64'), 'an-id')).toBeNull()
  }
})

test('a forgotten password takes the same statements for known and unknown addresses, in the request and after it', async () => {
  const { broker, admin } = await createFirm(service())
  const deactivated = await createFirm(service())
  await service().asOwner(`update users set status = 'DEACTIVATED' where id = $1`, [deactivated.broker.id])
  const unknown = buildAddress()
  const workFor = async (email: string) => {
    const begun = service().mailer.sent.length
    statements = []
    const reply = await createAnonymousCaller(service()).send(forgotPassword, { email })
    expect(reply.status).toBe(200)
    const inRequest = statements
    await service().app.mails.idle()
    return { inRequest, all: statements, mails: service().mailer.sent.length - begun }
  }
  await workFor(admin.email)
  const known = await workFor(broker.email)
  expect(known.mails).toBe(1)
  expect(known.all.filter((text) => text === 'begin').length).toBeGreaterThan(3)
  for (const email of [unknown, deactivated.broker.email]) {
    const other = await workFor(email)
    expect(other.mails).toBe(0)
    // The search for the next mail runs beside the work on this one, in any order.
    expect(other.all.toSorted()).toEqual(known.all.toSorted())
    const stored = await service().asOwner(
      'select 1 from password_tokens k join users u on u.id = k.user_id where u.email = $1',
      [email],
    )
    expect(stored).toEqual([])
  }
  expect(await waiting()).toEqual([])
})

test('the invitation mail of a new user is sent at once', async () => {
  const { admin } = await createFirm(service())
  const email = buildAddress()
  await admin.call(createUser, { email, name: 'Invited person', role: 'BrokerUser' })
  expect((await service().mailer.mailTo(email)).subject).toContain('invitation')
})

const RELAY_IS_AWAY = mailerThat(() => Promise.reject(new Error('The relay is away')))

test('a change that is rolled back leaves no mail', async () => {
  const sent: Mail[] = []
  const { app, invite, firmId } = await withMailer(
    mailerThat(async (mail) => {
      sent.push(mail)
    }),
  )
  // The audit entry is the last statement of the transaction.
  await service().asOwner(`
    create function app.refuse_entry() returns trigger language plpgsql as $$
      begin if new.tenant_id = '${firmId}' then raise exception 'refused on purpose'; end if; return new; end $$;
    create trigger refuse_entry before insert on audit_log for each row execute function app.refuse_entry()`)
  try {
    expect(await invite(buildAddress())).toBe(500)
  } finally {
    await service().asOwner('drop trigger refuse_entry on audit_log; drop function app.refuse_entry()')
  }
  await app.mails.idle()
  expect(await waiting()).toEqual([])
  expect(sent).toEqual([])
  expect(await invite(buildAddress())).toBe(201)
  await app.mails.idle()
  expect(sent).toHaveLength(1)
})

test('a slow relay delays neither requests nor other mails, and no transaction is open meanwhile', async () => {
  const slow = Promise.withResolvers<void>()
  const sent: string[] = []
  const slowAddress = buildAddress()
  const { app, invite } = await withMailer(
    mailerThat(async ({ to }) => {
      if (to === slowAddress) await slow.promise
      sent.push(to)
    }),
  )
  expect(await invite(slowAddress)).toBe(201)
  const others = [buildAddress(), buildAddress()]
  for (const email of others) expect(await invite(email)).toBe(201)
  await expect.poll(() => sent.toSorted()).toEqual(others.toSorted())
  const open = await service().asOwner(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  expect(open).toEqual([])
  slow.resolve()
  await app.mails.idle()
  expect(sent.at(-1)).toBe(slowAddress)
  expect(await waiting()).toEqual([])
})

// A wait that never ends here would also keep the process from ending: it would let no timer and no socket have a turn.
test('a stop while mails are looked for and another one is being sent waits for that one', async () => {
  const { app: away, invite } = await withMailer(RELAY_IS_AWAY)
  const email = buildAddress()
  await invite(email)
  await away.mails.idle()
  await makeDue()
  const relay = Promise.withResolvers<void>()
  const sent: string[] = []
  let stopped: Promise<void> | undefined
  const { database } = service()
  const app = await service().open({
    mailer: mailerThat(async ({ to }) => {
      await relay.promise
      sent.push(to)
    }),
    database: {
      ...database,
      write: (work, options) => {
        writes += 1
        if (writes === SECOND_SEARCH) {
          void app.mails.deliver()
          stopped = app.mails.stop()
        }
        return database.write(work, options)
      },
    },
  })
  const SECOND_SEARCH = 2
  let writes = 0
  const delivered = app.mails.deliver()
  await expect.poll(() => stopped !== undefined).toBe(true)
  relay.resolve()
  await Promise.all([delivered, stopped])
  expect(sent).toEqual([email])
  expect(await waiting()).toEqual([])
})

test('an instance sends at most four mails at a time', async () => {
  const { app: away, invite } = await withMailer(RELAY_IS_AWAY)
  const addresses = Array.from({ length: 9 }, buildAddress)
  for (const email of addresses) await invite(email)
  await away.mails.idle()
  await makeDue()
  let [active, most] = [0, 0]
  const sent: string[] = []
  const { app } = await withMailer(
    mailerThat(async ({ to }) => {
      active += 1
      most = Math.max(most, active)
      await new Promise((resolve) => setTimeout(resolve, 300))
      active -= 1
      sent.push(to)
    }),
  )
  await app.mails.deliver()
  expect(most).toBe(4)
  expect(sent.toSorted()).toEqual(addresses.toSorted())
})

test('many mails of one firm do not delay the mail of another firm', async () => {
  const [busy, other] = [await withMailer(RELAY_IS_AWAY), await withMailer(RELAY_IS_AWAY)]
  const addresses = Array.from({ length: 12 }, buildAddress)
  for (const email of addresses) await busy.invite(email)
  const only = buildAddress()
  await other.invite(only)
  await Promise.all([busy.app.mails.idle(), other.app.mails.idle()])
  await makeDue()
  const order: string[] = []
  const { app } = await withMailer(
    mailerThat(async ({ to }) => {
      order.push(to)
    }),
  )
  await app.mails.deliver()
  expect(order).toHaveLength(13)
  expect(order.indexOf(only)).toBeLessThan(6)
  // The mails of one firm begin in the order of their changes; four are sent at a time.
  for (const [index, to] of order.filter((to) => to !== only).entries())
    expect(Math.abs(addresses.indexOf(to) - index)).toBeLessThan(4)
})
