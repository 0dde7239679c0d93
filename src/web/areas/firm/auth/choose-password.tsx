/** The page that a link in a mail opens: sets the password of a new account, or replaces that of an existing one. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { resetPassword } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { usePasswordFromLink } from '../../../session.tsx'
import { isUnusable, useTokenOnce } from './mailed-token.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

interface Words {
  title: string
  introduction: string
  submitLabel: string
  /** Instruction for a link that no longer works. */
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
      <PublicPage key="incomplete" title="This link is incomplete">
        <p>Open the link in the e-mail again. If it runs over two lines, copy the whole link.</p>
        {words.expired}
      </PublicPage>
    )
  if (state === 'expired')
    return (
      <PublicPage key="expired" isAnswer title="This link no longer works">
        {words.expired}
      </PublicPage>
    )
  return (
    <PublicPage title={words.title}>
      <p>{words.introduction}</p>
      <PublicForm
        schema={CHOICE}
        defaults={{ password: '' }}
        submitLabel={words.submitLabel}
        onSubmit={async ({ password }) => {
          try {
            // Cached responses of an earlier user are not shown to this one.
            queries.clear()
            const person = await setPassword(token, password)
            router.history.replace(person ? PAGES.today : PAGES.secondStep)
          } catch (error) {
            if (!isUnusable(error)) throw error
            setState('expired')
          }
        }}
      >
        <NewPasswordField name="password" label="Password" />
      </PublicForm>
    </PublicPage>
  )
}
