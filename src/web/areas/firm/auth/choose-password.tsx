/** The page that a mail's link leads to: a password for a new account, or another one for an old. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { resetPassword } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { sendRequest } from '../../../client.ts'
import { formatProblem } from '../../../problems.ts'
import { sessionQuery, useSignOut } from '../../../session.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isUnusable, useTokenOnce } from './mailed-token.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OpenForm } from './open-form.tsx'
import { OpenPage } from './open-page.tsx'

interface Words {
  title: string
  introduction: string
  submitLabel: string
  doneTitle: string
  done: string
  /** What to do where the link no longer works. */
  expired: ReactNode
}

const CHOICE = resetPassword.input.pick({ password: true })

export function ChoosePassword({
  from,
  words,
}: {
  from: typeof PAGES.resetPassword | typeof PAGES.acceptInvitation
  words: Words
}) {
  const { token } = useTokenOnce(from)
  const [state, setState] = useState<'open' | 'expired' | 'done'>('open')
  if (state === 'done') return <Done title={words.doneTitle}>{words.done}</Done>
  if (!token)
    return (
      <OpenPage key="incomplete" title="This link is incomplete">
        <p>Open the link in the e-mail again. If it runs over two lines, copy the whole link.</p>
        {words.expired}
      </OpenPage>
    )
  if (state === 'expired')
    return (
      <OpenPage key="expired" isAnswer title="This link no longer works">
        {words.expired}
      </OpenPage>
    )
  return (
    <OpenPage title={words.title}>
      <p>{words.introduction}</p>
      <OpenForm
        schema={CHOICE}
        defaults={{ password: '' }}
        submitLabel={words.submitLabel}
        onSubmit={async ({ password }) => {
          try {
            await sendRequest(resetPassword, { token, password })
            setState('done')
          } catch (error) {
            if (!isUnusable(error)) throw error
            setState('expired')
          }
        }}
      >
        <NewPasswordField name="password" label="Password" />
      </OpenForm>
    </OpenPage>
  )
}

function Done({ title, children }: { title: string; children: ReactNode }) {
  const { signOut } = useSignOut()
  // Asked anew: a reset has ended the sessions of its account, and an invitation may be opened in somebody else's browser.
  const session = useQuery({ ...sessionQuery, staleTime: 0 })
  const other = session.isFetching ? null : session.data?.user
  return (
    <OpenPage key="done" isAnswer title={title}>
      <p>{children}</p>
      {other ? (
        <>
          <p className="[overflow-wrap:anywhere]">
            In this browser {other.name} ({other.email}) is signed in.
          </p>
          <Button
            look="primary"
            onClick={() => void signOut().catch((error) => showToast('failed', formatProblem(error)))}
          >
            Sign out and go to sign-in
          </Button>
        </>
      ) : (
        <ButtonLink look="primary" to={PAGES.signIn}>
          Sign in
        </ButtonLink>
      )}
    </OpenPage>
  )
}
