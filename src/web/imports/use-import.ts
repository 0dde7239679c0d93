/** The import itself. One intention has one key: sent again after an answer was lost, it is done once. */
import { useRef, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { useCommand } from '../queries.ts'

export interface Importing<C extends Contract> {
  isBusy: boolean
  share: number
  /** Why it was not done, or is not known to be done. */
  error: Error | null
  /** Without a file: that of the unfinished import in `sent`. */
  send: (sent: Sent<C>, file: File | undefined) => void
  forget: () => void
}

export function useImport<C extends Contract>(
  contract: C,
  onDone: (answer: Output<C>) => void,
  onRefused: (error: Error) => void,
): Importing<C> {
  const { mutate, isPending, error, reset } = useCommand(contract)
  const [share, setShare] = useState(0)
  const intention = useRef<{ text: string; file: File | undefined; key: string } | null>(null)
  return {
    isBusy: isPending,
    share,
    error,
    send(sent, file) {
      const text = JSON.stringify(sent)
      if (intention.current?.text !== text || intention.current.file !== file)
        intention.current = { text, file, key: crypto.randomUUID() }
      setShare(0)
      mutate(
        { sent, ...(file ? { file } : {}), idempotencyKey: intention.current.key, onProgress: setShare },
        {
          onSuccess: (answer) => {
            intention.current = null
            onDone(answer)
          },
          onError: onRefused,
        },
      )
    },
    forget: reset,
  }
}
