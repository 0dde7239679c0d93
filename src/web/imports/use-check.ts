/** Dry run: starts when a file is chosen and after each change (debounced). */
import { useEffect, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { Refused, sendRequest } from '../client.ts'
import type { Draft } from './draft.ts'
import { type Report, reportIn, reportOf } from './report.ts'

/** Long enough to go on to the next cell, short enough to see what became of this one. */
const WAIT_MS = 700

export interface Checked<C extends Contract, D = Draft> {
  file: File
  /** What was sent besides the file, as text. */
  sent: string
  /** The decisions in it. */
  draft: D
  tries: number
  /** Null where the rows of the file were not read. */
  report: Report | null
  /** Null where it was refused. */
  answer: Output<C> | null
  refusal: Refused | null
}

export interface Check<C extends Contract, D = Draft> {
  /** The last answer for this file; on screen until the next one is there. */
  checked: Checked<C, D> | null
  /** Whether that answer is about what stands on the page. */
  isCurrent: boolean
  isChecking: boolean
  /** How much of the file has left, from 0 to 1. */
  share: number
  /** There was no answer. */
  failure: Error | null
  again: () => void
}

/** Nothing of it is cached: a file of people is forgotten with the page. */
export function useCheck<C extends Contract, D = Draft>(
  contract: C,
  sent: string | null,
  file: File | null,
  draft: D,
): Check<C, D> {
  const [last, setLast] = useState<Checked<C, D> | null>(null)
  const [failed, setFailed] = useState<{ sent: string; file: File; error: Error } | null>(null)
  const [share, setShare] = useState(0)
  const [tries, setTries] = useState(0)

  const checked = last?.file === file ? last : null
  const isCurrent = checked !== null && checked.sent === sent && checked.tries === tries
  const failure = failed && failed.sent === sent && failed.file === file ? failed.error : null
  const isFirst = checked === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is not in the list is about the same `sent`; an answer asks nothing
  useEffect(() => {
    if (sent === null || file === null || isCurrent) return
    const leaving = new AbortController()
    const about = { file, sent, draft, tries }
    const run = async (): Promise<void> => {
      setShare(0)
      try {
        const answer = await sendRequest(contract, JSON.parse(sent) as Sent<C>, {
          file,
          signal: leaving.signal,
          onProgress: setShare,
        })
        if (!leaving.signal.aborted)
          setLast({ ...about, answer, report: reportOf(answer as object), refusal: null })
      } catch (error) {
        if (leaving.signal.aborted) return
        if (!(error instanceof Refused) || !isAnswer(error))
          return setFailed({ sent, file, error: error as Error })
        setLast((before) => ({
          ...about,
          answer: null,
          refusal: error,
          // A column that is named twice is set right where the columns of the answer before are.
          report:
            reportIn(error.details) ?? (error.status === 400 && before?.file === file ? before.report : null),
        }))
      }
    }
    const timer = setTimeout(run, isFirst ? 0 : WAIT_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [contract, sent, file, tries])

  return {
    checked,
    isCurrent,
    isChecking: sent !== null && file !== null && !isCurrent && failure === null,
    share,
    failure,
    again() {
      setFailed(null)
      setTries((count) => count + 1)
    },
  }
}

/** The service has looked at the file; anything else may go well the next time. */
const isAnswer = ({ status }: Refused): boolean => [400, 403, 404, 409, 413, 415, 422].includes(status)
