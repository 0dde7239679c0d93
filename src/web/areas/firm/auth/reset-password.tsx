import { PAGES } from '../../../../contract/pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChoosePassword } from './choose-password.tsx'

export default function ResetPassword() {
  return (
    <ChoosePassword
      from={PAGES.resetPassword}
      words={{
        title: 'Choose a new password',
        introduction: 'You will be signed out on every device, and sign in again with the new password.',
        submitLabel: 'Set the password',
        doneTitle: 'The password is set',
        done: 'Every earlier session has ended. Sign in with the new password.',
        expired: (
          <>
            <p>A link to reset a password works once, within 60 minutes; a newer one replaces it.</p>
            <ButtonLink look="primary" to={PAGES.forgotPassword}>
              Ask for a new link
            </ButtonLink>
          </>
        ),
      }}
    />
  )
}
