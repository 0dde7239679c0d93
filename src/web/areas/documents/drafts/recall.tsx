/** Withdraws everything that the firm drafted from one state of the public texts, and says what that was. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../../../../contract/define.ts'
import { withdrawDrafts } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

type Recalled = Output<typeof withdrawDrafts>

export default function Recall({ corpusSnapshot, onClose }: { corpusSnapshot: string; onClose: () => void }) {
  const [recalled, setRecalled] = useState<Recalled | null>(null)
  if (recalled) return <Done recalled={recalled} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Recall drafts based on this version of the sources"
      description={<Concerned corpusSnapshot={corpusSnapshot} />}
    >
      <ContractForm
        contract={withdrawDrafts}
        defaults={{ corpusSnapshot, reason: null }}
        ids={{}}
        submitLabel="Recall drafts"
        submitLook="danger"
        onCancel={onClose}
        onSaved={setRecalled}
      >
        <TextField
          name="reason"
          isRequired
          rows={3}
          help="Shown with each draft and kept in the audit log. No names of people"
        />
      </ContractForm>
    </Dialog>
  )
}

const MOST = 200

function Concerned({ corpusSnapshot }: { corpusSnapshot: string }) {
  const { data } = useQuery(
    createQuery(operation('draft.list'), { corpusSnapshot, recalled: 'false', limit: MOST }),
  )
  const rows = data?.data ?? []
  const count = (status: string): number => rows.filter((row) => row.status === status).length
  const more = data?.nextCursor ? ', and more' : ''
  return (
    <div className="flex flex-col gap-2">
      <p>
        {data
          ? `Affects ${formatCount(count('DRAFT'), 'draft')} and ${formatCount(count('APPROVED'), 'approved text')}${more}.`
          : '…'}
      </p>
      <p>
        Recalled drafts can no longer be changed or approved. Approved texts stay in place and are marked for
        review. This cannot be undone.
      </p>
      <p>The audit log records the recall of each draft, with date, reason and user.</p>
    </div>
  )
}

const Done = ({
  recalled: { withdrawn, toReview },
  onClose,
}: {
  recalled: Recalled
  onClose: () => void
}) => (
  <Dialog
    isOpen
    isWide
    onClose={onClose}
    title={`${formatCount(withdrawn.length, 'draft')} recalled, ${formatCount(toReview.length, 'approved text')} to review`}
  >
    <div className="flex flex-col gap-5">
      <Drafts name="To review: approved already" drafts={toReview} onOpen={onClose} />
      <Drafts name="Recalled" drafts={withdrawn} onOpen={onClose} />
      <div>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  </Dialog>
)

function Drafts({
  name,
  drafts,
  onOpen,
}: {
  name: string
  drafts: Recalled['withdrawn']
  onOpen: () => void
}) {
  if (drafts.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{name}</h3>
      <Rows name={name}>
        {drafts.map(({ id, title, schemeName }) => (
          <Row
            key={id}
            title={
              <Link to={PAGES.draft} params={{ draftId: id }} className="link" onClick={onOpen}>
                {title}
              </Link>
            }
            aside={schemeName}
          />
        ))}
      </Rows>
    </div>
  )
}
