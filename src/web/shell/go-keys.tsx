/** `g` and a letter open a page of the navigation. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { usePerson } from '../session.tsx'
import { useKeys } from '../ui/keys.ts'
import { type Destination, listDestinations } from './destinations.ts'

const GO_KEYS: Readonly<Record<string, readonly Destination['to'][]>> = {
  t: [PAGES.today],
  i: [PAGES.inbox],
  s: [PAGES.schemes],
  e: [PAGES.employers],
  m: [PAGES.members],
  // An employer user has no overview of contributions.
  o: [PAGES.contributions, PAGES.contributionBatches],
  c: [PAGES.calendar],
  d: [PAGES.documents],
  k: [PAGES.keyFunctions],
  r: [PAGES.ownRiskAssessments],
  p: [PAGES.policies],
  b: [PAGES.breaches],
  a: [PAGES.assistant],
  u: [PAGES.users],
}

/** Time for the second key. */
const WAIT_MS = 1_500

export default function GoKeys() {
  const person = usePerson()
  const navigate = useNavigate()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  useKeys({
    g: ({ timeStamp }) => {
      pressedAt.current = timeStamp
    },
  })
  useEffect(() => {
    // Before the shortcuts of the page: the second key may be one of them.
    const onKeyDown = (event: KeyboardEvent): void => {
      const isSecond = event.timeStamp - pressedAt.current < WAIT_MS
      if (event.key === 'g' || !isSecond) return
      pressedAt.current = Number.NEGATIVE_INFINITY
      const pages = GO_KEYS[event.key] ?? []
      const target = listDestinations(person).find(({ to }) => pages.includes(to))
      if (!target || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      void navigate({ to: target.to })
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [person, navigate])
  return null
}
