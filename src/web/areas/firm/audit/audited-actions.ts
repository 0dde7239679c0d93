/** The values of the audit log's filters. */
import { OPERATIONS } from '../../../../contract/operations.ts'

/** Commands are recorded, queries are not. */
export const ACTIONS_RECORDED: readonly string[] = Object.entries(OPERATIONS)
  .filter(([, { route }]) => !route.startsWith('GET '))
  .map(([name]) => name)

/** Kinds of records that the names of their operations do not say. */
const KINDS: Record<string, string> = {
  auth: 'user',
  me: 'user',
  'second-factor': 'user',
  session: 'user',
  'single-sign-on': 'tenant',
  policy: 'writtenPolicy',
  assistant: 'assistantAnswer',
  corpus: 'corpusDocument',
  'corpus-text': 'corpusDocument',
}

/** The kind of record, in the audit log and in `RESOURCES`, that a command changes by its name. */
export function getKindOfAction(action: string): string {
  const [resource = ''] = action.split('.')
  return KINDS[resource] ?? resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A request to the AI provider is no operation of its own. */
export const RECORDS_KEPT: readonly string[] = [
  ...new Set([...ACTIONS_RECORDED.map(getKindOfAction), 'disclosure']),
]
