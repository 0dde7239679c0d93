import { Link } from '@tanstack/react-router'
import type { Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { Prose } from '../../../records/prose.tsx'
import { Section } from '../../../ui/section.tsx'
import { DraftText, Paper } from './draft-text.tsx'

/** The approved text, and separately the draft that it was approved from. */
export const ApprovedDraft = ({ draft }: { draft: Draft }) => (
  <>
    <Section
      title="Approved text"
      actions={
        <Link
          to={PAGES.draftChanges}
          params={{ draftId: draft.id }}
          search={{ from: '1', to: 'approved' }}
          className="link inline-block py-0.5"
        >
          Changes since version 1
        </Link>
      }
    >
      <Paper>
        <Prose text={draft.approvedText ?? ''} />
      </Paper>
    </Section>
    <details className="print:hidden">
      <summary className="link inline-block min-h-6 cursor-pointer py-0.5">Draft before approval</summary>
      <div className="mt-3 flex flex-col gap-4">
        <DraftText draft={draft} />
      </div>
    </details>
  </>
)
