/**
 * A member's PPS number: masked, and shown for half a minute to those who say why. It lives in the state of this component and
 * nowhere else, and is gone when the time is over, the page is left or hidden, or the session ends.
 */

import { Eye, EyeOff } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { type Member, revealPpsNumber } from '../../../../contract/members.ts'
import { subscribeToSessionEnd } from '../../../client.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { subscribeToOtherTabs, useMay, usePerson } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { useCountdown } from '../../../ui/countdown.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { formatFullName } from './member.ts'

const SHOWN_SECONDS = 30
/** Said aloud once more at this many seconds before the end. */
const LAST_SECONDS = 10

export function PpsNumber({ member }: { member: Member }) {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [wasShown, setWasShown] = useState(false)
  const id = useId()
  const hide = useCallback(() => setShown(null), [])
  const secondsLeft = useCountdown(shown === null ? null : SHOWN_SECONDS, hide)
  useEffect(() => {
    if (shown === null) return
    const hideWhenHidden = (): void => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', hideWhenHidden)
    // A page that is left may be kept whole, to be shown again by the back button.
    window.addEventListener('pagehide', hide)
    const forget = subscribeToSessionEnd(hide)
    const forgetOtherTab = subscribeToOtherTabs(hide)
    return () => {
      document.removeEventListener('visibilitychange', hideWhenHidden)
      window.removeEventListener('pagehide', hide)
      forget()
      forgetOtherTab()
    }
  }, [shown, hide])

  if (!member.ppsNumberMasked) return <NotKnown />
  const isShown = shown !== null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span id={id} className="font-medium">
        {isShown && <span className="print:hidden">{shown}</span>}
        <span className={isShown ? 'hidden print:inline' : ''}>{member.ppsNumberMasked}</span>
      </span>
      {may(revealPpsNumber) && (
        <span className="print:hidden">
          {/* One button for both, so that the focus has a place to come back to. */}
          <Button
            icon={isShown ? <EyeOff aria-hidden="true" size={16} /> : <Eye aria-hidden="true" size={16} />}
            aria-describedby={isShown ? id : undefined}
            onClick={() => (isShown ? hide() : setAsking(true))}
          >
            {isShown ? 'Hide' : 'Reveal …'}
            {isShown && (
              <span aria-hidden="true" className="font-normal text-muted">
                {secondsLeft} s
              </span>
            )}
          </Button>
        </span>
      )}
      <span role="status" className="sr-only">
        {isShown
          ? secondsLeft > LAST_SECONDS
            ? `The PPS number is shown for ${SHOWN_SECONDS} seconds`
            : `The PPS number is hidden in ${LAST_SECONDS} seconds`
          : wasShown && 'The PPS number is hidden'}
      </span>
      {isAsking && (
        <RevealDialog
          member={member}
          onClose={() => setAsking(false)}
          onRevealed={(ppsNumber) => {
            setShown(ppsNumber)
            setWasShown(true)
            setAsking(false)
          }}
        />
      )}
    </span>
  )
}

function RevealDialog({
  member,
  onClose,
  onRevealed,
}: {
  member: Member
  onClose: () => void
  onRevealed: (ppsNumber: string) => void
}) {
  const { name } = usePerson()
  // A response that arrives after the user closed the dialog or left the window is not shown.
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Reveal PPS number"
      description={
        <>
          <p>
            The PPS number of {formatFullName(member)} is shown for {SHOWN_SECONDS} seconds.
          </p>
          <p className="mt-2">
            The audit log permanently records that {name} viewed the number, the time, and the reason below.
            The number may be used only for pension administration and tax reporting; any other use is an
            offence ({formatCitedSources('SWCA 262')}).
          </p>
        </>
      }
    >
      <ContractForm
        contract={revealPpsNumber}
        defaults={{}}
        ids={{ id: member.id }}
        submitLabel="Reveal for 30 seconds"
        onCancel={onClose}
        onSaved={({ ppsNumber }) => {
          if (isOpen.current && document.visibilityState === 'visible') onRevealed(ppsNumber)
        }}
      >
        <TextField
          name="reason"
          help="Why you need the number (3 to 500 characters). The reason must not contain the number."
          isRequired
        />
      </ContractForm>
    </Dialog>
  )
}
