import { createFileNote } from '../../../../contract/file-notes.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { ProseField } from '../../../ui/form/fields.tsx'

const ADD: Act = {
  contract: createFileNote,
  label: 'Add note',
  title: 'Add a file note',
  explanation: [
    'All users of the firm with access to schemes can read it. A note cannot be changed or removed; add another note instead.',
  ],
  fields: <ProseField name="text" label="Note" rows={8} isRequired />,
  isMain: true,
  done: 'Note added',
}

export default function AddFileNote({ scheme }: { scheme: Scheme }) {
  return <Acts acts={[ADD]} subject={scheme} />
}
