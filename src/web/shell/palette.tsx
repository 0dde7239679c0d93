import * as Radix from '@radix-ui/react-dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type Contract, can } from '../../contract/define.ts'
import { createEmployer, listEmployers } from '../../contract/employers.ts'
import { createMember, listMembers } from '../../contract/members.ts'
import { PAGES } from '../../contract/pages.ts'
import { createScheme, listSchemes } from '../../contract/schemes.ts'
import { codeWords } from '../labels.ts'
import { asked } from '../queries.ts'
import { type Person, usePerson } from '../session.tsx'
import { destinationsFor } from './navigation.ts'

interface Hit extends LinkProps {
  key: string
  kind: string
  label: string
  detail?: string
}

const AT_MOST = 5
const WAIT_MS = 180

/** Finds pages, schemes, members and employers by what is typed; arrows choose, Enter goes there. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-md border border-line bg-raised shadow-overlay"
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
  const q = useSettled(typed.trim(), WAIT_MS)
  const { hits, isSearching } = useHits(person, q)
  const shown = [...pagesFor(person, typed), ...hits]
  const chosen = shown[Math.min(current, shown.length - 1)]

  const go = (hit: Hit | undefined): void => {
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
      go(chosen)
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Find schemes, members, employers and pages"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
        placeholder="Find schemes, members, employers and pages"
        autoComplete="off"
        spellCheck={false}
        className="w-full border-line border-b bg-transparent px-4 py-3 text-lg -outline-offset-2 placeholder:text-muted"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setCurrent(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={listId} aria-label="Results" className="max-h-[50vh] overflow-y-auto p-1">
        {shown.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field
          <div
            key={hit.key}
            id={`${listId}-${hit.key}`}
            role="option"
            aria-selected={hit === chosen}
            ref={(element) => {
              if (hit === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded px-3 aria-selected:bg-accent-soft"
            onMouseMove={() => setCurrent(index)}
            onClick={() => go(hit)}
          >
            <span className="w-20 shrink-0 text-muted text-sm">{hit.kind}</span>
            <span className="min-w-0 flex-1 truncate">{hit.label}</span>
            {hit.detail && (
              <span className="max-w-[45%] shrink-0 truncate text-muted text-sm">{hit.detail}</span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="border-line border-t px-4 py-2 text-muted text-sm">
        {statusWords(q, shown.length, isSearching)}
      </p>
    </>
  )
}

const statusWords = (q: string, found: number, isSearching: boolean): string => {
  if (isSearching) return 'Searching …'
  if (found === 0) return `Nothing found for “${q}”. Try a part of the name, a PB number or a works number.`
  return '↑ ↓ to choose, Enter to open, Esc to close'
}

function pagesFor(person: Person, typed: string): Hit[] {
  const wanted = typed.trim().toLowerCase()
  const may = (contract: Contract): boolean => can(person.role, contract)
  const pages: Hit[] = [
    ...destinationsFor(person).map(({ label, to }) => ({ key: `page${to}`, kind: 'Page', label, to })),
    { key: 'account', kind: 'Page', label: 'Account and password', to: PAGES.account },
    ...(may(createScheme)
      ? [{ key: 'new-scheme', kind: 'Do', label: 'New scheme', to: PAGES.newScheme }]
      : []),
    ...(may(createEmployer)
      ? [{ key: 'new-employer', kind: 'Do', label: 'New employer', to: PAGES.newEmployer }]
      : []),
    ...(may(createMember)
      ? [{ key: 'new-member', kind: 'Do', label: 'New member', to: PAGES.newMember }]
      : []),
  ]
  return pages.filter(({ label }) => label.toLowerCase().includes(wanted))
}

function useHits({ role }: Person, q: string): { hits: Hit[]; isSearching: boolean } {
  const isOn = q.length >= 2 && can(role, listEmployers)
  const shared = { enabled: isOn, placeholderData: keepPreviousData } as const
  const schemes = useQuery({ ...asked(listSchemes, { q, limit: AT_MOST }), ...shared })
  const members = useQuery({ ...asked(listMembers, { q, limit: AT_MOST }), ...shared })
  const employers = useQuery({ ...asked(listEmployers, { q, limit: AT_MOST }), ...shared })
  if (!isOn) return { hits: [], isSearching: false }
  return {
    isSearching: schemes.isFetching || members.isFetching || employers.isFetching,
    hits: [
      ...(schemes.data?.data ?? []).map(({ id, name, employerName }) => ({
        key: id,
        kind: 'Scheme',
        label: name,
        detail: employerName,
        to: PAGES.scheme,
        params: { schemeId: id },
      })),
      ...(members.data?.data ?? []).map(({ id, firstName, lastName, schemeName, status }) => ({
        key: id,
        kind: 'Member',
        label: `${firstName} ${lastName}`,
        detail: schemeName ?? codeWords(status),
        to: PAGES.member,
        params: { memberId: id },
      })),
      ...(employers.data?.data ?? []).map(({ id, legalName, status }) => ({
        key: id,
        kind: 'Employer',
        label: legalName,
        detail: codeWords(status),
        to: PAGES.employer,
        params: { employerId: id },
      })),
    ],
  }
}

/** The value once it has not changed for a while. */
function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
