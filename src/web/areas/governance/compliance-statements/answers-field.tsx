/** Points of the statement: chapter or subject of the code, answer and explanation. */
import { useFormContext, useWatch } from 'react-hook-form'
import { type ComplianceAnswer, Compliant } from '../../../../contract/compliance-statements.ts'
import { listCodeOptions } from '../../../labels.ts'
import { Button } from '../../../ui/button.tsx'
import { ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { useFieldError } from '../../../ui/form/labelled-field.tsx'

const OPTIONS = listCodeOptions(Compliant.options, 'compliant')

export function AnswersField() {
  const { getValues, setValue } = useFormContext()
  const count = ((useWatch({ name: 'answers' }) as ComplianceAnswer[] | undefined) ?? []).length
  const error = useFieldError('answers', 'Points')
  const read = (): ComplianceAnswer[] => getValues('answers') as ComplianceAnswer[]
  const save = (answers: ComplianceAnswer[]): void => setValue('answers', answers, { shouldDirty: true })
  return (
    <div data-field="answers" data-label="Points" className="flex flex-col gap-6">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by their place
        <fieldset key={index} className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
          <legend className="px-1 font-medium">Point {index + 1}</legend>
          <TextField name={`answers.${index}.ref`} isRequired />
          <SelectField name={`answers.${index}.compliant`} options={OPTIONS} emptyLabel="Not answered" />
          <ProseField
            name={`answers.${index}.explanation`}
            rows={2}
            help="Required for No and Not applicable: the action and its date, or why the point does not apply. No names of people"
          />
          {count > 1 && (
            <div>
              <Button
                look="quiet"
                onClick={() => save(read().filter((_, place) => place !== index))}
                aria-label={`Remove point ${index + 1}`}
              >
                Remove point
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {error && <p className="font-medium text-danger text-sm">{error}</p>}
      <div>
        <Button onClick={() => save([...read(), { ref: '', compliant: null, explanation: null }])}>
          Add point
        </Button>
      </div>
    </div>
  )
}
