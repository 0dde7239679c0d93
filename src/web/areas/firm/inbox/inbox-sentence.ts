import type { InboxItem } from '../../../../contract/inbox.ts'

const VERBS: Record<InboxItem['kind'], string> = {
  MENTION: 'mentioned you in a comment on',
  ASSIGNMENT: 'assigned to you:',
  RETURNED: 'returned to you:',
}

/** "Maeve Ryan mentioned you in a comment on": before the title of the record. */
export const formatInboxSentenceStart = ({
  kind,
  actorName,
}: Pick<InboxItem, 'kind' | 'actorName'>): string => `${actorName ?? 'A colleague'} ${VERBS[kind]}`
