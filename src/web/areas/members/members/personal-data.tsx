/** Personal data of a member: what is held, the copy for an access request, and erasure. For administrators. */

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  erasePersonalData,
  exportPersonalData,
  getPersonalData,
  type HoldingKind,
  ON_ERASURE,
  type PersonalData,
} from '../../../../contract/personal-data.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { streamRequest } from '../../../client.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { download } from '../../../ui/csv.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { formatFullName } from './member.ts'

const LABELS: Record<HoldingKind, string> = {
  RECORD: 'Member record',
  PPS_NUMBER: 'PPS number',
  PAY: 'Pay and contribution rates',
  EMOLUMENTS: 'Emoluments',
  CONTRIBUTIONS: 'Contribution lines',
  DOCUMENTS: 'Documents',
  OBLIGATIONS: 'Obligations',
  COMMENTS: 'Comments',
  ACCOUNT: 'Account',
  AUDIT_ENTRIES: 'Audit log entries',
}

export default function PersonalDataSection({ member }: { member: Member }) {
  const { data: held } = useSuspenseQuery(createQuery(getPersonalData, { id: member.id }))
  const [isErasing, setErasing] = useState(false)
  return (
    <Section
      title="Personal data"
      actions={
        <>
          <ExportButton member={member} />
          {held.blocker === null && (
            <Button icon={<Eraser aria-hidden="true" size={16} />} onClick={() => setErasing(true)}>
              Erase …
            </Button>
          )}
        </>
      }
    >
      <p className="max-w-[70ch]">{describeRetention(held)}</p>
      <p className="text-muted text-sm">Effect of erasure on each kind of data:</p>
      <Holdings held={held} />
      {held.otherMemberships > 0 && (
        <p className="text-muted text-sm">
          {formatCount(held.otherMemberships, 'further membership')} of the same person: export and erase each
          separately.
        </p>
      )}
      {held.mentions.length > 0 && (
        <Notice
          title={`${formatCount(held.mentions.length, 'file note')} of the scheme with the name of this member`}
        >
          They are neither exported nor erased, because they can be about others as well. Read them and
          decide:{' '}
          {held.mentions.map(({ entityId, createdAt }, index) => (
            <span key={entityId}>
              {index > 0 && ', '}
              <Link to={PAGES.fileNote} params={{ noteId: entityId }} className="link">
                {formatDate(createdAt.slice(0, 10))}
              </Link>
            </span>
          ))}
        </Notice>
      )}
      {isErasing && <EraseDialog member={member} held={held} onClose={() => setErasing(false)} />}
    </Section>
  )
}

function Holdings({ held }: { held: PersonalData }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {held.holdings
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <li key={kind} className="grid gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[14rem_6rem_1fr]">
            <span>
              {LABELS[kind]}
              {count > 1 && <span className="text-muted">: {count}</span>}
            </span>
            <span>
              <Status tone={ON_ERASURE[kind].isErased ? 'ended' : 'settled'}>
                {ON_ERASURE[kind].isErased ? 'Erased' : 'Kept'}
              </Status>
            </span>
            <span className="text-muted text-sm">{ON_ERASURE[kind].explanation}.</span>
          </li>
        ))}
    </ul>
  )
}

/** The retention period with its calculation. */
function describeRetention({
  blocker,
  startsOn,
  years,
  retainUntilOn,
  documentsRetainedUntilOn,
  isRetentionOver,
}: PersonalData): string {
  if (blocker === 'ALREADY_ERASED')
    return 'The personal data were erased. The amounts and dates below are kept.'
  if (blocker === 'MEMBERSHIP_CONTINUES')
    return 'The membership continues: the retention period has not begun, and the record cannot be erased.'
  if (startsOn === null || retainUntilOn === null)
    return 'The end of the membership is not recorded: the retention period cannot be calculated.'
  const calculation = `${formatDate(startsOn)} plus ${formatCount(years, 'year')}`
  const document =
    documentsRetainedUntilOn === retainUntilOn ? ', extended by the retention date of a document' : ''
  return isRetentionOver
    ? `The retention period ended on ${formatDate(retainUntilOn)}: ${calculation}${document}.`
    : `The record must be kept until ${formatDate(retainUntilOn)}: ${calculation}${document}.`
}

function ExportButton({ member }: { member: Member }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const content = await streamRequest(exportPersonalData, { id: member.id }, {}, 'application/zip')
      download(`personal-data-${member.id}-${getTodayInDublin()}.zip`, await new Response(content).blob())
      showToast('saved', 'Copy of personal data created')
      void queries.invalidateQueries()
    } catch (error) {
      showToast('failed', formatProblem(error))
    }
    setBusy(false)
  }
  return (
    <Button
      icon={<Download aria-hidden="true" size={16} />}
      isBusy={isBusy}
      title="A ZIP for an access request: summary as PDF, data as JSON, documents. The audit log records the export"
      onClick={() => void save()}
    >
      Export copy
    </Button>
  )
}

function EraseDialog({ member, held, onClose }: { member: Member; held: PersonalData; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Erase personal data"
      description={
        <div className="flex flex-col gap-2">
          <p>{describeRetention(held)}</p>
          <p>
            The personal data of {formatFullName(member)} are removed from all records, with the documents
            addressed to the member. Amounts of contributions and the audit log are kept.
          </p>
          <p className="font-medium">Erasure is permanent and cannot be undone.</p>
        </div>
      }
    >
      <ContractForm
        contract={erasePersonalData}
        defaults={{}}
        ids={{ id: member.id }}
        version={member.version}
        submitLabel="Erase permanently"
        submitLook="danger"
        onCancel={onClose}
        onSaved={() => {
          showToast('saved', 'The personal data are erased')
          onClose()
          void queries.invalidateQueries()
        }}
      >
        <TextField
          name="reason"
          label="Reason"
          isRequired={!held.isRetentionOver}
          help={
            held.isRetentionOver
              ? 'The audit log keeps the reason permanently: enter no name.'
              : 'Why the data are erased before the retention period ends. The audit log keeps the reason permanently: enter no name.'
          }
        />
      </ContractForm>
    </Dialog>
  )
}
