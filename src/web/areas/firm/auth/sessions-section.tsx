import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession, listSessions, type Session } from '../../../../contract/sessions.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { SignOutEverywhereDialog } from '../../../shell/sign-out-everywhere.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'

const METHODS: Record<Session['method'], string> = {
  PASSWORD: 'password',
  SINGLE_SIGN_ON: "your firm's sign-in",
  APP: 'password and authenticator app',
  PASSKEY: 'password and passkey',
  RECOVERY_CODE: 'password and recovery code',
}

const describe = ({ browser, system }: Session): string =>
  `${browser ?? 'Unknown browser'} on ${system ?? 'an unknown system'}`

/** Where the user is signed in. */
export function SessionsSection() {
  const { sessions } = useSuspenseQuery(createQuery(listSessions, {})).data
  const [isAsking, setAsking] = useState(false)
  const end = useCommand(endSession)
  const endOthers = useCommand(endOtherSessions)
  const onError = (error: unknown): void => showToast('failed', formatProblem(error))
  return (
    <Section title="Sessions">
      <p className="max-w-[70ch]">
        Devices on which you are signed in. The network is the first part of the address; the time of the last
        use is kept to the hour.
      </p>
      <ul className="flex flex-col gap-2" aria-label="Your sessions">
        {sessions.map((session) => (
          <li
            key={session.session}
            className="flex flex-wrap items-center justify-between gap-2 sm:flex-nowrap rounded-md border border-line bg-surface p-3"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {describe(session)}
                {session.isCurrent && ' (this session)'}
                {session.network && (
                  <span className="font-normal text-muted">, network {session.network}</span>
                )}
              </p>
              <p className="text-muted">
                Signed in {formatInstant(session.signedInAt)} with {METHODS[session.method]}. Last used{' '}
                {formatInstant(session.lastUsedAt)}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                look="quiet"
                aria-label={`Sign out ${describe(session)}, signed in ${formatInstant(session.signedInAt)}`}
                onClick={() =>
                  end.mutate(
                    { sent: { session: session.session } },
                    { onSuccess: () => showToast('saved', 'The session has ended'), onError },
                  )
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          isBusy={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(
              { sent: {} },
              { onSuccess: () => showToast('saved', 'All other sessions have ended'), onError },
            )
          }
        >
          Sign out all other sessions
        </Button>
        <Button onClick={() => setAsking(true)}>Sign out everywhere …</Button>
      </div>
      <SignOutEverywhereDialog isOpen={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}
