/** Check list of a new firm: each step is ticked from the records, and the list ends with its last step. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { FirstSteps as Steps } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { type Needed, useMay, usePerson } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'

// Only administrators of a new firm need it.
const ExampleScheme = lazy(() => import('../../../records/example-scheme.tsx'))

interface Step {
  name: keyof Steps
  title: string
  help: string
  to: LinkProps['to']
  /** Another way to take the step. */
  or?: { title: string; to: LinkProps['to']; needs: Needed }
  /** Only for a person who may do it. */
  needs: Needed
}

const STEPS: readonly Step[] = [
  {
    name: 'colleagues',
    title: 'Invite colleagues',
    help: 'A second administrator approves what the first one submits.',
    to: PAGES.users,
    needs: operation('tenant.update'),
  },
  {
    name: 'settings',
    title: 'Check the firm settings',
    help: 'Reminders, retention, approval by a second person.',
    to: PAGES.settings,
    needs: operation('tenant.update'),
  },
  {
    name: 'schemes',
    title: 'Import existing schemes',
    help: 'Employers, schemes, trustees and members from one workbook.',
    to: PAGES.importSchemes,
    needs: operation('scheme-import.create'),
    or: { title: 'Add an employer by hand', to: PAGES.newEmployer, needs: operation('employer.create') },
  },
  {
    name: 'obligations',
    title: 'Confirm past obligations',
    help: 'Record once whether obligations due before the schemes were added were met.',
    to: PAGES.obligationsToConfirm,
    needs: operation('obligation-confirmation.create'),
  },
  {
    name: 'contributions',
    title: 'Upload the first contribution file',
    help: 'A payroll file of one month, as CSV or workbook.',
    to: PAGES.uploadContributions,
    needs: operation('contribution.upload'),
  },
  {
    name: 'feed',
    title: 'Subscribe to the calendar feed',
    help: 'Due dates in your own calendar, from Calendar › Subscribe.',
    to: PAGES.calendar,
    needs: operation('calendar-feed.create'),
  },
]

export function FirstSteps({ steps }: { steps: Steps }) {
  const may = useMay()
  const { name } = usePerson()
  const update = useCommand(operation('me.update'))
  const own = STEPS.filter(({ needs }) => may(needs))
  const done = own.filter((step) => steps[step.name]).length
  if (done === own.length) return null
  const hide = (): void =>
    update.mutate(
      { sent: { name, showsFirstSteps: false } },
      {
        onSuccess: () => showToast('saved', 'First steps hidden'),
        onError: (error) => showToast('failed', formatProblem(error)),
      },
    )
  return (
    <Section
      title="First steps"
      actions={
        <Button isSmall look="quiet" isBusy={update.isPending} onClick={hide}>
          Hide
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <progress
          aria-label="First steps done"
          className="h-2 w-40 overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          value={done}
          max={own.length}
        />
        {done} of {own.length} done
      </p>
      <Rows name="First steps">
        {own.map((step) => (
          <StepRow key={step.name} step={step} isDone={steps[step.name]} />
        ))}
      </Rows>
      {may(operation('example.load')) && (
        <Suspense>
          <ExampleScheme isOffered={!steps.schemes} />
        </Suspense>
      )}
    </Section>
  )
}

function StepRow({ step: { title, help, to, or }, isDone }: { step: Step; isDone: boolean }) {
  const may = useMay()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <Icon aria-hidden="true" size={16} className={`mt-1 shrink-0 ${isDone ? 'text-done' : 'text-muted'}`} />
      <div className="min-w-0">
        {isDone ? (
          <p className="text-muted">
            {title} <span className="sr-only">(done)</span>
          </p>
        ) : (
          <>
            <Link to={to} className="link font-medium">
              {title}
            </Link>
            <p className="text-muted text-sm">
              {help}{' '}
              {or && may(or.needs) && (
                <Link to={or.to} className="link">
                  {or.title}
                </Link>
              )}
            </p>
          </>
        )}
      </div>
    </li>
  )
}
