/**
 * The plans of lists, searches and the dashboard in a large installation: a hundredth of the data of bench/large-dataset.ts, with statistics of
 * a hundred times as many rows, so that PostgreSQL plans as for 1,000,000 members.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { CALLERS, fillLargeDataset } from '../bench/large-dataset.ts'
import { listAuditEntries } from '../src/contract/audit.ts'
import { listBreaches } from '../src/contract/breaches.ts'
import { listContributions } from '../src/contract/contributions.ts'
import type { Contract } from '../src/contract/define.ts'
import { listDocuments } from '../src/contract/documents.ts'
import { listEmployers } from '../src/contract/employers.ts'
import { listKeyFunctionHolders } from '../src/contract/key-function-holders.ts'
import { listMembers } from '../src/contract/members.ts'
import { listObligations } from '../src/contract/obligations.ts'
import { listPolicies } from '../src/contract/policies.ts'
import { listSchemes } from '../src/contract/schemes.ts'
import { listTrusteeMeetings } from '../src/contract/trustee-meetings.ts'
import { selectDashboardFacts } from '../src/server/areas/calendar/dashboard/facts.ts'
import { portfolio } from '../src/server/areas/calendar/dashboard/portfolio.ts'
import { obligations } from '../src/server/areas/calendar/obligations/index.ts'
import { documents } from '../src/server/areas/documents/documents/index.ts'
import { auditEntries } from '../src/server/areas/firm/audit/index.ts'
import { selectCheckedBatch } from '../src/server/areas/firm/audit/records.ts'
import { createSearchOperations } from '../src/server/areas/firm/search/index.ts'
import { breaches } from '../src/server/areas/governance/breaches/index.ts'
import { keyFunctionHolders } from '../src/server/areas/governance/key-function-holders/index.ts'
import { keyFunctionCoverage } from '../src/server/areas/governance/key-function-holders/records.ts'
import { assessmentStandings } from '../src/server/areas/governance/own-risk-assessments/records.ts'
import { policies } from '../src/server/areas/governance/policies/index.ts'
import { selectContributionGrid } from '../src/server/areas/members/contributions/grid.ts'
import { contributions } from '../src/server/areas/members/contributions/index.ts'
import { members } from '../src/server/areas/members/members/index.ts'
import { expiredRecords } from '../src/server/areas/members/personal-data/retention.ts'
import { employers } from '../src/server/areas/schemes/employers/index.ts'
import { schemes } from '../src/server/areas/schemes/schemes/index.ts'
import { trusteeMeetings } from '../src/server/areas/schemes/trustee-meetings/records.ts'
import type { RecordSet } from '../src/server/operation/record-set.ts'
import type { AccessScope, Actor } from '../src/server/pipeline/access-scope.ts'
import type { Statement } from '../src/server/platform/batch.ts'
import { copyTemplate, type TestDatabase } from './harness/test-database.ts'

const SCALE = 0.01
const TODAY = new Date().toISOString().slice(0, 10)
/** Tables with more rows are read through an index. */
const MOST_SCANNED = 20_000
/** More rows are read in the order of an index, not sorted. */
const MOST_SORTED = 5_000

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Loops'?: number
  /** Pages read by the node and those below it. */
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}
const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const isOnPostgreSQL = inject('template').kind === 'postgresql'

describe.skipIf(!isOnPostgreSQL)('in a firm with 5,000 schemes and 200,000 members', () => {
  let database: TestDatabase
  let client: pg.Client
  let scope: Extract<AccessScope, { level: 'tenant' }>
  let userId: string
  /** Rows of each table at the large size. */
  let rows: Map<string, number>

  beforeAll(async () => {
    database = await copyTemplate(inject('template'), 'migrated')
    const url = database.target.url as string
    await fillLargeDataset(url, SCALE, () => {})
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      'update pg_class set reltuples = reltuples / $1::real where reltuples > 0 and relnamespace = $2::regnamespace',
      [SCALE, 'public'],
    )
    const { rows: sizes } = await client.query(
      "select relname, reltuples from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    rows = new Map(sizes.map(({ relname, reltuples }) => [relname, reltuples]))
    const { rows: users } = await client.query('select tenant_id, id from users where email = $1', [
      CALLERS['large firm'].email,
    ])
    scope = { level: 'tenant', tenantId: users[0].tenant_id }
    userId = users[0].id
  })
  afterAll(async () => {
    await client?.end()
    await database?.close()
  })

  /** As the service runs it: in its role, with the scope of an administrator of the firm. */
  async function explain({ text, values }: Statement, isPlannedOnce = false): Promise<Node[]> {
    await client.query('begin')
    try {
      await client.query(
        `select set_config('role', 'pcs_app', true), set_config('jit', 'off', true), set_config('app.scope', 'tenant', true),
           set_config('app.tenant', $1, true), set_config('app.user', $2, true), set_config('app.role', 'BrokerAdmin', true)`,
        [scope.tenantId, userId],
      )
      const { rows: plans } = isPlannedOnce
        ? await explainPlannedOnce({ text, values })
        : await client.query(`explain (analyze, timing off, buffers, format json) ${text}`, [...values])
      // Conditions for scopes that the caller does not have are planned and not run.
      return listNodes(plans[0]['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] !== 0)
    } finally {
      await client.query('rollback')
    }
  }

  /** The plan that PostgreSQL keeps for all firms: it does not know how large the firm is. */
  async function explainPlannedOnce({ text, values }: Statement): Promise<pg.QueryResult> {
    const literals = values.map((value) =>
      value === null
        ? 'null'
        : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
    )
    await client.query(
      `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_mergejoin', 'off', true)`,
    )
    await client.query(`prepare planned_once as ${text}`)
    try {
      return await client.query(
        `explain (analyze, timing off, buffers, format json) execute planned_once${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
      )
    } finally {
      await client.query('deallocate planned_once')
    }
  }

  const isLarge = ({ 'Relation Name': table }: Node): boolean => (rows.get(table ?? '') ?? 0) > MOST_SCANNED

  async function expectIndexes(statement: Statement): Promise<Node[]> {
    const nodes = await explain(statement)
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node))
    expect(scans.map((node) => node['Relation Name'])).toEqual([])
    expect(nodes.some((node) => node['Index Name'])).toBe(true)
    return nodes
  }

  type AnySet = Pick<RecordSet<unknown, 'q', string>, 'list'>
  const sortsOf = ({ input }: Contract): string[] =>
    ((input as z.ZodObject).shape.sort as z.ZodDefault<z.ZodEnum>).unwrap().options as string[]
  const LISTS: [Contract, AnySet, except?: string[]][] = [
    [listMembers, members as AnySet],
    [listObligations, obligations as AnySet],
    [listContributions, contributions as AnySet],
    [listAuditEntries, auditEntries as AnySet],
    [listDocuments, documents as AnySet],
    [listPolicies, policies as AnySet, ['schemeName']],
    [listKeyFunctionHolders, keyFunctionHolders as AnySet, ['schemeName']],
    [listTrusteeMeetings, trusteeMeetings as AnySet],
    [listBreaches, breaches as AnySet, ['severity']],
    // A firm has 5,000 of them: they may be sorted.
    [listSchemes, schemes as AnySet],
    [listEmployers, employers as AnySet],
  ]

  for (const [contract, set, except = []] of LISTS)
    test.each(sortsOf(contract).filter((sort) => !except.includes(sort)))(
      `${contract.name} is read in the order %s`,
      async (sort) => {
        const nodes = await expectIndexes(set.list({ limit: 50, sort }, scope))
        const sorted = nodes.filter(
          (node) => node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > MOST_SORTED,
        )
        expect(sorted).toEqual([])
      },
    )

  const SEARCHED: [string, AnySet, string][] = [
    ['member', members as AnySet, 'name'],
    ['scheme', schemes as AnySet, 'name'],
    ['document', documents as AnySet, '-createdAt'],
    ['policy', policies as AnySet, 'title'],
  ]
  test.each(SEARCHED)('a search finds a %s by the index of words', async (kind, set, sort) => {
    await expectIndexes(set.list({ limit: 50, sort, q: 'ultan kavanagh' }, scope))
    const { rows: plans } = await client.query(
      `explain (format json) select id from members where app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(works_number, ''))) @> app.search_parts($1, 'ultan kavanagh')`,
      [scope.tenantId],
    )
    expect(
      kind === 'member'
        ? listNodes(plans[0]['QUERY PLAN'][0].Plan).map((node) => node['Index Name'])
        : ['members_by_parts'],
    ).toContain('members_by_parts')
  })

  const getActor = (): Actor => ({
    id: userId,
    role: 'BrokerAdmin',
    tenantId: scope.tenantId,
    employerId: null,
    memberId: null,
  })
  const dashboard = (place: number): Statement => selectDashboardFacts(scope, getActor())[place] as Statement

  test.each([0, 1])('statement %s of the dashboard reads no large table whole', async (place) => {
    await expectIndexes(dashboard(place))
  })

  const countPages = ([top]: Node[]): number =>
    (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)

  const list = (set: AnySet, input: object): Statement => set.list({ limit: 10, ...input } as never, scope)
  const search = (q: string): Statement =>
    (
      createSearchOperations()[0] as unknown as {
        select(input: object, scope: AccessScope, actor: Actor): Statement
      }
    ).select({ q, limit: 5 }, scope, getActor())
  const PLANNED_WITH_VALUES = false
  const PLANNED_ONCE = true

  /**
   * Pages that a statement reads at most, a quarter more than it reads here (the data depend on the day): without its indexes, or read for each scheme, member or
   * obligation in turn, it reads more.
   */
  const MOST_PAGES: [name: string, statement: () => Statement, isPlannedOnce: boolean, most: number][] = [
    ['the facts of the dashboard', () => dashboard(0), PLANNED_ONCE, 470],
    ['the work queue', () => dashboard(1), PLANNED_ONCE, 390],
    ['the number of members', () => dashboard(2), PLANNED_ONCE, 20],
    [
      'the portfolio, worst first',
      () => list(portfolio as AnySet, { sort: 'worst' }),
      PLANNED_WITH_VALUES,
      300,
    ],
    [
      'the portfolio, worst first, for any firm',
      () => list(portfolio as AnySet, { sort: 'worst' }),
      PLANNED_ONCE,
      350,
    ],
    ['the portfolio by name', () => list(portfolio as AnySet, { sort: 'name' }), PLANNED_WITH_VALUES, 280],
    [
      'the list of red schemes',
      () => list(schemes as AnySet, { sort: 'name', rating: 'RED' }),
      PLANNED_WITH_VALUES,
      150,
    ],
    [
      'the list of red schemes, for any firm',
      () => list(schemes as AnySet, { sort: 'name', rating: 'RED' }),
      PLANNED_ONCE,
      150,
    ],
    [
      'the register of own-risk assessments',
      () => list(assessmentStandings as AnySet, { sort: 'dueOn' }),
      PLANNED_WITH_VALUES,
      160,
    ],
    [
      'the register of own-risk assessments, for any firm',
      () => list(assessmentStandings as AnySet, { sort: 'dueOn' }),
      PLANNED_ONCE,
      160,
    ],
    [
      'the coverage of key functions',
      () => list(keyFunctionCoverage as AnySet, { sort: 'schemeName' }),
      PLANNED_WITH_VALUES,
      420,
    ],
    ['the grid of contributions', () => selectContributionGrid({}, scope, TODAY), PLANNED_WITH_VALUES, 1070],
    ['a search for two letters that nothing has', () => search('zq'), PLANNED_ONCE, 130],
    ['a search for one letter that few have', () => search('x'), PLANNED_ONCE, 130],
    ['a search for one letter that most have', () => search('a'), PLANNED_ONCE, 440],
    ['a search for words that nothing has', () => search('no such name'), PLANNED_ONCE, 240],
    [
      'obligations with words that nothing has',
      () => list(obligations as AnySet, { sort: 'dueOn', q: 'no such name' }),
      PLANNED_WITH_VALUES,
      250,
    ],
    [
      'policies with a version in review',
      () => list(policies as AnySet, { sort: 'title', openVersionStatus: 'IN_REVIEW' }),
      PLANNED_WITH_VALUES,
      10,
    ],
    [
      'records past their retention period',
      () => list(expiredRecords as AnySet, { sort: 'retainUntilOn' }),
      PLANNED_WITH_VALUES,
      500,
    ],
    [
      'a thousand entries of the audit chain',
      () => selectCheckedBatch(scope.tenantId, { sequence: 0, hash: '' }, 1_000),
      PLANNED_WITH_VALUES,
      90,
    ],
  ]
  test.each(MOST_PAGES)('%s reads few pages', async (_name, statement, isPlannedOnce, most) => {
    // The first time, a session reads the catalogue for its functions as well.
    await explain(statement(), isPlannedOnce)
    const nodes = await explain(statement(), isPlannedOnce)
    expect(countPages(nodes)).toBeLessThan(most)
  })

  test('the grid of contributions reads the schemes of one employer after the other', async () => {
    const nodes = await explain(selectContributionGrid({}, scope, TODAY))
    expect(nodes.map((node) => node['Index Name'])).toContain('scheme_participations_of_employer')
  })

  test('the coverage of key functions reads holders for its page only', async () => {
    const nodes = await expectIndexes(list(keyFunctionCoverage as AnySet, { sort: 'schemeName' }))
    expect(nodes.filter((node) => node['Relation Name'] === 'key_function_holders')).not.toEqual([])
  })

  test('records past their retention period read schemes for their page only, and members by their end', async () => {
    const nodes = await expectIndexes(
      (expiredRecords as AnySet).list({ limit: 10, sort: 'retainUntilOn' } as never, scope),
    )
    const schemeReads = nodes.filter((node) => node['Relation Name'] === 'schemes')
    for (const node of schemeReads) expect(node['Actual Loops']).toBeLessThanOrEqual(50)
    expect(nodes.map((node) => node['Index Name'])).toContain('members_by_end')
  })

  test('a session of a large firm plans each statement with its values, one of a small firm does not', async () => {
    const planOf = async (email: string): Promise<string> => {
      await client.query('begin')
      const { rows: users } = await client.query('select id, session_version from users where email = $1', [
        email,
      ])
      await client.query(
        `insert into schemes select (jsonb_populate_record(s, jsonb_build_object('id', 'scopy' || n, 'name', 'Copy ' || n, 'name_key', 'copy ' || n, 'pensions_authority_number', null))).*
           from schemes s, generate_series(1, 200) n where s.id = (select min(id) from schemes where tenant_id = $1)`,
        [scope.tenantId],
      )
      await client.query('set local role pcs_app')
      await client.query('select app.enter($1, $2::int, null, false)', [
        users[0].id,
        users[0].session_version,
      ])
      const { rows: modes } = await client.query("select current_setting('plan_cache_mode') as mode")
      await client.query('rollback')
      return modes[0].mode
    }
    expect(await planOf(CALLERS['large firm'].email)).toBe('force_custom_plan')
    expect(await planOf(CALLERS['small firm'].email)).toBe('auto')
    expect(await planOf(CALLERS.platform.email)).toBe('force_custom_plan')
  })
})

test.runIf(!isOnPostgreSQL)('plans are read', ({ skip }) =>
  skip('The embedded database would take minutes to make the data'),
)
