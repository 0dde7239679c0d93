/** Sets up an authenticator app or a passkey, and shows the recovery codes once. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import type { Output } from '../../../../contract/define.ts'
import {
  addPasskey,
  confirmApp,
  type SecondFactor,
  startApp,
  startPasskey,
} from '../../../../contract/second-factor.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { QrCode } from './qr-code.tsx'

type Started = Output<typeof startApp>

export function FactorSetUp({ factor }: { factor: SecondFactor }) {
  const [started, setStarted] = useState<Started | null>(null)
  const [isNaming, setNaming] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const start = useCommand(startApp)
  const keep = (recoveryCodes: readonly string[], done: string): void => {
    setStarted(null)
    setNaming(false)
    setCodes(recoveryCodes)
    showToast('saved', done)
  }
  return (
    <div className="flex flex-col gap-4">
      {codes.length > 0 && <RecoveryCodeList codes={codes} />}
      {started && (
        <AppForm started={started} onDone={(shown) => keep(shown, 'The authenticator app is set up')} />
      )}
      {isNaming && <PasskeyForm onDone={(shown) => keep(shown, 'The passkey is added')} />}
      {!started && !isNaming && (
        <div className="flex flex-wrap gap-2">
          {!factor.app && (
            <Button
              isBusy={start.isPending}
              onClick={() =>
                start.mutate(
                  { sent: {} },
                  {
                    onSuccess: setStarted,
                    onError: (error) => showToast('failed', formatProblem(error)),
                  },
                )
              }
            >
              Set up an authenticator app
            </Button>
          )}
          <Button onClick={() => setNaming(true)}>Add a passkey</Button>
        </div>
      )}
    </div>
  )
}

function AppForm({ started, onDone }: { started: Started; onDone: (codes: readonly string[]) => void }) {
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>Scan the picture with an authenticator app, or type the key into it.</li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      <QrCode text={started.uri} />
      <p className="flex flex-wrap items-center gap-2">
        Key: <code className="[overflow-wrap:anywhere]">{started.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={started.secret} name="key" />
      </p>
      <ContractForm
        contract={confirmApp}
        defaults={{ code: '' }}
        ids={{}}
        submitLabel="Confirm the app"
        staysWith="the defaults"
        onSaved={({ recoveryCodes }) => onDone(recoveryCodes)}
      >
        <TextField name="code" label="Code" autoComplete="one-time-code" isRequired />
      </ContractForm>
    </div>
  )
}

/** The name is asked for first, because the browser's question needs a click. */
function PasskeyForm({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const start = useCommand(startPasskey)
  const add = useCommand(addPasskey)
  async function create(): Promise<void> {
    if (name.trim() === '') return setProblem('Enter a name, such as the device')
    setBusy(true)
    setProblem(null)
    try {
      const options = await start.mutateAsync({ sent: {} })
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({
        optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
      })
      const { recoveryCodes } = await add.mutateAsync({ sent: { name, response } })
      onDone(recoveryCodes)
    } catch (error) {
      const isClosed = error instanceof Error && error.name === 'NotAllowedError'
      setProblem(isClosed ? 'The passkey was not created. Try again.' : formatPasskeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void create()
      }}
    >
      {problem && (
        <p id="passkey-problem" role="alert" className="font-medium text-danger">
          {problem}
        </p>
      )}
      <label className="flex flex-col gap-1 font-medium">
        Name of the passkey
        <input
          className="control font-normal"
          required
          maxLength={60}
          autoComplete="off"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'passkey-problem' : undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <Button type="submit" look="primary" isBusy={isBusy}>
        Create the passkey
      </Button>
    </form>
  )
}

const formatPasskeyProblem = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device has a passkey of your account already.'
    : formatProblem(error)

export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <Notice look="warn" title="Keep these recovery codes now: they are not shown again">
      <p>Each code signs you in once if you lose your device. Store them where only you can read them.</p>
      <ul className="my-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} name="recovery codes" />
    </Notice>
  )
}
