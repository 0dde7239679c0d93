import { PAGES } from '../../../../contract/pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChoosePassword } from './choose-password.tsx'

export default function AcceptInvitation() {
  return (
    <ChoosePassword
      from={PAGES.acceptInvitation}
      words={{
        title: 'Choose a password',
        introduction: 'You have been invited. With a password your account is ready.',
        submitLabel: 'Set the password',
        doneTitle: 'Your account is ready',
        done: 'Sign in with your e-mail address and the password you chose.',
        expired: (
          <>
            <p>
              An invitation works once, within 7 days; a newer one replaces it. Ask the person who invited you
              to send it again.
            </p>
            <p>If you have chosen a password already, sign in with it.</p>
            <ButtonLink to={PAGES.signIn}>Go to the sign-in</ButtonLink>
          </>
        ),
      }}
    />
  )
}
