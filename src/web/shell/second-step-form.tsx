import { useCallback, useEffect, useState } from 'react'
import type { Output } from '../../contract/define.ts'
import type { startSecondStep } from '../../contract/second-step.ts'
import { Refused, sendRequest } from '../client.ts'
import { operation } from '../operation.ts'
import { formatSignInProblem } from '../problems.ts'
import { type Person, useEnterSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { FactorForm } from './factor-form.tsx'

const WRONG = 'This is wrong, has expired or was used before. Try again.'
const start = operation('auth.start-second-step')
const complete = operation('auth.second-step')

/** The second step of a sign-in, on its page and in the dialog above a page whose session has ended. */
export default function SecondStepForm({
  onEntered,
  onClosed,
}: {
  onEntered: (person: Person | null) => void
  /** The sign-in has to begin again with the password. */
  onClosed: () => void
}) {
  const enter = useEnterSession()
  const [options, setOptions] = useState<Output<typeof startSecondStep> | null>(null)
  const [isClosed, setClosed] = useState(false)
  // A challenge for a passkey is used once: after a refusal another one is needed.
  const load = useCallback(
    (): Promise<void> =>
      sendRequest(start, {}).then(setOptions, (error: unknown) => {
        if (error instanceof Refused && error.status === 401) setClosed(true)
        else throw error
      }),
    [],
  )
  useEffect(() => {
    load().catch(() => setClosed(true))
  }, [load])
  if (isClosed)
    return (
      <div className="flex flex-col gap-4" role="alert">
        <p>This sign-in took too long or was refused too often. Enter the password again.</p>
        <Button look="primary" onClick={onClosed}>
          Enter the password again
        </Button>
      </div>
    )
  if (!options) return <p role="status">Loading …</p>
  return (
    <FactorForm
      {...options}
      methods={options.methods.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))}
      submitLabel="Sign in"
      formatProblem={(error) => formatSignInProblem(error, WRONG)}
      onProof={async (proof) => {
        try {
          onEntered(await enter(() => sendRequest(complete, proof)))
        } catch (error) {
          await load()
          throw error
        }
      }}
    />
  )
}
const ORDER = ['PASSKEY', 'APP', 'RECOVERY_CODE']
