import { useQuery } from '@tanstack/react-query'
import type { DraftPreview, NothingLeaves } from '../../../../contract/disclosures.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Folded } from '../../../ui/details.tsx'
import { CheckField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

/** Preview of the data that a provider would receive to write this draft; empty where no provider is used. */
export function DraftDisclosure({ schemeId, kind }: { schemeId: string; kind: DraftKind }) {
  const { data: use } = useQuery(createQuery(operation('assistant.provider'), {}))
  const preview = useQuery({
    ...createQuery(operation('draft.preview'), { schemeId, kind }),
    enabled: Boolean(use?.provider),
  })
  if (!use?.provider) return null
  return (
    <FormSection title="Data sent to AI">
      {preview.error ? (
        <Failed error={preview.error} />
      ) : !preview.data ? (
        <p className="text-muted">Preparing the preview</p>
      ) : preview.data.nothingLeaves ? (
        <p>{NOTHING[preview.data.nothingLeaves] ?? 'No text is sent to the AI provider.'}</p>
      ) : (
        <>
          <p className="max-w-[70ch]">
            {use.provider.host} ({use.provider.model}) is asked to write{' '}
            {formatCount(preview.data.sections.length, 'section')} of this kind of document from passages of
            the legal sources. From your records it receives {describeSentFacts(preview.data)}.
          </p>
          <Folded name="Instructions for each section">
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
          label="Use the template only (no text is sent)"
          help="The draft then contains only our template text."
        />
      )}
    </FormSection>
  )
}

/** Cases in which the provider would be asked, or be refused because of the budget. */
const MAY_BE_SENT: readonly (DraftPreview['nothingLeaves'] | undefined)[] = [null, 'BUDGET_SPENT']

const NOTHING: Partial<Record<NothingLeaves, string>> = {
  FIRM_SENDS_NOTHING: 'Your firm does not use the AI provider. The draft comes from the template.',
  BUDGET_SPENT: 'Your firm has reached its monthly limit. Use the template only to create the draft now.',
  NOTHING_TO_WRITE: 'This kind of document comes from the template only. No text is sent to the AI provider.',
}

function describeSentFacts({ schemeName, schemeType }: DraftPreview): string {
  const facts = [
    schemeName && `the name of the scheme (${schemeName})`,
    schemeType && `the type (${schemeType === 'DB' ? 'defined benefit' : 'defined contribution'})`,
  ].filter(Boolean)
  return facts.length === 0 ? 'no data' : `${facts.join(' and ')}, and no other data`
}
