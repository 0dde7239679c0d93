/** Replaces relative dates, references and text files in the data of the demo. */
import { addDays, addMonths } from '../../contract/civil-dates.ts'

export interface Values {
  today: string
  /** By the name that a step gave to the created record. */
  ids: ReadonlyMap<string, string>
  readText: (name: string) => string
}

export function resolveValue(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('#')) return requireId(value, values.ids)
    return value === 'today' || value.startsWith('today ') ? resolveDate(value, values.today) : value
  }
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, values))
  if (typeof value !== 'object' || value === null) return value
  if ('textOf' in value) return values.readText(String(value.textOf))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolveValue(item, values)]))
}

export function requireId(reference: string, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(reference.slice(1))
  if (id === undefined) throw new Error(`The demo data refers to ${reference}, which no earlier step creates`)
  return id
}

const DATE = /^today(?: [+-] \d{1,3} (?:days?|months?))*(?: at \d\d:\d\d)?$/
const MOVE = /([+-]) (\d+) (day|month)/g

/** `today - 2 months - 1 day`, from left to right; with `at 09:40` a time in UTC. */
function resolveDate(expression: string, today: string): string {
  if (!DATE.test(expression))
    throw new Error(`"${expression}" is not a date such as "today - 2 months - 1 day"`)
  let day = today
  for (const [, sign, count, unit] of expression.matchAll(MOVE))
    day = (unit === 'day' ? addDays : addMonths)(day, Number(`${sign}${count}`))
  const [, time] = expression.split(' at ')
  return time === undefined ? day : `${day}T${time}:00Z`
}
