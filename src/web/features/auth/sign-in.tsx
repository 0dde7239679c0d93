import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { signIn } from '../../../contract/auth.ts'
import { PAGES } from '../../../contract/pages.ts'
import { call, forgetCsrfToken, Refused } from '../../client.ts'
import { problemWords } from '../../problems.ts'
import { sessionQuery } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OpenPage } from './open-page.tsx'

const WRONG = 'The e-mail address or the password is wrong.'

function refusalWords(error: unknown): string {
  if (!(error instanceof Refused)) return problemWords(error)
  if (error.status === 401 || error.status === 400) return WRONG
  if (error.status !== 429) return problemWords(error)
  const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60)
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`
}

/** Only a path of this application: an address from elsewhere is not followed. */
const safeNext = (next: string | undefined): string =>
  next && /^\/(?![/\\])/.test(next) ? next : PAGES.today

export default function SignIn() {
  const { next, error } = useSearch({ from: PAGES.signIn })
  const queries = useQueryClient()
  const router = useRouter()
  const problemBox = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(error === 'credentials' ? WRONG : null)
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { isSubmitting } = form.formState
  useEffect(() => {
    if (problem) problemBox.current?.focus()
  }, [problem])

  const submit = form.handleSubmit(async (typed) => {
    setProblem(null)
    try {
      await call(signIn, { email: typed.email ?? '', password: typed.password ?? '' })
      forgetCsrfToken()
      queries.clear()
      await queries.fetchQuery(sessionQuery)
      router.history.push(safeNext(next))
    } catch (refusal) {
      setProblem(refusalWords(refusal))
    }
  })

  return (
    <OpenPage title="Sign in">
      {problem && (
        <div ref={problemBox} role="alert" tabIndex={-1}>
          <Notice look="late" title={problem} />
        </div>
      )}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="email" label="E-mail address" type="email" autoComplete="username" isRequired />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            isRequired
          />
          <Button type="submit" look="primary" isBusy={isSubmitting}>
            Sign in
          </Button>
        </form>
      </FormProvider>
      <Link className="link self-start" to={PAGES.forgotPassword}>
        Forgot your password?
      </Link>
    </OpenPage>
  )
}
