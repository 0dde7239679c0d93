import { usePerson } from '../session.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { type Audience, useColleagues } from './colleagues.ts'

export default function AssigneeField({ audience }: { audience: Partial<Audience> }) {
  const me = usePerson()
  const options = useColleagues(audience).map(({ id, name }) => ({
    value: id,
    label: id === me.id ? `${name} (me)` : name,
  }))
  return <SelectField name="assigneeId" options={options} emptyLabel="Not assigned" />
}
