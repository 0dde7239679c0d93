/** An entry of the log in the words of the activity, with the names that its reader may know. */

import type { ListedAuditEntry } from '../../../../contract/audit.ts'
import { capitalise, formatLongMonth } from '../../../../contract/value-format.ts'
import { type Activity, type ActivityWords, describeActivity } from '../../../activity.ts'
import { useActorName, useUserNames } from '../../../people.ts'
import { usePerson } from '../../../session.tsx'

const NAMES = ['name', 'legalName']

/** The record's name where the log may keep it; names of people are not kept there. */
export function findNameInStates({ previousState, newState }: ListedAuditEntry): string | null {
  const name = [newState, previousState].flatMap((state) => NAMES.map((field) => state?.[field]))
  return (name.find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? null
}

/** Payroll month and scheme of contributions; no names of people. */
export function findContributionName({
  entityType,
  previousState,
  newState,
  schemeName,
}: Pick<ListedAuditEntry, 'entityType' | 'previousState' | 'newState' | 'schemeName'>): string | null {
  const month = (newState ?? previousState)?.payrollMonth
  if (entityType !== 'contribution' || typeof month !== 'string') return null
  return [formatLongMonth(month), schemeName].filter(Boolean).join(', ')
}

/** Name of the actor, for a file or a printed page that others read: without "you"; the id where no name is known. */
export function useActorOnFile(): (entry: ListedAuditEntry) => string {
  const me = usePerson()
  const actorName = useActorName()
  return (entry) => (entry.actorId === me.id ? me.name : (actorName(entry) ?? entry.actorId))
}

export function useEntryActivity(): (entry: ListedAuditEntry) => Activity {
  const nameOf = useUserNames()
  const actorName = useActorName()
  return (entry) => ({
    action: entry.action,
    entityType: entry.entityType,
    entityName:
      findNameInStates(entry) ??
      findContributionName(entry) ??
      (entry.entityType === 'user' ? nameOf(entry.entityId) : null),
    actorName: actorName(entry),
    actorType: entry.actorType,
  })
}

/** The action without its actor: `approved Ballycotton Foods DC`. */
export const formatAct = ({ before, about, after }: Omit<ActivityWords, 'actor'>): string =>
  [before, about, after].filter(Boolean).join(' ')

/** Subject of an action whose name does not contain it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  auth: 'user',
  me: 'user',
  policy: 'writtenPolicy',
  assistant: 'assistantAnswer',
  corpus: 'corpusDocument',
  'corpus-text': 'corpusDocument',
}
const getSubject = (domain: string): string =>
  SUBJECTS[domain] ?? domain.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** An act by itself, for a list to choose from: `Approved a scheme`. */
export function formatAction(action: string): string {
  const [domain = ''] = action.split('.')
  const words = formatAct(
    describeActivity({
      action,
      entityType: getSubject(domain),
      entityName: null,
      actorName: null,
      actorType: 'Member',
    }),
  )
  return capitalise(words)
}
