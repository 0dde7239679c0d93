/**
 * The page docs/permissions.md: which caller is permitted which operation, from the results of the generated permission tests.
 * test/permissions-page.test.ts compares the page with the contract, the permission tests compare it with their results.
 */
import { ROLES } from '../../src/contract/access.ts'
import type { Contract } from '../../src/contract/define.ts'

/** Columns of the tables: the roles, lowest first, and persons with a grant. */
export const PEOPLE = [...ROLES, 'Trustee', 'Inspector'] as const
/** Callers without a session of a person. */
export const MACHINES = ['Without a session', 'Scheduler token', 'Ingest token'] as const
export type PermittedCaller = (typeof PEOPLE)[number] | (typeof MACHINES)[number]

/** Results for a caller, narrowest first: of several results for one cell the first in this list counts. */
export const OUTCOMES = [
  'Refused',
  'Own record',
  'Own scheme',
  'Own employer',
  'Own firm',
  'All firms',
  'Own account',
  'Allowed',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Outcomes by operation and caller. */
export type Results = Record<string, Partial<Record<PermittedCaller, Outcome>>>

export function addOutcome(
  results: Results,
  operation: string,
  caller: PermittedCaller,
  outcome: Outcome,
): void {
  results[operation] ??= {}
  const known = results[operation][caller]
  if (known === undefined || OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(known))
    results[operation][caller] = outcome
}

export function mergeResults(all: readonly Results[]): Results {
  const merged: Results = {}
  for (const results of all)
    for (const [operation, cells] of Object.entries(results))
      for (const [caller, outcome] of Object.entries(cells))
        addOutcome(merged, operation, caller as PermittedCaller, outcome)
  return merged
}

/** Area of each noun, the part of an operation's name before the dot. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  'Schemes and employers': [
    'employer',
    'scheme',
    'participation',
    'payment-account',
    'scheme-event',
    'scheme-import',
  ],
  'Trustees and meetings': [
    'trustee',
    'trustee-training',
    'trustee-meeting',
    'meeting-action',
    'trustee-review',
  ],
  'Members and contributions': [
    'member',
    'contribution',
    'contribution-reminder',
    'import-draft',
    'personal-data',
    'data-quality',
  ],
  'Compliance calendar': ['dashboard', 'obligation', 'obligation-confirmation', 'calendar-feed'],
  Governance: [
    'breach',
    'compliance-statement',
    'key-function-holder',
    'outsourcing-arrangement',
    'service-provider',
    'own-risk-assessment',
    'risk-item',
    'policy',
  ],
  'Documents and reports': ['document', 'draft', 'file-note', 'report'],
  'Law and assistant': ['assistant', 'corpus', 'corpus-text', 'corpus-review'],
  'Firm and users': [
    'tenant',
    'user',
    'grant',
    'single-sign-on',
    'api-key',
    'webhook',
    'webhook-delivery',
    'audit-log',
    'example',
    'comment',
    'inbox',
    'saved-view',
    'search',
  ],
  'Own account': ['auth', 'me', 'session', 'second-factor'],
  Platform: ['service-health', 'job', 'health', 'meta'],
}

const getNoun = ({ name }: Pick<Contract, 'name'>): string => name.slice(0, name.indexOf('.'))

const isForMachines = ({ access }: Pick<Contract, 'access'>): boolean =>
  access === 'public' || access === 'cron' || access === 'ingest'

/** The callers whose result the page shows for the operation. */
export const listCallers = (contract: Pick<Contract, 'access'>): readonly PermittedCaller[] =>
  !isForMachines(contract) ? PEOPLE : contract.access === 'public' ? ['Without a session'] : MACHINES

const HEAD = `# Permissions

Permissions of each caller for every operation of the service. Made by \`npm run permissions\` from the results of the generated
permission tests ([testing.md](testing.md)): each cell was executed. Source of the roles and of their order: Spec 2.2 and 2.3.

| Cell | Meaning |
|---|---|
| Refused | Status 401 or 403 for every request |
| Own record | Permitted for the caller's own member record; the records of all other members were refused or not listed |
| Own scheme | Permitted for the scheme of the grant; records of another scheme were refused or not listed |
| Own employer | Permitted for records of the caller's employer; records of another employer of the same firm were refused or not listed |
| Own firm | Permitted for records of the caller's firm; records of another firm were refused or not listed |
| All firms | Permitted for the records of a firm that the caller does not belong to |
| Own account | Permitted; the operation concerns the account of the caller only |
| Allowed | Permitted; the operation names no record of a firm in its address and none was listed. The database limits its response to the same scope (test/row-level-security.service.test.ts) |

Columns: the roles, lowest first. *Trustee* and *Inspector* are persons with a grant for one scheme. *Permitted* means that the caller passes the checks of role, grant
and owner. An operation can still be refused because of the state of the record or a condition in the API reference, such as that only its author can remove a comment.
An approval (\`approve\`, \`approve-minutes\`, \`appoint\`) can need a second person (test/four-eyes.service.test.ts).
`

const firstSentence = (summary: string): string =>
  (/^.*?[.!](?=\s+(?:[A-Z`]|\d{3} )|$)/s.exec(summary)?.[0] ?? summary)
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')

function formatCell(contract: Contract, caller: PermittedCaller, results: Results): string {
  const outcome = results[contract.name]?.[caller]
  if (!outcome) throw new Error(`${contract.name} has no result for ${caller}`)
  return outcome
}

function buildTable(
  contracts: readonly Contract[],
  callers: readonly PermittedCaller[],
  results: Results,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  return [
    line(['Operation', 'Name', ...callers]),
    `|${'---|'.repeat(callers.length + 2)}\n`,
    ...contracts.map((contract) =>
      line([
        firstSentence(contract.summary),
        `\`${contract.name}\``,
        ...callers.map((caller) => formatCell(contract, caller, results)),
      ]),
    ),
  ].join('')
}

/** Area of nouns that AREAS does not list. */
const OTHER = 'Other records'

/** Builds the page. Throws if a cell has no result. */
export function buildPermissionsPage(contracts: readonly Contract[], results: Results): string {
  const listed = Object.values(AREAS).flat()
  const others = [...new Set(contracts.map(getNoun))].filter((noun) => !listed.includes(noun))
  const tables = Object.entries({ ...AREAS, [OTHER]: others }).flatMap(([area, nouns]) => {
    const inArea = nouns.flatMap((noun) => contracts.filter((one) => getNoun(one) === noun))
    const ofPeople = inArea.filter((one) => !isForMachines(one))
    return ofPeople.length > 0 ? [`\n## ${area}\n\n${buildTable(ofPeople, PEOPLE, results)}`] : []
  })
  const open = contracts.filter(({ access }) => access === 'public')
  const byToken = contracts.filter((one) => isForMachines(one) && one.access !== 'public')
  return [
    HEAD,
    ...tables,
    `\n## Operations without a session\n\n${buildTable(open, ['Without a session'], results)}`,
    '\n## Operations of other programs\n\nA session of a SuperAdmin does not permit these operations.\n\n',
    buildTable(byToken, MACHINES, results),
  ].join('')
}

const isOutcome = (text: string): text is Outcome => (OUTCOMES as readonly string[]).includes(text)

/** Reads the cells of the page. */
export function parsePermissionsPage(page: string): Results {
  const results: Results = {}
  let callers: readonly string[] = []
  for (const row of page.split('\n').filter((line) => line.startsWith('| '))) {
    const [title, name = '', ...cells] = row.slice(2, -2).split(/(?<!\\) \| /)
    if (title === 'Operation') callers = cells
    const operation = /^`([\w.-]+)`$/.exec(name)?.[1]
    if (!operation) continue
    callers.forEach((caller, column) => {
      const outcome = cells[column] ?? ''
      if (!isOutcome(outcome)) throw new Error(`${operation} has no known outcome for ${caller}: ${outcome}`)
      addOutcome(results, operation, caller as PermittedCaller, outcome)
    })
  }
  return results
}
