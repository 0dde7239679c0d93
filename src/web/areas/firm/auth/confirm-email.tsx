/** The page that the link to a new e-mail address leads to. A button confirms, because mail programs open links by themselves. */
import { useState } from 'react'
import { confirmEmail } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { sendRequest } from '../../../client.ts'
import { formatProblem } from '../../../problems.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isUnusable, useTokenOnce } from './mailed-token.ts'
import { PublicPage } from './public-page.tsx'

export default function ConfirmEmail() {
  const { token } = useTokenOnce(PAGES.confirmEmail)
  const [state, setState] = useState<'open' | 'sending' | 'expired' | 'done'>('open')
  if (state === 'done')
    return (
      <PublicPage key="done" isAnswer title="Your new address is confirmed">
        <p>All sessions have ended. Sign in with the new address.</p>
        <ButtonLink look="primary" to={PAGES.signIn}>
          Sign in
        </ButtonLink>
      </PublicPage>
    )
  if (!token || state === 'expired')
    return (
      <PublicPage key="expired" isAnswer title="This link does not work">
        <p>
          The link works once, within 24 hours. Enter the new address in your account again, or ask your
          administrator.
        </p>
        <ButtonLink to={PAGES.signIn}>Go to sign-in</ButtonLink>
      </PublicPage>
    )
  async function confirm(known: string): Promise<void> {
    setState('sending')
    try {
      await sendRequest(confirmEmail, { token: known })
      setState('done')
    } catch (error) {
      setState(isUnusable(error) ? 'expired' : 'open')
      if (!isUnusable(error)) showToast('failed', formatProblem(error))
    }
  }
  return (
    <PublicPage title="Confirm your new e-mail address">
      <p>After confirmation, sign in with this address. All sessions of your account end.</p>
      <Button look="primary" isBusy={state === 'sending'} onClick={() => void confirm(token)}>
        Confirm address
      </Button>
    </PublicPage>
  )
}
