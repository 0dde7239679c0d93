import { createBreach } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useCreate } from '../../../lists/create.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { ListOfBreaches } from './list-of-breaches.tsx'
import { RegisterAnswer } from './register-answer.tsx'
import { RegisterTrend } from './register-trend.tsx'

/** Everything that went wrong or came late, of all schemes. */
export default function BreachList() {
  const create = useCreate(createBreach, { to: PAGES.newBreach }, 'Report a breach')
  return (
    <>
      <PageHeader title="Breaches" actions={create} />
      <div className="flex flex-col gap-6">
        <RegisterAnswer />
        <Section title="Breaches">
          <ListOfBreaches
            name="Breaches"
            empty={{
              title: 'No breaches yet',
              text: 'Late contributions and overdue obligations are added automatically. Report other breaches by hand. Breaches are never deleted.',
              action: create,
            }}
          />
        </Section>
        <RegisterTrend />
      </div>
    </>
  )
}
