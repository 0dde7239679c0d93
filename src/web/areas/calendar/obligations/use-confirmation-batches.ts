import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ObligationConfirmation } from '../../../../contract/obligation-confirmations.ts'
import { sendRequest } from '../../../client.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'

export interface ConfirmationBatches {
  /** The confirmation that is answered or undone on this page. */
  current: ObligationConfirmation | null
  isBusy: boolean
  /** Why the last batch failed; the confirmation can be continued. */
  problem: string | null
  /** Sends batch after batch of a confirmation until it is complete. */
  follow: (confirmation: ObligationConfirmation) => void
  /** Withdraws the answers, batch after batch. */
  undo: (confirmation: ObligationConfirmation) => void
}

/** Batches are sent one after the other; leaving the page stops after the batch that is being sent. */
export function useConfirmationBatches(): ConfirmationBatches {
  const queries = useQueryClient()
  const [current, setCurrent] = useState<ObligationConfirmation | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function run(confirmation: ObligationConfirmation, isUndo: boolean): Promise<void> {
    setBusy(true)
    setProblem(null)
    setCurrent(confirmation)
    let last = confirmation
    const isLastBatch = (): boolean => (isUndo ? last.status === 'UNDONE' : last.status !== 'RUNNING')
    try {
      while (!isLastBatch() && !isLeft.current) {
        last = await sendRequest(
          isUndo ? operation('obligation-confirmation.undo') : operation('obligation-confirmation.continue'),
          { id: confirmation.id },
        )
        setCurrent(last)
      }
    } catch (error) {
      setProblem(formatProblem(error))
    } finally {
      setBusy(false)
      void queries.invalidateQueries()
    }
  }

  return {
    current,
    isBusy,
    problem,
    follow: (confirmation) => void run(confirmation, confirmation.status === 'UNDOING'),
    undo: (confirmation) => void run(confirmation, true),
  }
}
