import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPassword } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { sendRequest } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

/** The answer is the same whether the address belongs to an account or not. */
export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = (
    <Link className="link self-start" to={PAGES.signIn}>
      Back to sign-in
    </Link>
  )
  if (sentTo !== null)
    return (
      <PublicPage key="sent" isAnswer title="Check your e-mail">
        <div className="flex flex-col gap-3">
          <p className="[overflow-wrap:anywhere]">
            If <strong className="font-medium">{sentTo}</strong> belongs to an account, we have sent an e-mail
            with a link.
          </p>
          <p>Open the link to choose a new password. It works once, within 60 minutes.</p>
          <p className="text-muted">
            No e-mail after a few minutes? Check your spam folder and the address. We send at most three of
            these e-mails an hour: use the link in the latest one. The administrator of your firm knows the
            address of your account.
          </p>
        </div>
        <Button onClick={() => setSentTo(null)}>Use another address</Button>
        {back}
      </PublicPage>
    )
  return (
    <PublicPage title="Reset your password">
      <p>Enter the e-mail address of your account. We send you a link to choose a new password.</p>
      <PublicForm
        schema={forgotPassword.input}
        defaults={{ email: '' }}
        submitLabel="Send link"
        onSubmit={async ({ email }) => {
          await sendRequest(forgotPassword, { email })
          setSentTo(email)
        }}
      >
        <TextField
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus
          isRequired
        />
      </PublicForm>
      {back}
    </PublicPage>
  )
}
