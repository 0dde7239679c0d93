import { lazy, Suspense, useEffect, useState } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { subscribeToSessionEnd } from '../client.ts'
import { hasUnsavedWork, useLeaveUnasked } from '../confirm-leave.ts'
import { formatSignInProblem } from '../problems.ts'
import { type Person, subscribeToOtherTabs, usePerson, useSignIn } from '../session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import { useTryAgain } from './use-try-again.ts'

// Loaded soon after the page, because the session may end while no server answers.
const passwordForm = createLazyComponent(() => import('./session-password-form.tsx'))
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
  const leave = useLeaveUnasked()
  const [hasEnded, setEnded] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSecondStep, setSecondStep] = useState(false)

  const form = useLazyComponent(passwordForm, hasEnded, () => {})

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
        form && (
          <form.PasswordForm
            email={person.email}
            problem={problem}
            isBusy={isBusy}
            password={password}
            onChange={setPassword}
            onSubmit={() => void submit()}
            onLeave={() => leave(signInFromHere())}
          />
        )
      )}
    </Dialog>
  )
}
