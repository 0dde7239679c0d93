import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getNextPage } from '../../../next-page.ts'
import SecondStepForm from '../../../shell/second-step-form.tsx'
import { PublicPage } from './public-page.tsx'

/** After a correct password, for a user with a second factor. */
export default function SecondStep() {
  const { next } = useSearch({ from: PAGES.secondStep })
  const router = useRouter()
  const navigate = useNavigate()
  return (
    <PublicPage title="Confirm that it is you" isAnswer>
      <SecondStepForm
        onEntered={() => router.history.replace(getNextPage(next, window.location.origin))}
        onClosed={() => void navigate({ to: PAGES.signIn, search: next ? { next } : {}, replace: true })}
      />
      <p className="text-muted">
        Lost the device and the recovery codes? Ask an administrator of your firm to remove your second
        factor.
      </p>
    </PublicPage>
  )
}
