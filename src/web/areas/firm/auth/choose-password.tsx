/** The page that a mail's link leads to: a password for a new account, or another one for an old. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { resetPassword } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { usePasswordFromLink } from '../../../session.tsx'
import { isUnusable, useTokenOnce } from './mailed-token.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OpenForm } from './open-form.tsx'
import { OpenPage } from './open-page.tsx'

interface Words {
  title: string
  introduction: string
  submitLabel: string
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
  const [state, setState] = useState<'open' | 'expired'>('open')
  const router = useRouter()
  const queries = useQueryClient()
  const setPassword = usePasswordFromLink()
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
            // Nothing that an earlier person asked is shown to this one.
            queries.clear()
            await setPassword(token, password)
            router.history.replace(PAGES.today)
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
