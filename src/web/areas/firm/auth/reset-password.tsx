import { PAGES } from '../../../../contract/pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChoosePassword } from './choose-password.tsx'

export default function ResetPassword() {
  return (
    <ChoosePassword
      from={PAGES.resetPassword}
      words={{
        title: 'Choose a new password',
        introduction: 'This signs you in here and signs you out on all other devices.',
        submitLabel: 'Set password',
        expired: (
          <>
            <p>A link to reset a password works once, within 60 minutes. A newer link replaces it.</p>
            <ButtonLink look="primary" to={PAGES.forgotPassword}>
              Request a new link
            </ButtonLink>
          </>
        ),
      }}
    />
  )
}
