/**
 * Unsaved input of sections: kept in memory while the application is open, so that switching to another section, tab or page loses none.
 * Leaving the application asks first. The browser stores none of it.
 */
import { useSyncExternalStore } from 'react'
import type { SectionContent } from '../../../../contract/own-risk-assessments.ts'
import type { SectionKey } from '../../../../contract/section-key.ts'

export interface SectionDraft {
  /** The saved content when typing began: shows whether another user has changed it since. */
  base: SectionContent | null
  mode: 'text' | 'reason'
  text: string
  reason: string
}

const drafts = new Map<string, SectionDraft>()
const listeners = new Set<() => void>()
const buildKey = (assessmentId: string, key: SectionKey): string => `${assessmentId}/${key}`

const askFirst = (event: Event): void => event.preventDefault()

function updateDrafts(): void {
  window.removeEventListener('beforeunload', askFirst)
  if (drafts.size > 0) window.addEventListener('beforeunload', askFirst)
  for (const listener of listeners) listener()
}

export function storeDraft(assessmentId: string, key: SectionKey, draft: SectionDraft): void {
  drafts.set(buildKey(assessmentId, key), draft)
  updateDrafts()
}

export function dropDraft(assessmentId: string, key: SectionKey): void {
  if (drafts.delete(buildKey(assessmentId, key))) updateDrafts()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDraft = (assessmentId: string, key: SectionKey): SectionDraft | undefined =>
  useSyncExternalStore(subscribe, () => drafts.get(buildKey(assessmentId, key)))

const isEmpty = (draft: SectionDraft): boolean => toSectionContent(draft) === null

/** Content of a draft, as it would be saved. */
export function toSectionContent({ mode, text, reason }: SectionDraft): SectionContent | null {
  if (mode === 'text') return text.trim() === '' ? null : { text, notApplicableReason: null }
  return reason.trim() === '' ? null : { text: null, notApplicableReason: reason }
}

export const toSectionDraft = (saved: SectionContent | null): SectionDraft => ({
  base: saved,
  mode: saved?.notApplicableReason ? 'reason' : 'text',
  text: saved?.text ?? '',
  reason: saved?.notApplicableReason ?? '',
})

export const isSameContent = (one: SectionContent | null, other: SectionContent | null): boolean =>
  (one?.text ?? null) === (other?.text ?? null) &&
  (one?.notApplicableReason ?? null) === (other?.notApplicableReason ?? null)

/** Whether saving it would change anything. */
export const isChanged = (draft: SectionDraft): boolean =>
  isEmpty(draft) ? draft.base !== null : !isSameContent(toSectionContent(draft), draft.base)
