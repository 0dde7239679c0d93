/** Dry run: starts when a file is chosen and after each change (debounced). */
import { useEffect, useRef, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { Refused, sendRequest } from '../client.ts'
import type { ImportFile } from './chosen-file.tsx'
import type { Draft } from './draft.ts'
import { findReport, type Report, toReport } from './report.ts'

/** Long enough to move to the next cell, short enough to show the result of this one soon. */
const WAIT_MS = 700

export interface Checked<C extends Contract, D = Draft> {
  file: ImportFile
  /** Values sent besides the file, as text. */
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
  /** The last response for this file; shown until the next one arrives. */
  checked: Checked<C, D> | null
  /** Whether that response is about the current input. */
  isCurrent: boolean
  isChecking: boolean
  /** Share of the file that was sent, from 0 to 1. */
  share: number
  /** The request failed without a response. */
  failure: Error | null
  /** The unfinished import that keeps the file: requests name it instead of sending the file. */
  importDraftId: string | null
  again: () => void
}

/** Not cached: personal data of a file is dropped when the page is left. */
export function useCheck<C extends Contract, D = Draft>(
  contract: C,
  sent: string | null,
  file: ImportFile | null,
  draft: D,
): Check<C, D> {
  const [last, setLast] = useState<Checked<C, D> | null>(null)
  const [failed, setFailed] = useState<{ sent: string; file: ImportFile; error: Error } | null>(null)
  const [share, setShare] = useState(0)
  const [tries, setTries] = useState(0)
  const kept = useRef<{ file: ImportFile; id: string | null } | null>(null)
  const importDraftId = file && getId(file, kept.current)

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
      const id = getId(file, kept.current)
      try {
        const answer = await sendRequest(contract, toRequest<C>(sent, id), {
          ...(id === null && file instanceof File ? { file } : {}),
          signal: leaving.signal,
          onProgress: setShare,
        })
        if (leaving.signal.aborted) return
        kept.current = { file, id: (answer as { importDraftId?: string }).importDraftId ?? null }
        setLast({ ...about, answer, report: toReport(answer as object), refusal: null })
      } catch (error) {
        if (leaving.signal.aborted) return
        // Discarded or expired meanwhile: the file is sent again.
        if (id !== null && file instanceof File && error instanceof Refused && error.status === 404) {
          kept.current = null
          return setTries((count) => count + 1)
        }
        if (!(error instanceof Refused) || !isAnswer(error))
          return setFailed({ sent, file, error: error as Error })
        const { importDraftId } = error.details
        if (typeof importDraftId === 'string') kept.current = { file, id: importDraftId }
        setLast((before) => ({
          ...about,
          answer: null,
          refusal: error,
          // For a column that is mapped twice, the columns of the previous response are shown for correction.
          report:
            findReport(error.details) ??
            (error.status === 400 && before?.file === file ? before.report : null),
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
    importDraftId,
    again() {
      setFailed(null)
      setTries((count) => count + 1)
    },
  }
}

const getId = (file: ImportFile, kept: { file: ImportFile; id: string | null } | null): string | null =>
  kept?.file === file ? kept.id : file instanceof File ? null : file.importDraftId

/** The values as sent, with the unfinished import instead of the file. */
export const toRequest = <C extends Contract>(sent: string, importDraftId: string | null): Sent<C> =>
  ({ ...(JSON.parse(sent) as object), ...(importDraftId === null ? {} : { importDraftId }) }) as Sent<C>

/** The service has checked the file; any other failure may pass on a retry. */
const isAnswer = ({ status }: Refused): boolean => [400, 403, 404, 409, 413, 415, 422].includes(status)
