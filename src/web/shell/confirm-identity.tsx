import { useCallback, useEffect, useState } from 'react'
import type { Output } from '../../contract/define.ts'
import type { startConfirmation } from '../../contract/second-step.ts'
import { Refused, sendRequest } from '../client.ts'
import { operation } from '../operation.ts'
import { formatSignInProblem } from '../problems.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FactorForm } from './factor-form.tsx'

const start = operation('auth.start-confirmation')
const confirm = operation('auth.confirm-identity')

/** Asks a user who signed in more than ten minutes ago to confirm their identity. The refused request is then sent again. */
export default function ConfirmIdentity({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [options, setOptions] = useState<Output<typeof startConfirmation> | null>(null)
  const load = useCallback(
    (): Promise<void> =>
      sendRequest(start, {}).then(setOptions, () => setOptions({ methods: [], passkeyOptions: null })),
    [],
  )
  useEffect(() => {
    void load()
  }, [load])
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title="Confirm your identity"
      description="You signed in more than 10 minutes ago. Confirm that it is you before this change is saved."
    >
      {options && (
        <FactorForm
          {...options}
          methods={['PASSWORD', ...options.methods]}
          submitLabel="Confirm"
          formatProblem={(error) =>
            error instanceof Refused && error.status === 400
              ? 'This is wrong, has expired or was used before. Try again.'
              : formatSignInProblem(error)
          }
          onProof={async (proof) => {
            try {
              await sendRequest(confirm, proof)
            } catch (error) {
              await load()
              throw error
            }
            onAnswer(true)
          }}
        />
      )}
      <p className="text-muted text-sm">
        No password, because you use your firm's sign-in? Sign out, sign in again and make the change within
        10 minutes.
      </p>
      <Button look="quiet" onClick={() => onAnswer(false)}>
        Cancel
      </Button>
    </Dialog>
  )
}
