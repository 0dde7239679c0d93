import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { signIn } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getNextPage } from '../../../next-page.ts'
import { formatSignInProblem, WRONG_CREDENTIALS } from '../../../problems.ts'
import { useSignIn } from '../../../session.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'

import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

/** Fetched once an address is typed. */
const SingleSignOnOffer = lazy(() => import('./single-sign-on-offer.tsx'))

const CREDENTIALS = signIn.input.pick({ email: true, password: true })

export default function SignIn() {
  const { next, error } = useSearch({ from: PAGES.signIn })
  const router = useRouter()
  const queries = useQueryClient()
  const enter = useSignIn()
  const navigate = useNavigate()
  const initialProblem = error === 'credentials' ? WRONG_CREDENTIALS : null

  return (
    <PublicPage title="Sign in">
      <PublicForm
        schema={CREDENTIALS}
        defaults={{ email: '', password: '' }}
        submitLabel="Sign in"
        initialProblem={initialProblem}
        words={formatSignInProblem}
        onSubmit={async ({ email, password }) => {
          // Nothing that an earlier person asked is shown to this one.
          queries.clear()
          const person = await enter(email, password)
          if (person) router.history.replace(getNextPage(next, window.location.origin))
          else await navigate({ to: PAGES.secondStep, search: next ? { next } : {}, replace: true })
        }}
      >
        <TextField
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus={initialProblem === null}
          isRequired
        />
        <Suspense>
          <SingleSignOnOffer next={next} />
        </Suspense>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
      </PublicForm>
      <Link className="link self-start" to={PAGES.forgotPassword}>
        Forgot your password?
      </Link>
    </PublicPage>
  )
}
