/** The amounts of a payroll month, a row for each member. Enter and the arrow keys move between members. */

import type { KeyboardEvent } from 'react'
import type { ExpectedLine } from '../../../../contract/contribution-entries.ts'
import type { ImportIssue } from '../../../../contract/imports.ts'
import { formatMoney } from '../../../../contract/value-format.ts'
import { LevelIcon } from '../../../imports/row-state.tsx'
import { PHONE, useMedia } from '../../../ui/media.ts'
import {
  type AmountField,
  FIELD_WORDS,
  GAP_WORDS,
  getExpected,
  isUnreadable,
  sumTypedAmounts,
  type Texts,
} from './entry-amounts.ts'

interface EntryGridProps {
  lines: readonly ExpectedLine[]
  fields: readonly AmountField[]
  texts: Texts
  /** By member. */
  issues: ReadonlyMap<string, readonly ImportIssue[]>
  onType: (memberId: string, field: AmountField, text: string) => void
}

const getName = ({ firstName, lastName }: ExpectedLine): string => `${firstName} ${lastName}`

export function EntryGrid(props: EntryGridProps) {
  const isPhone = useMedia(PHONE)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inputs inside take the keys
    <div onKeyDown={moveBetweenMembers}>{isPhone ? <Cards {...props} /> : <Table {...props} />}</div>
  )
}

function Table({ lines, fields, texts, issues, onType }: EntryGridProps) {
  const memberIds = lines.map(({ memberId }) => memberId)
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-surface">
      <table className="w-full" aria-label="Amounts by member">
        <thead className="border-line border-b text-left text-muted text-sm">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              Member
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className="px-2 py-2 text-right font-medium">
                {FIELD_WORDS[field]}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <tr key={line.memberId} className="align-top">
              <th scope="row" className="min-w-40 px-3 py-2 text-left font-normal">
                <Member line={line} issues={issues.get(line.memberId) ?? []} />
              </th>
              {fields.map((field) => (
                <td key={field} className="w-52 px-2 py-2">
                  <AmountCell
                    {...{ line, field, onType }}
                    text={texts[line.memberId]?.[field] ?? ''}
                    issues={issues}
                  />
                </td>
              ))}
              <td className="w-32 px-3 py-3 text-right tabular-nums">
                {formatMoney(sumTypedAmounts(texts, [line.memberId], fields))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-line border-t font-medium">
          <tr>
            <th scope="row" className="px-3 py-2 text-left font-medium">
              Total
            </th>
            {fields.map((field) => (
              <td key={field} className="px-2 py-2 text-right tabular-nums">
                {formatMoney(sumTypedAmounts(texts, memberIds, [field]))}
              </td>
            ))}
            <td className="px-3 py-2 text-right tabular-nums">
              {formatMoney(sumTypedAmounts(texts, memberIds, fields))}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Cards({ lines, fields, texts, issues, onType }: EntryGridProps) {
  const memberIds = lines.map(({ memberId }) => memberId)
  return (
    <>
      <ul
        aria-label="Amounts by member"
        className="divide-y divide-line rounded-md border border-line bg-surface"
      >
        {lines.map((line) => (
          <li key={line.memberId} className="flex flex-col gap-2 p-3">
            <Member line={line} issues={issues.get(line.memberId) ?? []} />
            {fields.map((field) => (
              <div key={field} className="flex items-start justify-between gap-3">
                <span aria-hidden="true" className="pt-2">
                  {FIELD_WORDS[field]}
                </span>
                <div className="w-44">
                  <AmountCell
                    {...{ line, field, onType }}
                    text={texts[line.memberId]?.[field] ?? ''}
                    issues={issues}
                  />
                </div>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-2 gap-y-1 rounded-md border border-line bg-surface p-3">
        {fields.map((field) => (
          <Sum key={field} name={FIELD_WORDS[field]} cents={sumTypedAmounts(texts, memberIds, [field])} />
        ))}
        <Sum name="Total" cents={sumTypedAmounts(texts, memberIds, fields)} />
      </dl>
    </>
  )
}

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <>
    <dt>{name}</dt>
    <dd className="text-right font-medium tabular-nums">{formatMoney(cents)}</dd>
  </>
)

function Member({ line, issues }: { line: ExpectedLine; issues: readonly ImportIssue[] }) {
  return (
    <>
      <span className="font-medium">{getName(line)}</span>
      {line.worksNumber && <span className="block text-muted text-sm">{line.worksNumber}</span>}
      <Issues issues={issues.filter(({ column }) => column === null)} />
    </>
  )
}

function AmountCell({
  line,
  field,
  text,
  issues,
  onType,
}: Pick<EntryGridProps, 'issues' | 'onType'> & { line: ExpectedLine; field: AmountField; text: string }) {
  const id = `${line.memberId}-${field}`
  const ofCell = (issues.get(line.memberId) ?? []).filter(({ column }) => column === field)
  const isWrong = isUnreadable(text)
  const expected = getExpected(line, field)
  return (
    <>
      <input
        aria-label={`${FIELD_WORDS[field]}, ${getName(line)}`}
        aria-invalid={isWrong || ofCell.some(({ level }) => level === 'REJECT') || undefined}
        aria-describedby={`${id}-words`}
        data-member={line.memberId}
        data-field={field}
        inputMode="decimal"
        autoComplete="off"
        className="control w-full text-right tabular-nums"
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onType(line.memberId, field, target.value)}
      />
      <div id={`${id}-words`} className="mt-0.5 text-sm">
        {isWrong && <p className="text-danger">Enter an amount such as 1,234.56</p>}
        {expected && (
          <p className="text-right text-muted text-xs">
            {expected.gap === null
              ? `Expected ${formatMoney(expected.cents ?? 0)}`
              : `Not known: ${GAP_WORDS[expected.gap]}`}
          </p>
        )}
        <Issues issues={ofCell} />
      </div>
    </>
  )
}

function Issues({ issues }: { issues: readonly ImportIssue[] }) {
  if (issues.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-1 font-normal text-sm">
      {issues.map(({ code, level, message }) => (
        <li key={`${code} ${message}`} className="flex items-start gap-1.5">
          <LevelIcon level={level} />
          <span className="min-w-0">
            {message} <span className="text-muted">({code})</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** To the same amount of the next or the previous member. */
function moveBetweenMembers(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (!step || !(target instanceof HTMLInputElement) || !target.dataset.field) return
  event.preventDefault()
  const column = [
    ...currentTarget.querySelectorAll<HTMLInputElement>(`input[data-field="${target.dataset.field}"]`),
  ]
  column[column.indexOf(target) + step]?.focus()
}
