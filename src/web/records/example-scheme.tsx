/** Loads the example scheme of the firm, or leads to it and removes it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Example } from '../../contract/examples.ts'
import { PAGES } from '../../contract/pages.ts'
import { formatCount, formatInstant } from '../../contract/value-format.ts'
import { operation } from '../operation.ts'
import { formatProblem } from '../problems.ts'
import { createQuery, useCommand } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'

/** `isOffered`: a firm with schemes of its own needs no example, but can remove the one that it has. */
export default function ExampleScheme({ isOffered = true }: { isOffered?: boolean }) {
  const { data: example } = useQuery(createQuery(operation('example.get'), {}))
  if (!example) return null
  if (example.loadedAt !== null) return <LoadedExample example={example} />
  return isOffered && <LoadExample />
}

function LoadExample() {
  const load = useCommand(operation('example.load'))
  return (
    <Notice
      title="Try it with an example"
      action={
        <Button
          isBusy={load.isPending}
          onClick={() =>
            load.mutate(
              { sent: {} },
              {
                onSuccess: () => showToast('saved', 'Example scheme loaded'),
                onError: (error) => showToast('failed', formatProblem(error)),
              },
            )
          }
        >
          Load example scheme
        </Button>
      }
    >
      An invented employer with a scheme, trustees, members and contributions. Reminders, the compliance
      status of the firm and supervisory packs leave it out. You can remove it with one action.
    </Notice>
  )
}

function LoadedExample({
  example: { loadedAt, schemeId, employers, schemes, members },
}: {
  example: Example
}) {
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand(operation('example.remove'))
  const close = (): void => {
    remove.reset()
    setAsking(false)
  }
  return (
    <Notice
      title="The firm has an example scheme"
      action={<Button onClick={() => setAsking(true)}>Remove example</Button>}
    >
      {schemeId && (
        <Link to={PAGES.scheme} params={{ schemeId }} className="link">
          Open the example scheme
        </Link>
      )}
      {loadedAt && <p className="text-muted text-sm">Loaded {formatInstant(loadedAt)}</p>}
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title="Remove the example"
        description={
          <>
            <p>
              {formatCount(employers, 'employer')}, {formatCount(schemes, 'scheme')} and{' '}
              {formatCount(members, 'member')} of the example are deleted, with their contributions,
              obligations and documents, also those that you added or changed.
            </p>
            <p className="mt-2">
              Your other records stay. The audit log keeps its entries. This cannot be undone.
            </p>
          </>
        }
      >
        {remove.error && (
          <div role="alert" className="mb-3">
            <Notice look="late" title="The example was not removed">
              {formatProblem(remove.error)}
            </Notice>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look="danger"
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { sent: {} },
                {
                  onSuccess: () => {
                    close()
                    showToast('saved', 'Example removed')
                  },
                },
              )
            }
          >
            Remove example
          </Button>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </Notice>
  )
}
