import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getSecondFactor } from '../../../../contract/second-factor.ts'
import { getNextPage } from '../../../next-page.ts'
import { createQuery } from '../../../queries.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { PublicPage } from './public-page.tsx'

/** The days of grace are over: the session can do nothing else until a second factor is set up. */
export default function SetUpFactor() {
  const { next } = useSearch({ from: PAGES.setUpFactor })
  const router = useRouter()
  const queries = useQueryClient()
  const { data: factor, isError } = useQuery({ ...createQuery(getSecondFactor, {}), retry: false })
  if (isError)
    return (
      <PublicPage title="Sign in first" isAnswer>
        <ButtonLink look="primary" to={PAGES.signIn}>
          Go to sign-in
        </ButtonLink>
      </PublicPage>
    )
  return (
    <PublicPage title="Set up a second factor" isAnswer>
      <p>
        Your firm requires a second factor for your role. You can continue after you have set up an
        authenticator app or a passkey.
      </p>
      {factor && <FactorSetUp factor={factor} />}
      {factor && (factor.app || factor.passkeys.length > 0) && (
        <Button
          look="primary"
          onClick={() => {
            queries.clear()
            router.history.replace(getNextPage(next, window.location.origin))
          }}
        >
          Continue
        </Button>
      )}
    </PublicPage>
  )
}
