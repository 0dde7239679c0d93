import { useParams } from '@tanstack/react-router'
import { createBreach } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useCreate } from '../../../lists/create.tsx'
import { Section } from '../../../ui/section.tsx'
import { ListOfBreaches } from './list-of-breaches.tsx'
import { RegisterAnswer } from './register-answer.tsx'

export default function BreachesOfScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  const create = useCreate(createBreach, { to: PAGES.newBreach, search: { schemeId } }, 'Report a breach')
  return (
    <div className="flex flex-col gap-6">
      <RegisterAnswer schemeId={schemeId} />
      <Section title="Breaches" actions={create}>
        <ListOfBreaches
          name="Breaches of the scheme"
          schemeId={schemeId}
          empty={{
            title: 'No breaches yet',
            text: 'Late contributions and overdue obligations of this scheme are added automatically.',
            action: create,
          }}
        />
      </Section>
    </div>
  )
}
