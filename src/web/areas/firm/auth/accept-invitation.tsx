import { PAGES } from '../../../../contract/pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChoosePassword } from './choose-password.tsx'

export default function AcceptInvitation() {
  return (
    <ChoosePassword
      from={PAGES.acceptInvitation}
      words={{
        title: 'Choose a password',
        introduction: 'Choose a password to activate your account and sign in.',
        submitLabel: 'Set password',
        expired: (
          <>
            <p>
              An invitation works once, within 7 days. A newer invitation replaces it. Ask for a new
              invitation.
            </p>
            <p>If you already have a password, sign in.</p>
            <ButtonLink to={PAGES.signIn}>Go to sign-in</ButtonLink>
          </>
        ),
      }}
    />
  )
}
