import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Refused, sendRequest } from '../../../client.ts'
import { operation } from '../../../operation.ts'
import { formatSignInProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'

const find = operation('auth.find-single-sign-on')
const start = operation('auth.start-single-sign-on')
const DEBOUNCED_MS = 400
const DOMAIN = /@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})$/

const UNUSABLE = "Your firm's sign-in cannot be used at the moment. Try again, or ask your administrator."

/** The sign-in of the firm, for an address of a domain that has one. Only the domain is sent, until the user continues. */
export default function SingleSignOnOffer({ next }: { next: string | undefined }) {
  const { getValues } = useFormContext()
  // An address that is typed before this part watches the form is read once it does.
  const [, setWatching] = useState(false)
  const typed: unknown = useWatch({ name: 'email' }) || getValues('email')
  useEffect(() => setWatching(true), [])
  const email = typeof typed === 'string' ? typed.trim().toLowerCase() : ''
  const domain = useDebouncedValue(DOMAIN.exec(email)?.[1], DEBOUNCED_MS)
  const { data } = useQuery({
    ...createQuery(find, { domain: domain ?? '' }),
    enabled: domain !== undefined,
    // Without an answer there is the password.
    retry: false,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (domain === undefined || !data?.firmName) return null

  async function goToProvider(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { url } = await sendRequest(start, { email, ...(next ? { callbackUrl: next } : {}) })
      window.location.assign(url)
    } catch (error) {
      setBusy(false)
      const isUnusable = error instanceof Refused && [401, 404].includes(error.status)
      setProblem(isUnusable ? UNUSABLE : formatSignInProblem(error))
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <Button look="primary" isBusy={isBusy} onClick={() => void goToProvider()}>
        Continue with {data.firmName}'s sign-in
      </Button>
      {problem && (
        <div role="alert">
          <Notice look="late" title={problem} />
        </div>
      )}
      {data.isRequired && (
        <p className="text-muted text-sm">
          {data.firmName} does not accept passwords, except from administrators with a second factor when its
          sign-in fails.
        </p>
      )}
    </div>
  )
}
