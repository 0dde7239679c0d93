/** Prepares a typed question for the service. */
import { askAssistant } from '../../../../contract/assistant.ts'
import type { Sent } from '../../../../contract/define.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { parseTypedDate } from '../../../format.ts'
import { formatIssue } from '../../../forms/issue-words.ts'
import { formatError } from '../../../ui/form/error-words.ts'

export type Typed = { question: string; on: string }

export type Checked = { sent: Sent<typeof askAssistant> } | { problems: { question?: string; on?: string } }

/** A question with line breaks is one question. */
const toOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Returns the values to send, or the errors to correct first: a PPS number is never sent from this page. */
export function checkQuestion(typed: Typed): Checked {
  const question = toOneLine(typed.question)
  const on = typed.on.trim() === '' ? undefined : (parseTypedDate(typed.on) ?? typed.on)
  const sent = { question, ...(on === undefined ? {} : { on }) }
  const { error } = askAssistant.input.safeParse(sent, { error: formatIssue })
  const words = (field: keyof Typed, label: string): string | undefined => {
    const issue = error?.issues.find(({ path }) => path[0] === field)
    return issue && formatError(issue.message, label)
  }
  const problems = {
    question: hasPpsNumber(question)
      ? 'Remove the PPS number: questions must contain no personal data'
      : words('question', 'question'),
    on: words('on', 'day'),
  }
  return problems.question || problems.on ? { problems: omitUndefined(problems) } : { sent }
}

const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
