/**
 * Plans and tracks reminders. A reminder is stored, marked as begun before it is handed to the mail server, and marked as handed over
 * afterwards; each step is committed before the next. After a crash, reminders not begun are sent by the next run and those handed over are
 * not sent again. A reminder begun but not handed over may have been sent: it is not retried that day, and its items are repeated in the
 * next day's mail. At most one digest per user and one chaser per employer a day.
 */
import { sql } from 'kysely'
import { addMonthsToMonth, toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { Role } from '../../../../contract/define.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { runRows } from '../../../platform/statements.ts'
import { type AccountToPay, buildChaserMail, buildDigestMail } from './mails.ts'
import { CHASER_DAYS, getChaserDay, getReminderStage } from './stages.ts'

/** A stored reminder to be sent. */
export interface Claimed {
  tenantId: string
  id: string
  mail: Mail
}

interface OpenObligation {
  id: string
  dueOn: string
  /** Statutory end of the period, if later. */
  lastDayOn: string
  /** Concerns a restricted breach: only administrators and the person who recorded it are reminded. */
  isRestricted: boolean
  enteredBy: string | null
  assigneeId: string | null
}
interface Person {
  id: string
  email: string
  role: Role
  leadDays: number[]
}

/** Owner of the address that a chaser is sent to. */
type Recipient = 'PAYROLL_CONTACT' | 'EMPLOYER_USER'

/** Retention of sent items: longer than an obligation stays at one stage. */
const REMEMBERED_DAYS = 400
const WEEK = 7

/** Digests for the users of a firm; `inHand`: reminders this process is already sending. */
export async function planDigests(
  tx: Tx,
  tenantId: string,
  today: string,
  appUrl: string,
  inHand: ReadonlySet<string>,
): Promise<Claimed[]> {
  const people = await runRows<Person>(
    tx,
    `select u.id, u.email, u.role, t.settings -> 'reminderLeadDays' as "leadDays"
       from users u join tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.status = 'ACTIVE' and u.role in ('BrokerAdmin', 'BrokerUser') and u.wants_digest and t.status = 'ACTIVE'
      order by u.id`,
    [tenantId],
  )
  if (people.length === 0) return []
  const obligations = await loadOpenObligations(tx, tenantId)
  const notified = await loadNotified(tx, tenantId)
  const claimed: Claimed[] = []
  for (const person of people) {
    const before = notified.get(person.id) ?? new Set()
    const fresh = obligations
      .filter((obligation) => maySee(person, obligation))
      .flatMap((obligation) => {
        const stage = getReminderStage(obligation.dueOn, today, person.leadDays, obligation.lastDayOn)
        const item = stage && `${obligation.id} ${stage}`
        return item && !before.has(item) ? [{ item, ...obligation }] : []
      })
    if (fresh.length === 0) continue
    const id = await claim(tx, inHand, {
      tenantId,
      kind: 'DIGEST',
      forOn: today,
      userId: person.id,
      employerId: null,
      recipient: null,
      items: fresh.map(({ item }) => item),
    })
    if (!id) continue
    const overdue = fresh.filter(({ lastDayOn }) => lastDayOn < today).length
    const soon = fresh.filter(
      ({ dueOn, lastDayOn }) => lastDayOn >= today && countDaysBetween(today, dueOn) <= WEEK,
    ).length
    const own = {
      userId: person.id,
      obligationIds: fresh.filter(({ assigneeId }) => assigneeId === person.id).map((one) => one.id),
    }
    const digest = { overdue, soon, later: fresh.length - overdue - soon, own }
    claimed.push({ tenantId, id, mail: buildDigestMail(person.email, appUrl, digest) })
  }
  return claimed
}

const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Agrees with app.sees_restricted(): the job runs with the platform scope, which includes restricted rows. */
const maySee = ({ id, role }: Person, { isRestricted, enteredBy }: OpenObligation): boolean =>
  !isRestricted || role === 'BrokerAdmin' || enteredBy === id

const loadOpenObligations = (tx: Tx, tenantId: string): Promise<OpenObligation[]> =>
  runRows(
    tx,
    `select o.id, o.due_on as "dueOn", greatest(o.due_on, o.legal_end_on) as "lastDayOn",
            coalesce(b.is_restricted, false) as "isRestricted", b.created_by as "enteredBy",
            o.assignee_id as "assigneeId" from obligations o
       join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
       join employers e on e.tenant_id = s.tenant_id and e.id = s.employer_id and not e.is_example
       left join breaches b on b.tenant_id = o.tenant_id and b.id = o.breach_id
      where o.tenant_id = $1 and o.state = 'OPEN' and o.due_on <= app.today() + 366 and s.status not in ('DRAFT', 'PENDING_APPROVAL')
      order by o.due_on, o.id`,
    [tenantId],
  )

/** Items already sent to each user: handed over, or begun today. */
async function loadNotified(tx: Tx, tenantId: string): Promise<Map<string, Set<string>>> {
  const rows = await runRows<{ userId: string; item: string }>(
    tx,
    `select r.user_id as "userId", jsonb_array_elements_text(r.items) as item from sent_reminders r
      where r.tenant_id = $1 and r.kind = 'DIGEST' and r.for_on >= app.today() - $2::int
        and (r.handed_over_at is not null or r.begun_on = app.today())`,
    [tenantId, REMEMBERED_DAYS],
  )
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      new Set(own.map(({ item }) => item)),
    ]),
  )
}

/** Chasers for last month's contributions, to the payroll contact, else to a user of the employer, if there is one. */
export async function planChasers(
  tx: Tx,
  tenantId: string,
  today: string,
  appUrl: string,
  inHand: ReadonlySet<string>,
): Promise<Claimed[]> {
  const day = getChaserDay(today)
  if (day === null) return []
  const month = addMonthsToMonth(toMonth(today), -1)
  const employers = await runRows<{
    id: string
    email: string | null
    recipient: Recipient
    accounts: AccountToPay[]
  }>(
    tx,
    `select distinct e.id, coalesce(e.payroll_contact ->> 'email', (
        select min(u.email) from users u where u.tenant_id = e.tenant_id and u.employer_id = e.id and u.status = 'ACTIVE')) as email,
        case when e.payroll_contact ->> 'email' is null then 'EMPLOYER_USER' else 'PAYROLL_CONTACT' end as recipient,
        (select coalesce(jsonb_agg(jsonb_build_object('schemeName', a.scheme_name, 'accountName', a.account_name, 'iban', a.iban, 'bic', a.bic)
            order by a.scheme_name, a.scheme_id), '[]')
          from (select distinct on (p.scheme_id) p.scheme_id, s.name as scheme_name, p.account_name, p.iban, p.bic
            from payment_accounts p join schemes s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
            where p.tenant_id = e.tenant_id and p.withdrawn_at is null
              and p.scheme_id in (select o.scheme_id from contribution_batches o where o.tenant_id = e.tenant_id and o.employer_id = e.id
                and o.payroll_month = $1 and o.status in ('EXPECTED', 'AWAITING_FUNDS', 'PART_FUNDED'))
            order by p.scheme_id, p.created_at desc, p.id desc) a) as accounts
       from contribution_batches b join employers e on e.tenant_id = b.tenant_id and e.id = b.employer_id
       join tenants t on t.id = e.tenant_id
      where b.tenant_id = $2 and b.payroll_month = $1 and b.status in ('EXPECTED', 'AWAITING_FUNDS', 'PART_FUNDED')
        and e.status = 'ACTIVE' and t.status = 'ACTIVE' and not e.is_example
      order by 1`,
    [month, tenantId],
  )
  const isLate = Number(day.slice(8)) === CHASER_DAYS.at(-1) && toLastDayOfMonth(month) < today
  const claimed: Claimed[] = []
  for (const { id: employerId, email, recipient, accounts } of employers) {
    if (!email) continue
    const id = await claim(tx, inHand, {
      tenantId,
      kind: 'CHASER',
      forOn: day,
      userId: null,
      employerId,
      recipient,
      items: [month],
    })
    if (id) claimed.push({ tenantId, id, mail: buildChaserMail(email, appUrl, isLate, accounts) })
  }
  return claimed
}

/** Null if it was handed over, begun today, or is being sent. */
async function claim(
  tx: Tx,
  inHand: ReadonlySet<string>,
  row: {
    tenantId: string
    kind: 'DIGEST' | 'CHASER'
    forOn: string
    userId: string | null
    employerId: string | null
    recipient: Recipient | null
    items: string[]
  },
): Promise<string | null> {
  const [claimed] = await runRows<{ id: string }>(
    tx,
    `insert into sent_reminders as r (tenant_id, id, kind, for_on, user_id, employer_id, items, recipient)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $9)
     on conflict (tenant_id, kind, for_on, coalesce(user_id, ''), coalesce(employer_id, ''))
       do update set items = excluded.items, recipient = excluded.recipient, begun_on = null
       where r.handed_over_at is null and coalesce(r.begun_on < app.today(), true) and r.id <> all($8)
     returning id`,
    [
      row.tenantId,
      createId(),
      row.kind,
      row.forOn,
      row.userId,
      row.employerId,
      JSON.stringify(row.items),
      [...inHand],
      row.recipient,
    ],
  )
  return claimed?.id ?? null
}

/** False if another process has begun it. */
export async function claimReminder(
  tx: Tx,
  { tenantId, id }: Pick<Claimed, 'tenantId' | 'id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sent_reminders')
    .set({ begun_on: sql`app.today()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('begun_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markHandedOver(
  tx: Tx,
  { tenantId, id }: Pick<Claimed, 'tenantId' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('sent_reminders')
    .set({ handed_over_at: sql`clock_timestamp()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
