/** Entry of the amounts of one month: typed, checked by the service, and saved once its warnings are confirmed. */

import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import type { EntryReport, ExpectedLine } from '../../../../contract/contribution-entries.ts'
import type { Sent } from '../../../../contract/define.ts'
import type { ImportIssue } from '../../../../contract/imports.ts'
import { formatCount, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { Refused, sendRequest } from '../../../client.ts'
import { Notes } from '../../../imports/notes.tsx'
import { type Report, toReport } from '../../../imports/report.ts'
import { useLeaveGuard } from '../../../imports/use-leave-guard.ts'
import { Warnings } from '../../../imports/warnings.tsx'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import {
  AMOUNT_FIELDS,
  type AmountField,
  copyLastMonth,
  fillExpected,
  isUnreadable,
  REGULAR_FIELDS,
  sumTypedAmounts,
  type Texts,
  toLines,
} from './entry-amounts.ts'
import { EntryGrid } from './entry-grid.tsx'

const ENTER = operation('contribution.enter')

export interface EntryTerms {
  schemeId: string
  employerId?: string
  payrollMonth: string
}

interface EntryProps {
  terms: EntryTerms
  lines: readonly ExpectedLine[]
  onSaved: (report: EntryReport) => void
}

export function Entry({ terms, lines, onSaved }: EntryProps) {
  const [texts, setTexts] = useState<Texts>({})
  const [hasOneOffs, setOneOffs] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const memberIds = useMemo(() => lines.map(({ memberId }) => memberId), [lines])
  const fields = hasOneOffs ? AMOUNT_FIELDS : REGULAR_FIELDS
  const sentLines = toLines(texts, memberIds)
  const entry = useEntry({ ...terms, source: 'MANUAL', lines: sentLines }, onSaved)
  const issues = useMemo(
    () => groupByMember(entry.report, entry.checkedIds),
    [entry.report, entry.checkedIds],
  )
  useLeaveGuard(sentLines.length > 0 && !entry.isSaved)

  const lastMonth = formatMonth(addMonthsToMonth(terms.payrollMonth, -1))
  const copy = (): void => {
    const copied = copyLastMonth(lines, texts)
    setTexts(copied.texts)
    setAnnouncement(
      copied.members === 0
        ? `${lastMonth} has no amounts for these members.`
        : `The amounts of ${formatCount(copied.members, 'member')} are copied from ${lastMonth}.`,
    )
  }
  const fill = (): void => {
    const filled = fillExpected(lines, texts)
    setTexts(filled.texts)
    setAnnouncement(
      `${formatCount(filled.known, 'expected amount is', 'expected amounts are')} filled in${filled.unknown > 0 ? `; ${formatCount(filled.unknown, 'amount is', 'amounts are')} not known` : ''}.`,
    )
  }
  const unreadable = memberIds.filter((id) => AMOUNT_FIELDS.some((field) => isUnreadable(texts[id]?.[field])))
  return (
    <>
      <Section
        title="2. Amounts"
        actions={
          <>
            <Button onClick={copy}>Copy last month</Button>
            <Button onClick={fill}>Fill in expected amounts</Button>
          </>
        }
      >
        <p className="max-w-[70ch] text-muted">
          Amounts in euro. Enter and the arrow keys move between members. A member without any amount is left
          out.
        </p>
        <p role="status" className="empty:hidden">
          {announcement}
        </p>
        <label className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={hasOneOffs}
            onChange={({ target }) => {
              setOneOffs(target.checked)
              if (!target.checked) setTexts(removeOneOffs)
            }}
          />
          Special contributions and single premiums
        </label>
        <EntryGrid
          {...{ lines, fields, texts, issues }}
          onType={(memberId, field, text) =>
            setTexts((before) => ({ ...before, [memberId]: { ...before[memberId], [field]: text } }))
          }
        />
      </Section>
      <Saving
        entry={entry}
        summary={`${formatCount(sentLines.length, 'line')}, ${formatMoney(sumTypedAmounts(texts, memberIds, AMOUNT_FIELDS))}`}
        blocker={
          unreadable.length > 0
            ? 'Correct the amounts that cannot be read.'
            : sentLines.length === 0
              ? 'Enter at least one amount.'
              : null
        }
      />
    </>
  )
}

const removeOneOffs = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([id, { erSpecialCents: _, singlePremiumCents: __, ...regular }]) => [
      id,
      regular,
    ]),
  )

type SentEntry = Sent<typeof ENTER>

interface Checked {
  /** The checked lines, as text. */
  text: string
  memberIds: readonly string[]
  /** Null where the service could not determine the errors of the lines. */
  report: Report | null
  refusal: Refused | null
}

/** The check of what is typed, and the save of what was checked. */
function useEntry(sent: SentEntry, onSaved: (report: EntryReport) => void) {
  const text = JSON.stringify(sent)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const keep = (answer: unknown, refusal: Refused | null): void =>
    setChecked({
      text,
      memberIds: sent.lines.map(({ memberId }) => memberId),
      report: toEntryReport(answer as Partial<EntryReport>),
      refusal,
    })
  const keepRefusal = (error: Error): void => {
    if (error instanceof Refused && [403, 404, 409, 422].includes(error.status)) keep(error.details, error)
  }
  const check = useMutation({
    mutationFn: () => sendRequest(ENTER, { ...sent, dryRun: true }),
    onSuccess: (answer) => keep(answer, null),
    onError: keepRefusal,
  })
  const save = useCommand(ENTER)
  const intention = useRef<{ text: string; key: string } | null>(null)
  const isCurrent = checked?.text === text
  const warningCodes = isCurrent ? (checked.report?.warningCodes ?? []) : []
  return {
    isCurrent,
    isSaved: save.isSuccess,
    isReady: isCurrent && checked.refusal === null && (checked.report?.counts?.reject ?? 0) === 0,
    report: checked?.report ?? null,
    checkedIds: checked?.memberIds ?? [],
    refusal: isCurrent ? checked.refusal : null,
    confirmed,
    confirm: (code: string, isRead: boolean) =>
      setConfirmed((before) => (isRead ? before.union(new Set([code])) : before.difference(new Set([code])))),
    unconfirmed: warningCodes.filter((code) => !confirmed.has(code)),
    isBusy: check.isPending || save.isPending,
    failure: [check.error, save.error].find((error) => error && !(error instanceof Refused)) ?? null,
    check: () => check.mutate(),
    save(): void {
      const confirmedWarnings = warningCodes.filter((code) => confirmed.has(code))
      const whole = JSON.stringify([text, confirmedWarnings])
      // A request that is repeated after a lost response is executed once.
      if (intention.current?.text !== whole) intention.current = { text: whole, key: crypto.randomUUID() }
      save.mutate(
        { sent: { ...sent, confirmedWarnings }, idempotencyKey: intention.current.key },
        { onSuccess: onSaved, onError: keepRefusal },
      )
    },
  }
}
type EntryState = ReturnType<typeof useEntry>

/** In the form of an import, which the components of imports show. */
const toEntryReport = ({ errors, ...report }: Partial<EntryReport>): Report | null =>
  errors
    ? toReport({
        ...report,
        errors: errors.map(({ line, field, ...issue }) => ({ ...issue, row: line, column: field })),
      })
    : null

function groupByMember(
  report: Report | null,
  memberIds: readonly string[],
): ReadonlyMap<string, readonly ImportIssue[]> {
  const pairs = [...(report?.issuesOf ?? [])].map(
    ([line, issues]) => [memberIds[line - 1] ?? '', issues] as const,
  )
  return new Map(pairs)
}

function Saving({
  entry,
  summary,
  blocker,
}: {
  entry: EntryState
  summary: string
  /** Action needed before the amounts can be checked. */
  blocker: string | null
}) {
  const [tried, setTried] = useState<string | null>(null)
  const { report, isCurrent, isReady, unconfirmed, refusal } = entry
  const saveBlocker =
    unconfirmed.length > 0
      ? `Confirm ${unconfirmed.length === 1 ? 'the warning' : `the ${unconfirmed.length} warnings`}.`
      : null
  const act = (): void => {
    const found = isReady ? saveBlocker : blocker
    setTried(found)
    if (found !== null) return
    if (isReady) entry.save()
    else entry.check()
  }
  return (
    <Section title="3. Check and save">
      {isCurrent && refusal && (
        <div role="alert">
          <Notice look="late" title="The amounts cannot be saved">
            {formatProblem(refusal)}
          </Notice>
        </div>
      )}
      {isCurrent && report && <CheckedReport entry={entry} report={report} />}
      {entry.failure && !entry.isBusy && (
        <div role="alert">
          <Notice look="late" title="No response">
            {formatProblem(entry.failure)} Try again. If the first attempt succeeded, nothing is saved twice.
          </Notice>
        </div>
      )}
      {tried !== null && tried === (isReady ? saveBlocker : blocker) && (
        <p role="alert" className="font-medium text-danger">
          {tried}
        </p>
      )}
      <div>
        <Button look="primary" isBusy={entry.isBusy} onClick={act}>
          {isReady ? `Save ${summary}` : 'Check amounts'}
        </Button>
      </div>
    </Section>
  )
}

function CheckedReport({ entry, report }: { entry: EntryState; report: Report }) {
  const rejected = report.counts?.reject ?? 0
  const box = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new report is read out
  useEffect(() => box.current?.focus(), [report])
  return (
    <>
      <p ref={box} tabIndex={-1} className="font-medium outline-none">
        {rejected > 0
          ? `${formatCount(rejected, 'line is', 'lines are')} rejected. Correct the amounts marked above, then check again.`
          : report.warningCodes.length > 0
            ? 'The amounts can be saved once the warnings are confirmed.'
            : 'No problems found.'}
      </p>
      <Notes report={report} />
      {rejected === 0 && report.warningCodes.length > 0 && (
        <Warnings
          report={report}
          confirmed={entry.confirmed}
          codeWords={formatCode}
          onShow={(code) => focusLineOfIssue(report, code, entry.checkedIds)}
          onConfirm={entry.confirm}
        />
      )}
    </>
  )
}

/** The first amount with this warning, or the first amount of its member. */
function focusLineOfIssue({ issues }: Report, code: string, memberIds: readonly string[]): void {
  const issue = issues.find((one) => one.code === code && one.row !== null)
  if (!issue) return
  const ofMember = `input[data-member="${memberIds[(issue.row ?? 0) - 1]}"]`
  const input =
    document.querySelector<HTMLInputElement>(`${ofMember}[data-field="${issue.column as AmountField}"]`) ??
    document.querySelector<HTMLInputElement>(ofMember)
  input?.focus()
}
