import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { Refused, sendRequest } from '../../../client.ts'
import { getNextPage } from '../../../next-page.ts'
import { operation } from '../../../operation.ts'
import { formatSignInProblem } from '../../../problems.ts'
import { useEnterSession } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PublicPage } from './public-page.tsx'

const complete = operation('auth.single-sign-on')

const NOT_CONFIRMED =
  "Your firm's sign-in did not confirm who you are. Sign in again or ask your administrator."

/** Cause and next step, by the code of the refusal. */
const NEXT_STEPS: Record<string, string> = {
  STATE:
    'The sign-in took too long, was used before, or began in another browser. Begin again on the sign-in page.',
  PROVIDER:
    "The response of your firm's sign-in was not accepted. The audit log of your firm has the reason.",
  ADDRESS: 'Your address there is not confirmed, or is not one of the domains of your firm.',
  NO_ACCOUNT:
    'Your firm has no active account for you here, or it is linked to another person. An administrator can invite you or remove the link.',
  TURNED_OFF: 'Your firm has changed or turned off this sign-in.',
}

/** The provider redirects here. The response leaves the address at once, so that it stays in no history. */
export default function SingleSignOnReturn() {
  const { firmId } = useParams({ from: PAGES.singleSignOnReturn })
  const router = useRouter()
  const queries = useQueryClient()
  const enter = useEnterSession()
  const isSent = useRef(false)
  const [refusal, setRefusal] = useState<{ text: string; code: string | null } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is sent once, when the page opens
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const response = window.location.search
    window.history.replaceState(window.history.state, '', window.location.pathname)
    void finish(response)
  }, [])

  async function finish(response: string): Promise<void> {
    try {
      // Nothing that an earlier person asked is shown to this one.
      queries.clear()
      let url: string = PAGES.today
      await enter(async () => {
        ;({ url } = await sendRequest(complete, { firm: firmId, response: response || '?' }))
      })
      router.history.replace(getNextPage(url, window.location.origin))
    } catch (error) {
      const code = error instanceof Refused ? error.details.code : null
      setRefusal({
        text: formatSignInProblem(error, NOT_CONFIRMED),
        code: typeof code === 'string' ? code : null,
      })
    }
  }

  if (!refusal)
    return (
      <PublicPage title="Signing in">
        <p role="status">Your firm's sign-in has answered. One moment …</p>
      </PublicPage>
    )
  return (
    <PublicPage key="refused" title="Not signed in" isAnswer>
      <div className="flex flex-col gap-3" role="alert">
        <p>{refusal.text}</p>
        {refusal.code && <p>{NEXT_STEPS[refusal.code]}</p>}
        {refusal.code && <p className="text-muted">Reason code: {refusal.code}</p>}
      </div>
      <ButtonLink to={PAGES.signIn}>Go to sign-in</ButtonLink>
    </PublicPage>
  )
}
