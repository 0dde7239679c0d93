/** Help: the guide by task and the glossary, both searched by one field. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole, isLimitedToOwnRecord } from '../../../../contract/users.ts'
import { operation } from '../../../operation.ts'
import { GLOSSARY, type GlossaryEntry, GUIDE, type GuideTask } from '../../../records/help-content.ts'
import { Spans } from '../../../records/prose.tsx'
import { useMay } from '../../../session.tsx'
import { useTheme } from '../../../shell/theme.ts'
import { useMedia } from '../../../ui/media.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'

export default function Help() {
  const may = useMay()
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase().split(/\s+/)
  const matches = (...texts: (string | null)[]): boolean => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const audience = may(isBrokerRole) ? 'Broker' : may(isLimitedToOwnRecord) ? 'Member' : 'Employer'
  const tasks = GUIDE.filter(
    (task) => task.audience === audience && matches(task.title, task.intro, ...task.steps),
  )
  const terms = GLOSSARY.filter(({ term, short, definition }) => matches(term, short, definition))
  return (
    <>
      <PageHeader title="Help" />
      <input
        type="search"
        aria-label="Search the guide and the glossary"
        placeholder="Search the guide and the glossary"
        autoComplete="off"
        className="control mb-6 max-w-md"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="sr-only">
        {`${tasks.length} tasks and ${terms.length} terms`}
      </p>
      <div className="grid gap-x-8 gap-y-7 lg:grid-cols-2">
        <Section title="Guide">
          {tasks.length === 0 ? (
            <p className="text-muted">No task matches.</p>
          ) : (
            <div className="flex flex-col gap-2">
              {tasks.map((task) => (
                <Task key={task.title} task={task} isOpen={typed.trim() !== ''} />
              ))}
            </div>
          )}
        </Section>
        <Section title="Glossary">
          {terms.length === 0 ? (
            <p className="text-muted">No term matches.</p>
          ) : (
            <dl className="flex flex-col gap-4">
              {terms.map((entry) => (
                <Term
                  key={entry.term}
                  entry={entry}
                  isLinked={
                    may(isBrokerRole) &&
                    (!ADMINISTRATORS.includes(entry.page) || may(operation('audit-log.list')))
                  }
                />
              ))}
            </dl>
          )}
        </Section>
      </div>
    </>
  )
}

/** Pages that only administrators open. */
const ADMINISTRATORS: readonly GlossaryEntry['page'][] = ['audit', 'disclosures', 'settings']

const Task = ({
  task: { title, intro, steps, page, picture },
  isOpen,
}: {
  task: GuideTask
  isOpen: boolean
}) => (
  <details open={isOpen} className="rounded-md border border-line bg-surface px-4 py-2 break-inside-avoid">
    <summary className="min-h-7 cursor-pointer font-medium">{title}</summary>
    <div className="flex flex-col gap-2 py-2">
      {intro && <p>{intro}</p>}
      <ol className="flex list-decimal flex-col gap-1.5 pl-5">
        {steps.map((step) => (
          <li key={step}>
            <Spans text={step} places={NO_PLACES} />
          </li>
        ))}
      </ol>
      {picture && <Picture {...picture} />}
      <p>
        <Link to={PAGES[page]} className="link">
          Open the page
        </Link>
      </p>
    </div>
  </details>
)

/** Addresses of the pictures by path, as `…/today-dark.webp`. */
const PICTURES = import.meta.glob<string>('../../../../../content/help/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
const PICTURE_SIZE = { width: 860, height: 540 }

/** The page as the demo firm shows it. The browser loads the picture when the task is opened. */
function Picture({ name, description }: NonNullable<GuideTask['picture']>) {
  const [theme] = useTheme()
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const look = theme === 'dark' || (theme === 'system' && isSystemDark) ? 'dark' : 'light'
  const source = PICTURES[`../../../../../content/help/pictures/${name}-${look}.webp`]
  return (
    <img
      src={source}
      alt={description}
      loading="lazy"
      {...PICTURE_SIZE}
      className="h-auto w-full rounded-md border border-line print:hidden"
    />
  )
}

const NO_PLACES = new Map<string, string>()

const Term = ({
  entry: { term, short, definition, page },
  isLinked,
}: {
  entry: GlossaryEntry
  isLinked: boolean
}) => (
  <div className="break-inside-avoid">
    <dt className="font-medium">
      {term}
      {short && <span className="text-muted"> ({short})</span>}
    </dt>
    <dd>
      {definition}
      {page && isLinked && (
        <>
          {' '}
          <Link to={PAGES[page]} className="link" aria-label={`Open the page: ${term}`}>
            Open the page
          </Link>
        </>
      )}
    </dd>
  </div>
)
