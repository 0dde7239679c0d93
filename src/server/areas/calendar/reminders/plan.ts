/**
 * Who is told of what. A mail is written down, begun before it is handed over, and marked after; each is durable before the next. A
 * crash therefore leaves one of three: what was not begun is handed over by the next run, be it on the same day; what is marked is
 * never sent again; of what was begun and is not marked nobody knows whether it has left, so that it is not tried again on that
 * day and told with the next day's mail. At most one digest a person a day and one chaser an employer a day, and nobody is forgotten.
 */
import { sql } from 'kysely'
import { addMonthsToMonth, toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { Role } from '../../../../contract/define.ts'
import { runRows } from '../../../pipeline/owners.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { buildChaserMail, buildDigestMail } from './mails.ts'
import { CHASER_DAYS, getChaserDay, getReminderStage } from './stages.ts'

/** A mail that was written down and is to be handed over. */
export interface Claimed {
  tenantId: string
  id: string
  mail: Mail
}

interface Duty {
  id: string
  dueOn: string
  /** The last day that the law gives, where that is later. */
  lastDayOn: string
  /** It is about a restricted breach: only administrators and the person who entered the breach may be reminded of it. */
  isRestricted: boolean
  enteredBy: string | null
}
interface Person {
  id: string
  email: string
  role: Role
  leadDays: number[]
}

/** How long what was told is remembered: longer than any duty stands at one stage. */
const REMEMBERED_DAYS = 400
const WEEK = 7

/** Digests of the people of a firm; `inHand`: what this process is about to hand over already. */
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
  const duties = await openDuties(tx, tenantId)
  const told = await toldTo(tx, tenantId)
  const claimed: Claimed[] = []
  for (const person of people) {
    const before = told.get(person.id) ?? new Set()
    const fresh = duties
      .filter((duty) => maySee(person, duty))
      .flatMap((duty) => {
        const stage = getReminderStage(duty.dueOn, today, person.leadDays, duty.lastDayOn)
        const item = stage && `${duty.id} ${stage}`
        return item && !before.has(item) ? [{ item, ...duty }] : []
      })
    if (fresh.length === 0) continue
    const id = await claim(tx, inHand, {
      tenantId,
      kind: 'DIGEST',
      forOn: today,
      userId: person.id,
      employerId: null,
      items: fresh.map(({ item }) => item),
    })
    if (!id) continue
    const overdue = fresh.filter(({ lastDayOn }) => lastDayOn < today).length
    const soon = fresh.filter(
      ({ dueOn, lastDayOn }) => lastDayOn >= today && daysFrom(today, dueOn) <= WEEK,
    ).length
    const counts = { overdue, soon, later: fresh.length - overdue - soon }
    claimed.push({ tenantId, id, mail: buildDigestMail(person.email, appUrl, counts) })
  }
  return claimed
}

const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** As app.sees_restricted() in the database; the job reads as the platform, which sees everything. */
const maySee = ({ id, role }: Person, { isRestricted, enteredBy }: Duty): boolean =>
  !isRestricted || role === 'BrokerAdmin' || enteredBy === id

const openDuties = (tx: Tx, tenantId: string): Promise<Duty[]> =>
  runRows(
    tx,
    `select o.id, o.due_on as "dueOn", greatest(o.due_on, o.legal_end_on) as "lastDayOn",
            coalesce(b.is_restricted, false) as "isRestricted", b.created_by as "enteredBy" from obligations o
       join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
       left join breaches b on b.tenant_id = o.tenant_id and b.id = o.breach_id
      where o.tenant_id = $1 and o.state = 'OPEN' and o.due_on <= app.today() + 366 and s.status not in ('DRAFT', 'PENDING_APPROVAL')
      order by o.due_on, o.id`,
    [tenantId],
  )

/** What each person was told: what was handed over, and what was begun today. */
async function toldTo(tx: Tx, tenantId: string): Promise<Map<string, Set<string>>> {
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

/** Chasers of a firm for last month's money: to the payroll contact, else to the employer's own people; none where nobody is known. */
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
  const employers = await runRows<{ id: string; email: string | null }>(
    tx,
    `select distinct e.id, coalesce(e.payroll_contact ->> 'email', (
        select min(u.email) from users u where u.tenant_id = e.tenant_id and u.employer_id = e.id and u.status = 'ACTIVE')) as email
       from contribution_batches b join employers e on e.tenant_id = b.tenant_id and e.id = b.employer_id
       join tenants t on t.id = e.tenant_id
      where b.tenant_id = $2 and b.payroll_month = $1 and b.status in ('EXPECTED', 'UPLOADED', 'VALIDATED', 'AWAITING_FUNDS', 'PART_FUNDED')
        and e.status = 'ACTIVE' and t.status = 'ACTIVE'
      order by 1`,
    [month, tenantId],
  )
  const isLate = Number(day.slice(8)) === CHASER_DAYS.at(-1) && toLastDayOfMonth(month) < today
  const claimed: Claimed[] = []
  for (const { id: employerId, email } of employers) {
    if (!email) continue
    const id = await claim(tx, inHand, {
      tenantId,
      kind: 'CHASER',
      forOn: day,
      userId: null,
      employerId,
      items: [month],
    })
    if (id) claimed.push({ tenantId, id, mail: buildChaserMail(email, appUrl, isLate) })
  }
  return claimed
}

/** Null where there is nothing to hand over: it was, or was begun today, or is in hand. */
async function claim(
  tx: Tx,
  inHand: ReadonlySet<string>,
  row: {
    tenantId: string
    kind: 'DIGEST' | 'CHASER'
    forOn: string
    userId: string | null
    employerId: string | null
    items: string[]
  },
): Promise<string | null> {
  const [claimed] = await runRows<{ id: string }>(
    tx,
    `insert into sent_reminders as r (tenant_id, id, kind, for_on, user_id, employer_id, items)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb)
     on conflict (tenant_id, kind, for_on, coalesce(user_id, ''), coalesce(employer_id, ''))
       do update set items = excluded.items, begun_on = null
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
    ],
  )
  return claimed?.id ?? null
}

/** False where somebody else has begun it. */
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

/** Marks that a mail was handed over. */
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
