import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signIn } from '../../contract/auth.ts'
import { PAGES } from '../../contract/pages.ts'
import { call, forgetCsrfToken, onSessionEnded, Refused } from '../client.ts'
import { problemWords } from '../problems.ts'
import { findPerson, sessionQuery, usePerson } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/**
 * The session ended while somebody worked: a reset in another browser, a sign-out everywhere, thirty days. Signing in again
 * happens above the page, so that what was typed on it is still there.
 */
export function SessionDialog() {
  const person = usePerson()
  const queries = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => onSessionEnded(() => setEnded(true)), [])

  async function goOn(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      forgetCsrfToken()
      await call(signIn, { email: person.email, password })
      forgetCsrfToken()
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      // A role that changed meanwhile has another application.
      const now = await findPerson(queries)
      if (now?.role !== person.role || now.tenantId !== person.tenantId) window.location.assign(PAGES.today)
      setEnded(false)
      setPassword('')
      await queries.invalidateQueries()
    } catch (error) {
      setProblem(
        error instanceof Refused && error.status === 401
          ? 'That is not the password of this account.'
          : problemWords(error),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen={hasEnded}
      onClose={() => window.location.assign(PAGES.signIn)}
      title="Your session has ended"
      description={`You were signed out: the password was changed, or somebody signed out everywhere. Sign in again as ${person.email}; what you entered on this page is still here.`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        {problem && (
          <p role="alert" className="font-medium text-danger">
            {problem}
          </p>
        )}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <label className="flex flex-col gap-1 font-medium">
          Password
          <input
            type="password"
            autoComplete="current-password"
            className="control font-normal"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <div className="flex gap-2">
          <Button type="submit" look="primary" isBusy={isBusy}>
            Sign in and go on
          </Button>
          <Button look="quiet" onClick={() => window.location.assign(PAGES.signIn)}>
            Leave this page
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
