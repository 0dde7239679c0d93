/** Calendar subscription: the user creates an address, sees it once, and can revoke it. */

import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { createFeed } from '../../../../contract/calendar-feeds.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'

export function Subscription() {
  const [isOpen, setOpen] = useState(false)
  if (!useMay()(createFeed)) return null
  return (
    <>
      <Button icon={<CalendarPlus aria-hidden="true" size={16} />} onClick={() => setOpen(true)}>
        Subscribe
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Subscribe to the calendar"
        description={
          <p>
            Outlook, Google Calendar, Apple Calendar and others can show the open obligations of your firm.
            The address contains a secret: anyone with the address can see the names of schemes and
            obligations.
          </p>
        }
      >
        <Feed onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Feed({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(createQuery(operation('calendar-feed.get'), {}))
  const create = useCommand(createFeed)
  const revoke = useCommand(operation('calendar-feed.revoke'))
  // The service keeps only a hash of the address: if it is not copied now, a new one has to be created.
  const [address, setAddress] = useState<string | null>(null)
  const failed = error ?? create.error ?? revoke.error
  const feed = data?.feed ?? null

  async function make(): Promise<void> {
    revoke.reset()
    const { url } = await create.mutateAsync({ sent: {}, idempotencyKey: crypto.randomUUID() })
    setAddress(url)
  }
  async function end(): Promise<void> {
    create.reset()
    await revoke.mutateAsync({ sent: {} })
    setAddress(null)
    showToast('saved', 'The address no longer works')
  }

  return (
    <div className="flex flex-col gap-4">
      {failed && <Notice look="late" title={formatProblem(failed)} />}
      {address ? (
        <NewAddress address={address} />
      ) : (
        <SubscriptionStatus since={feed?.createdAt ?? null} isKnown={!!data} />
      )}
      <div className="flex flex-wrap gap-2">
        {data && !address && (
          <Button
            look={feed ? 'secondary' : 'primary'}
            isBusy={create.isPending}
            // The error is shown above.
            onClick={() => void make().catch(() => {})}
          >
            {feed ? 'Create new address' : 'Create address'}
          </Button>
        )}
        {feed && (
          <Button look="danger" isBusy={revoke.isPending} onClick={() => void end().catch(() => {})}>
            Revoke address
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

function SubscriptionStatus({ since, isKnown }: { since: string | null; isKnown: boolean }) {
  if (!isKnown) return <p className="text-muted">Loading …</p>
  if (since === null) return <p>You have no address yet.</p>
  return (
    <p>
      You have an address since {formatInstant(since)}. It is shown only once. If you lost it, create a new
      address; the old one then stops working.
    </p>
  )
}

function NewAddress({ address }: { address: string }) {
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="font-medium">Address of your calendar</span>
        <input
          readOnly
          value={address}
          className="w-full rounded-md border border-control bg-surface px-3 py-1.5 font-mono text-sm"
          onFocus={({ target }) => target.select()}
        />
      </label>
      <p className="text-muted">Shown only once. Add it in your calendar program as an internet calendar.</p>
      <div>
        <Button onClick={() => void copyText(address, () => showToast('saved', 'Address copied'))}>
          Copy address
        </Button>
      </div>
    </div>
  )
}
