/** Ingests a legal source: the user previews the changes first, and then imports exactly that text. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { CorpusDocumentKind } from '../../../../contract/corpus.ts'
import {
  type BroughtInText,
  type CorpusText,
  getCorpusText,
  ingestText,
} from '../../../../contract/corpus-texts.ts'
import type { Sent } from '../../../../contract/define.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { PassageChanges } from '../../../records/passage-changes.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CitingRecords } from './citing-records.tsx'
import { TextFileField } from './text-file-field.tsx'
import { formatFound } from './text-words.ts'

/** Contract with the file as a field of the form. */
const LOOK = {
  ...ingestText,
  input: ingestText.input.extend({ file: z.instanceof(File, { error: 'Choose a file' }) }),
}

interface DryRun {
  found: BroughtInText
  sent: Sent<typeof ingestText>
  file: File
}

export default function IngestText() {
  const { of } = useSearch({ strict: false }) as { of?: unknown }
  const id = typeof of === 'string' ? of : null
  const { data, isError } = useQuery({
    ...createQuery(getCorpusText, { id: id ?? '' }),
    enabled: id !== null,
  })
  return (
    <>
      <PageHeader
        title={data ? `Next version of ${data.title}` : 'Import legal source'}
        crumbs={[{ label: 'Legal sources', to: PAGES.corpusTexts }]}
      />
      {id === null || isError ? <Form known={null} /> : data ? <Form known={data} /> : <TableSkeleton />}
    </>
  )
}

function Form({ known }: { known: CorpusText | null }) {
  const navigate = useNavigate()
  const [dryRun, setDryRun] = useState<DryRun | null>(null)
  const file = useRef<File>(null)
  return (
    <>
      {dryRun && <Found dryRun={dryRun} onBack={() => setDryRun(null)} />}
      {/* Entered values are kept for a user who goes back to change them. */}
      <div hidden={dryRun !== null}>
        <ContractForm
          contract={LOOK}
          defaults={known ? getTerms(known) : {}}
          ids={{ isDryRun: true }}
          submitLabel="Preview changes"
          staysWith="what was saved"
          onCancel={() => void navigate({ to: PAGES.corpusTexts })}
          prepare={(values) => {
            file.current = values.file
            return values
          }}
          onSaved={(found, sent) => file.current && setDryRun({ found, sent, file: file.current })}
        >
          <TextFileField />
          <FormSection title="Source">
            <TextField name="title" isRequired />
            <TextField
              name="docId"
              isRequired
              help="CELEX number or ELI, such as EU-32016L2341. A source with the same ID becomes its next version"
            />
            <SelectField name="kind" isRequired options={listCodeOptions(CorpusDocumentKind.options)} />
            <DateField name="versionDate" isRequired help="The changes apply from this date" />
            <DateField name="inForceFrom" />
            <DateField name="inForceTo" />
          </FormSection>
          <FormSection title="Origin">
            <TextField name="sourceUrl" />
            <TextField name="licence" />
            <TextField name="attribution" rows={2} />
          </FormSection>
          <FormSection title="Search">
            <NumberField
              name="authorityRank"
              help="Priority if a question names no source: 1 is the highest. Default: 20"
            />
            <LinesField name="aliases" help="Other names used in questions, one per line" />
          </FormSection>
        </ContractForm>
      </div>
    </>
  )
}

const getTerms = ({
  title,
  docId,
  kind,
  inForceFrom,
  inForceTo,
  sourceUrl,
  licence,
  attribution,
  authorityRank,
  aliases,
}: CorpusText) => ({
  title,
  docId,
  kind,
  inForceFrom,
  inForceTo,
  sourceUrl,
  licence,
  attribution,
  authorityRank,
  aliases,
})

/** Result of the preview, and the button that ingests the text. */
function Found({ dryRun: { found, sent, file }, onBack }: { dryRun: DryRun; onBack: () => void }) {
  const navigate = useNavigate()
  const command = useCommand(ingestText)
  const isNew = found.outcome !== 'UNCHANGED'
  const ingest = (): void =>
    command.mutate(
      { sent: { ...sent, isDryRun: false }, file },
      {
        onSuccess: ({ id }) => {
          showToast('saved', 'Legal source imported')
          void navigate(id ? { to: PAGES.corpusText, params: { textId: id } } : { to: PAGES.corpusTexts })
        },
      },
    )
  return (
    <div className="flex flex-col gap-6">
      <div role="status">
        <Notice title={formatFound(found)}>
          {isNew &&
            'The source is not imported yet. After the import, all firms can read the source and get answers from it.'}
        </Notice>
      </div>
      {found.passages.length > 0 && (
        <Section title="Changes">
          <PassageChanges passages={found.passages} />
          <p className="text-muted empty:hidden">{describeOtherEffects(found)}</p>
        </Section>
      )}
      {found.outcome === 'CHANGED' && (
        <Section title="Citations of the changed passages">
          <CitingRecords citedBy={found.citedBy} />
        </Section>
      )}
      {command.isError && (
        <div role="alert">
          <Notice look="late" title="The import failed">
            {formatProblem(command.error)}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {isNew && (
          <Button look="primary" isBusy={command.isPending} onClick={ingest}>
            Import
          </Button>
        )}
        <Button look={isNew ? 'quiet' : 'secondary'} onClick={onBack}>
          Back to editing
        </Button>
      </div>
    </div>
  )
}

/** Passages that are not shown: too many, or only under another heading. */
const describeOtherEffects = ({
  passages,
  passagesAdded,
  passagesChanged,
  passagesRemoved,
}: BroughtInText): string => {
  const others = passagesAdded + passagesChanged + passagesRemoved - passages.length
  return others > 0 ? `And ${formatCount(others, 'passage')} more, or changes of headings only.` : ''
}
