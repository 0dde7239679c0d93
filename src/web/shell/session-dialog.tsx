import { lazy, Suspense, useEffect, useState } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { subscribeToSessionEnd } from '../client.ts'
import { hasUnsavedWork, useLeave } from '../confirm-leave.ts'
import { formatSignInProblem } from '../problems.ts'
import { type Person, subscribeToOtherTabs, usePerson, useSignIn } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useTryAgain } from './use-try-again.ts'

const SecondStep = lazy(() => import('./second-step-form.tsx'))

const signInFromHere = (): string => {
  const { pathname, search } = window.location
  return `${PAGES.signIn}?${new URLSearchParams({ next: pathname + search })}`
}

/**
 * The session ended while the user worked: a reset in another browser, a sign-out everywhere, thirty days. The user signs in again in a
 * dialog above the page, so that typed values are kept.
 */
export function SessionDialog() {
  const person = usePerson()
  const enter = useSignIn()
  const tryAgain = useTryAgain()
  const leave = useLeave()
  const [hasEnded, setEnded] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSecondStep, setSecondStep] = useState(false)

  const goOn = (): void => {
    setEnded(false)
    setSecondStep(false)
    setPassword('')
    tryAgain()
  }
  useEffect(() => subscribeToSessionEnd(() => setEnded(true)), [])
  useEffect(() => {
    document.documentElement.dataset.session = hasEnded ? 'ended' : 'live'
  }, [hasEnded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: goOn only sets what it closes over, and the router stays the same
  useEffect(
    () =>
      subscribeToOtherTabs((userId) => {
        // Another user has this browser's session: data of this user must not stay on screen.
        if (userId !== null && userId !== person.id) leave(PAGES.today)
        else if (userId !== null) goOn()
        // The user signed out there on purpose: the page closes, unless unsaved work would be lost.
        else if (hasUnsavedWork()) setEnded(true)
        else leave(PAGES.signIn)
      }),
    [person.id],
  )

  async function submit(): Promise<void> {
    if (password === '') return setProblem('Enter the password')
    setBusy(true)
    setProblem(null)
    try {
      const now = await enter(person.email, password)
      if (!now) return setSecondStep(true)
      check(now)
    } catch (error) {
      setProblem(formatSignInProblem(error, 'The password is wrong.'))
    } finally {
      setBusy(false)
    }
  }
  function check(now: Person | null): void {
    // A user whose role has changed needs other pages.
    const isSame = now?.id === person.id && now.role === person.role && now.tenantId === person.tenantId
    if (isSame) goOn()
    else leave(PAGES.today)
  }

  return (
    <Dialog
      isOpen={hasEnded}
      mustAnswer
      onClose={() => setEnded(false)}
      title="Your session has ended"
      description={`Your session was ended in another tab or on another device, by a password change, or after a long time. Sign in again as ${person.email} to continue; your entries on this page are kept.`}
    >
      {isSecondStep ? (
        <Suspense>
          <SecondStep onEntered={check} onClosed={() => setSecondStep(false)} />
        </Suspense>
      ) : (
        <PasswordForm
          email={person.email}
          problem={problem}
          isBusy={isBusy}
          password={password}
          onChange={setPassword}
          onSubmit={() => void submit()}
          onLeave={() => leave(signInFromHere())}
        />
      )}
    </Dialog>
  )
}

interface PasswordFormProps {
  email: string
  problem: string | null
  isBusy: boolean
  password: string
  onChange: (password: string) => void
  onSubmit: () => void
  onLeave: () => void
}

function PasswordForm({ email, problem, isBusy, password, onChange, onSubmit, onLeave }: PasswordFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {problem && (
        <p id="session-problem" role="alert" className="font-medium text-danger">
          {problem}
        </p>
      )}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <label className="flex flex-col gap-1 font-medium">
        Password
        <input
          type="password"
          autoComplete="current-password"
          className="control font-normal"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'session-problem' : undefined}
          value={password}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={isBusy}>
          Sign in and continue
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Leave this page
        </Button>
      </div>
    </form>
  )
}
