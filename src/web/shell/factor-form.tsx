/** Asks for the password or one of the second factors of a user: at the second step of a sign-in, and before a sensitive change. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Output, Sent } from '../../contract/define.ts'
import type { confirmIdentity, FactorMethod, startSecondStep } from '../../contract/second-step.ts'
import { Button } from '../ui/button.tsx'

type Method = FactorMethod | 'PASSWORD'
type Options = Output<typeof startSecondStep>
export type Proof = Sent<typeof confirmIdentity>

const WORDS: Record<Method, { label: string; use: string; help: string }> = {
  PASSWORD: { label: 'Password', use: 'Use the password', help: '' },
  APP: {
    label: 'Code',
    use: 'Use the authenticator app',
    help: 'Six digits that your authenticator app shows',
  },
  PASSKEY: { label: 'Passkey', use: 'Use a passkey', help: '' },
  RECOVERY_CODE: {
    label: 'Recovery code',
    use: 'Use a recovery code',
    help: 'One of the codes that you kept when you set up the second factor. It works once.',
  },
}

/** The browser asks the person for the passkey; null if the person closed that question. */
async function askForPasskey(options: NonNullable<Options['passkeyOptions']>): Promise<Proof | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const passkey = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    })
    return { passkey }
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return null
    throw error
  }
}

/** The proof of a method; null if the user did not use the passkey. */
async function collectProof(
  method: Method,
  value: string,
  passkeyOptions: Options['passkeyOptions'],
): Promise<Proof | null> {
  if (method === 'PASSKEY') return passkeyOptions && askForPasskey(passkeyOptions)
  if (method === 'APP') return { code: value }
  return method === 'PASSWORD' ? { password: value } : { recoveryCode: value }
}

export function FactorForm({
  methods,
  passkeyOptions,
  submitLabel,
  onProof,
  formatProblem,
}: {
  methods: readonly Method[]
  passkeyOptions: Options['passkeyOptions']
  submitLabel: string
  /** Sends the proof; throws if it was refused. */
  onProof: (proof: Proof) => Promise<void>
  formatProblem: (error: unknown) => string
}) {
  const [chosen, setChosen] = useState<Method | null>(null)
  const method = chosen ?? methods[0]
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (method !== undefined) input.current?.focus()
  }, [method])
  if (method === undefined) return null

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || !method) return
    if (method !== 'PASSKEY' && value.trim() === '')
      return setProblem(`Enter the ${WORDS[method].label.toLowerCase()}`)
    setBusy(true)
    setProblem(null)
    try {
      const proof = await collectProof(method, value, passkeyOptions)
      if (proof) await onProof(proof)
      else setProblem('The passkey was not used. Try again, or use another factor.')
    } catch (error) {
      setValue('')
      setProblem(formatProblem(error))
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const { label, help } = WORDS[method]
  return (
    <div className="flex flex-col gap-4">
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {problem && (
          <p id={`${id}-problem`} role="alert" className="font-medium text-danger">
            {problem}
          </p>
        )}
        {method === 'PASSKEY' ? (
          <p>Your browser asks for your fingerprint, your face, a PIN or a security key.</p>
        ) : (
          <label className="flex flex-col gap-1 font-medium">
            {label}
            <input
              key={method}
              ref={input}
              type={method === 'PASSWORD' ? 'password' : 'text'}
              inputMode={method === 'APP' ? 'numeric' : undefined}
              autoComplete={
                method === 'APP' ? 'one-time-code' : method === 'PASSWORD' ? 'current-password' : 'off'
              }
              className="control font-normal"
              required
              aria-invalid={problem ? true : undefined}
              aria-describedby={`${id}-help${problem ? ` ${id}-problem` : ''}`}
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
            {help && (
              <span id={`${id}-help`} className="font-normal text-muted">
                {help}
              </span>
            )}
          </label>
        )}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {method === 'PASSKEY' ? 'Use a passkey' : submitLabel}
        </Button>
      </form>
      <OtherMethods
        methods={methods.filter((other) => other !== method)}
        onChoose={(other) => {
          setChosen(other)
          setValue('')
          setProblem(null)
        }}
      />
    </div>
  )
}

function OtherMethods({
  methods,
  onChoose,
}: {
  methods: readonly Method[]
  onChoose: (method: Method) => void
}) {
  if (methods.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Other methods">
      {methods.map((method) => (
        <li key={method}>
          <button type="button" className="link" onClick={() => onChoose(method)}>
            {WORDS[method].use}
          </button>
        </li>
      ))}
    </ul>
  )
}
