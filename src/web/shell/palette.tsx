import * as Radix from '@radix-ui/react-dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import type { SearchKind } from '../../contract/search.ts'
import { canManageAccounts, canSeeEveryFirm, isLimitedToOwnRecord } from '../../contract/users.ts'
import { formatNumber } from '../../contract/value-format.ts'
import { findPageOfEntity } from '../entity-page.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { isPermitted, type Needed, type Person, usePerson } from '../session.tsx'
import { useDebouncedValue } from '../ui/use-debounced-value.ts'
import { listDestinations } from './destinations.ts'
import { listRecentlyVisited } from './recent.ts'

interface Hit extends LinkProps {
  key: string
  kind: string
  label: string
  detail?: string
}

const AT_MOST = 5
const SHORTEST = 2
const WAIT_MS = 180
const FIND_ALL = 'Find records, pages and actions'
const FIND_PAGE = 'Find a page'

/** Finds records by name, pages and actions; arrow keys choose, Enter opens. */
export function Palette({
  isOpen,
  onClose,
  returnFocus,
}: {
  isOpen: boolean
  onClose: () => void
  returnFocus: (event: Event) => void
}) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-24px)] max-w-2xl -translate-x-1/2 overflow-hidden rounded-md border border-line bg-raised shadow-overlay"
        >
          <Radix.Title className="sr-only">Find</Radix.Title>
          <Finder onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const person = usePerson()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const q = useDebouncedValue(typed.trim(), WAIT_MS)
  const isSearcher = !isLimitedToOwnRecord(person.role)
  const { hits, isSearching, isFailed } = useHits(person, q)
  const local = [...(typed.trim() === '' ? listRecentPages() : []), ...listPages(person, typed)]
  const shown = [...local, ...hits]
  const chosen = shown[Math.min(current, shown.length - 1)]
  // Until the results match the typed text, Enter waits, so that it never opens an earlier result.
  const isUpToDate = q === typed.trim() && !isSearching
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (isEntered && isUpToDate) go(chosen)
  })

  const go = (hit: Hit | undefined): void => {
    setEntered(false)
    if (!hit) return
    onClose()
    void navigate(hit)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setCurrent((Math.min(current, shown.length - 1) + step + shown.length) % Math.max(shown.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isUpToDate || (chosen && local.includes(chosen))) go(chosen)
      else setEntered(true)
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-label={isSearcher ? FIND_ALL : FIND_PAGE}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
        placeholder={isSearcher ? FIND_ALL : FIND_PAGE}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="w-full border-line border-b bg-transparent px-4 py-3 text-lg -outline-offset-2 placeholder:text-muted"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setCurrent(0)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={listId} aria-label="Results" className="max-h-[50vh] overflow-y-auto p-1">
        {shown.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field
          <div
            key={hit.key}
            id={`${listId}-${hit.key}`}
            role="option"
            aria-selected={hit === chosen}
            ref={(element) => {
              if (hit === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded px-3 aria-selected:bg-accent-soft max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1"
            onMouseMove={() => setCurrent(index)}
            onClick={() => go(hit)}
          >
            <span className="w-28 shrink-0 text-muted text-sm max-sm:w-auto">{hit.kind}</span>
            <span className="min-w-0 flex-1 truncate max-sm:order-last max-sm:basis-full">{hit.label}</span>
            {hit.detail && (
              <span className="max-w-[35%] shrink-0 truncate text-muted text-sm max-sm:max-w-none max-sm:flex-1 max-sm:text-right">
                {hit.detail}
              </span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="border-line border-t px-4 py-2 text-muted text-sm">
        {formatStatus({ q, isSearcher, isSearching, isFailed, found: shown.length })}
      </p>
    </>
  )
}

function formatStatus(state: {
  q: string
  isSearcher: boolean
  isSearching: boolean
  isFailed: boolean
  found: number
}): string {
  const { q, isSearcher, isSearching, isFailed, found } = state
  if (isSearching) return 'Searching …'
  if (isFailed) return 'The search failed: results may be incomplete.'
  if (found > 0) return `${formatNumber(found)} found. ↑ ↓ to choose, Enter to open, Esc to close`
  if (!isSearcher) return `There is no page “${q}”.`
  return q.length < SHORTEST
    ? 'Type two letters or more'
    : `No results for “${q}”. Try a part of the name, a PB number or a works number.`
}

interface ActionHit {
  needs: Needed
  label: string
  to: LinkProps['to']
}

const ACTIONS: readonly ActionHit[] = [
  { needs: operation('contribution.upload'), label: 'Upload payroll file', to: PAGES.uploadContributions },
  { needs: operation('contribution.enter'), label: 'Enter contributions', to: PAGES.enterContributions },
  { needs: operation('breach.create'), label: 'Report a breach', to: PAGES.newBreach },
  { needs: operation('obligation.confirm'), label: 'Confirm obligations', to: PAGES.obligationsToConfirm },
  { needs: operation('scheme.create'), label: 'New scheme', to: PAGES.newScheme },
  {
    needs: operation('scheme-import.create'),
    label: 'Import schemes from a workbook',
    to: PAGES.importSchemes,
  },
  { needs: operation('employer.create'), label: 'New employer', to: PAGES.newEmployer },
  { needs: operation('member.create'), label: 'New member', to: PAGES.newMember },
  { needs: operation('member.import'), label: 'Import members from a file', to: PAGES.importMembers },
  { needs: operation('policy.create'), label: 'New policy', to: PAGES.newPolicy },
  { needs: operation('document.create'), label: 'Add documents', to: PAGES.newDocument },
  { needs: operation('draft.create'), label: 'New draft', to: PAGES.newDraft },
  { needs: operation('service-provider.create'), label: 'New provider', to: PAGES.newProvider },
  { needs: canManageAccounts, label: 'Invite user', to: PAGES.newUser },
]

function listPages(person: Person, typed: string): Hit[] {
  const wanted = typed.trim().toLowerCase()
  const pages: Hit[] = [
    ...listDestinations(person).map(({ label, to }) => ({ key: `page${to}`, kind: 'Page', label, to })),
    { key: 'account', kind: 'Page', label: 'Account and password', to: PAGES.account },
    { key: 'help', kind: 'Page', label: 'Help, guide and glossary', to: PAGES.help },
    ...ACTIONS.filter(({ needs }) => isPermitted(person, needs)).map(({ label, to }) => ({
      key: `action${to}`,
      kind: 'Action',
      label,
      to,
    })),
  ]
  return pages.filter(({ label }) => label.toLowerCase().includes(wanted))
}

/** Recently visited pages, without the current one. */
const listRecentPages = (): Hit[] =>
  listRecentlyVisited()
    .filter(({ path }) => path !== window.location.pathname)
    .slice(0, AT_MOST)
    .map(({ path, title }) => ({ key: path, kind: 'Recent', label: title, to: path as LinkProps['to'] }))

function useHits({ role }: Person, q: string): { hits: Hit[]; isSearching: boolean; isFailed: boolean } {
  // Search text is part of addresses and logs, where no PPS number may be.
  const isOn = q.length >= SHORTEST && !isLimitedToOwnRecord(role) && !hasPpsNumber(q)
  const { data, isFetching, isError } = useQuery({
    ...createQuery(operation('search.find'), { q }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
  if (!isOn) return { hits: [], isSearching: false, isFailed: false }
  return {
    isSearching: isFetching,
    isFailed: isError,
    hits: (data?.data ?? []).flatMap(({ kind, id, title, detail }) => {
      const page = findPageOfEntity(kind, id, canSeeEveryFirm(role))
      return page
        ? [{ key: id, kind: KINDS[kind], label: title, ...(detail ? { detail } : {}), ...page }]
        : []
    }),
  }
}

const KINDS: Record<SearchKind, string> = {
  tenant: 'Firm',
  scheme: 'Scheme',
  employer: 'Employer',
  member: 'Member',
  policy: 'Policy',
  document: 'Document',
  draft: 'Draft',
  breach: 'Breach',
  keyFunctionHolder: 'Key function holder',
  serviceProvider: 'Provider',
}
