import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  approveSchemeImport,
  getSchemeImport,
  type SchemeImport,
  undoSchemeImport,
} from '../../../../contract/scheme-imports.ts'
import { formatCount, formatInstant, formatNumber } from '../../../../contract/value-format.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { BarredNotice, useIsBarred, useMayDecide } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { IMPORT_TONES } from './import-tones.ts'

/** One import of schemes: its approval in bulk, its undo, and the next step. */
export default function SchemeImportPage() {
  const { importId } = useParams({ from: `/authenticated${PAGES.schemeImport}` })
  const { data } = useSuspenseQuery(createQuery(getSchemeImport, { id: importId }))
  const nameOf = useUserNames()
  const may = useMayDecide(data)
  const isUndone = data.status === 'UNDONE'
  const acts = isUndone ? [] : getActs(data).filter(({ contract }) => may(contract))
  return (
    <>
      <PageHeader
        title={`Import of ${data.fileName}`}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: 'Imports', to: PAGES.schemeImports },
        ]}
        status={<Status tone={IMPORT_TONES[data.status]}>{isUndone ? 'Undone' : 'Imported'}</Status>}
        facts={[`Imported by ${nameOf(data.importedBy)}, ${formatInstant(data.createdAt)}`]}
        actions={
          <>
            <HistoryLink entityType="schemeImport" entityId={data.id} />
            <Acts acts={acts} subject={data} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {isUndone ? (
          <Notice
            title="All records of this import were deleted"
            action={<ButtonLink to={PAGES.importSchemes}>Import schemes</ButtonLink>}
          >
            Correct the workbook and import it again.
          </Notice>
        ) : (
          <NextStep data={data} />
        )}
        <Section title="Created records">
          <Details
            details={[
              { label: 'Employers', value: formatNumber(data.employers) },
              { label: 'Schemes', value: formatNumber(data.schemes) },
              { label: 'Trustees in office', value: formatNumber(data.trustees) },
              { label: 'Members', value: formatNumber(data.members) },
              ...(isUndone ? [] : [{ label: 'Imported as draft', value: formatNumber(data.drafts) }]),
              { label: 'Waiting for approval', value: formatNumber(data.waitingForApproval) },
            ]}
          />
        </Section>
      </div>
    </>
  )
}

function NextStep({ data }: { data: SchemeImport }) {
  const { schemes, drafts, waitingForApproval } = data
  const isBarred = useIsBarred(data, approveSchemeImport)
  return (
    <>
      {waitingForApproval > 0 && isBarred && (
        <BarredNotice
          title={`${formatCount(waitingForApproval, 'scheme waits', 'schemes wait')} for another administrator to approve`}
          did="You imported or edited at least one of these schemes"
        />
      )}
      {waitingForApproval > 0 && !isBarred && (
        <Notice
          look="warn"
          title={`${formatCount(waitingForApproval, 'scheme waits', 'schemes wait')} for approval`}
        >
          An administrator of the firm approves them all here.
        </Notice>
      )}
      {drafts > 0 && <DraftsNotice data={data} />}
      {waitingForApproval === 0 && schemes > drafts && (
        <Notice
          title="Next: confirm past obligations"
          action={<ButtonLink to={PAGES.obligationsToConfirm}>Confirm past obligations</ButtonLink>}
        >
          Obligations due before the schemes were added are not overdue. Record once whether they were met.
        </Notice>
      )}
    </>
  )
}

/** A draft has no obligations: the user completes it, or imports the workbook again with what was missing. */
const DraftsNotice = ({ data: { drafts, trustees } }: { data: SchemeImport }) => (
  <Notice
    look="warn"
    title={`${formatCount(drafts, 'scheme was imported as a draft', 'schemes were imported as drafts')}`}
    action={
      <ButtonLink to={PAGES.schemes} search={{ status: 'DRAFT' }}>
        Show draft schemes
      </ButtonLink>
    }
  >
    <p>
      Obligations start with the approval. Each draft lists what is missing: enter it and submit the scheme.
    </p>
    {trustees === 0 && (
      <p className="mt-2">
        The workbook had no trustees. To add them to all schemes at once, import a workbook with the sheet
        Trustees while the schemes are drafts, then submit the schemes.
      </p>
    )}
  </Notice>
)

const RECORDED = 'You, the day and the time are recorded in the audit log.'

const getActs = ({ waitingForApproval, schemes, trustees }: SchemeImport): Act[] => [
  ...(waitingForApproval > 0
    ? [
        {
          contract: approveSchemeImport,
          label: `Approve ${formatCount(waitingForApproval, 'scheme')}`,
          title: `Approve ${formatCount(waitingForApproval, 'scheme')}`,
          explanation: [
            'The schemes become active, or closed or paid up where the workbook says so. Their trustees are recorded as in office. Obligations are calculated from today.',
            `${RECORDED} Each scheme has an entry of its own.`,
          ],
          look: 'primary' as const,
          isMain: true,
          done: 'The schemes are approved',
        },
      ]
    : []),
  {
    contract: undoSchemeImport,
    label: 'Undo import',
    title: 'Undo this import',
    explanation: [
      schemes === 0 && trustees > 0
        ? `${formatCount(trustees, 'trustee')} and any new employers of the import are deleted. The schemes stay as drafts.`
        : `All records of the import are deleted: ${formatCount(schemes, 'scheme')} with their members, all trustees of the import, and the new employers.`,
      'This is possible while none of them was changed, approved or used by another record.',
      RECORDED,
    ],
    look: 'danger' as const,
    done: 'The import is undone',
  },
]
