import { useQuery } from '@tanstack/react-query'
import {
  type DraftPreview,
  getProviderUse,
  type NothingLeaves,
  previewDraft,
} from '../../../../contract/disclosures.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { formatCount } from '../../../format.ts'
import { queryFor } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Folded } from '../../../ui/details.tsx'
import { CheckField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

/** What would leave for a provider to make this draft, shown before anything does; nothing where no provider is asked. */
export function DraftDisclosure({ schemeId, kind }: { schemeId: string; kind: DraftKind }) {
  const { data: use } = useQuery(queryFor(getProviderUse, {}))
  const preview = useQuery({ ...queryFor(previewDraft, { schemeId, kind }), enabled: Boolean(use?.provider) })
  if (!use?.provider) return null
  return (
    <FormSection title="What is sent">
      {preview.error ? (
        <Failed error={preview.error} />
      ) : !preview.data ? (
        <p className="text-muted">Looking at what would be sent</p>
      ) : preview.data.nothingLeaves ? (
        <p>{NOTHING[preview.data.nothingLeaves] ?? 'Nothing is sent.'}</p>
      ) : (
        <>
          <p className="max-w-[70ch]">
            {use.provider.host} ({use.provider.model}) is asked to write{' '}
            {formatCount(preview.data.sections.length, 'section')} of this kind of document, from passages of
            the public texts. Of your records it is told {told(preview.data)}.
          </p>
          <Folded name="What each section asks for">
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {preview.data.sections.map(({ heading, task, passages }) => (
                <li key={heading}>
                  <span className="font-medium">{heading}:</span> {task}
                  <span className="block text-muted text-sm">
                    {passages.map(({ citation, title }) => `${citation}, ${title}`).join('; ')}
                  </span>
                </li>
              ))}
            </ul>
          </Folded>
        </>
      )}
      {MAY_BE_SENT.includes(preview.data?.nothingLeaves) && (
        <CheckField
          name="templateOnly"
          label="Use the template only: nothing is sent"
          help="The draft is then made in our own words, without the provider."
        />
      )}
    </FormSection>
  )
}

/** Where the provider would be asked, or be refused for the budget. */
const MAY_BE_SENT: readonly (DraftPreview['nothingLeaves'] | undefined)[] = [null, 'BUDGET_SPENT']

const NOTHING: Partial<Record<NothingLeaves, string>> = {
  FIRM_SENDS_NOTHING:
    'Nothing: your firm sends nothing to the provider, and the draft is made of its template.',
  BUDGET_SPENT: 'Your firm has used what it may send this month. Use the template only to draft this now.',
  NOTHING_TO_WRITE: 'Nothing: this kind of document is made of its template alone.',
}

function told({ schemeName, schemeType }: DraftPreview): string {
  const facts = [
    schemeName && `the name of the scheme (${schemeName})`,
    schemeType && `that it is ${schemeType === 'DB' ? 'defined benefit' : 'defined contribution'}`,
  ].filter(Boolean)
  return facts.length === 0 ? 'nothing' : `${facts.join(' and ')}, and nothing else`
}
