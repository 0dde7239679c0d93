import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import {
  recordStatementChecklist,
  STATEMENT_ITEMS,
  type StatementChecklist,
} from '../../../../contract/statement-checklist.ts'
import { Acts } from '../../../forms/acts.tsx'
import { SelectField, TextField, YesNoField } from '../../../ui/form/fields.tsx'

const OPTIONS = [
  { value: 'YES', label: 'Included' },
  { value: 'NOT_APPLICABLE', label: 'Not applicable' },
]

export function RecordChecklist({
  document,
  checklist: { answers, usesScenarios },
}: {
  document: DocumentRecord
  checklist: StatementChecklist
}) {
  return (
    <Acts
      subject={document}
      acts={[
        {
          contract: recordStatementChecklist,
          label: 'Record checklist',
          title: 'Record the content checklist',
          explanation: [
            `The answers apply to version ${document.number} of the document. The statement can be issued with missing items.`,
            'The audit log records the user and the missing items, not the reasons.',
          ],
          fields: (
            <>
              <YesNoField
                name="usesScenarios"
                label="Projections use economic scenarios"
                help="If not, the two scenarios are not required"
              />
              {answers.map(({ item }, index) => (
                <div key={item} className="flex flex-col gap-2">
                  <SelectField
                    name={`answers.${index}.answer`}
                    label={STATEMENT_ITEMS[item].label}
                    emptyLabel="Not recorded"
                    options={OPTIONS}
                    help={formatCitedSources(STATEMENT_ITEMS[item].citation)}
                  />
                  <Reason index={index} />
                </div>
              ))}
            </>
          ),
          defaults: { usesScenarios, answers },
          isMain: true,
          done: 'Checklist recorded',
        },
      ]}
    />
  )
}

function Reason({ index }: { index: number }) {
  const answer: unknown = useWatch({ name: `answers.${index}.answer` })
  return answer === 'NOT_APPLICABLE' ? (
    <TextField name={`answers.${index}.reason`} label="Why it is not applicable" help="No names of people" />
  ) : null
}
