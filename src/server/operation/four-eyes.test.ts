import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '../platform/database.ts'
import type { DB } from '../platform/rows.ts'
import {
  buildEditorExpression,
  buildEditorsAfterReturn,
  buildEditorsExpression,
  buildFourEyesColumns,
  type FourEyes,
  isSecondPersonRequired,
  loadEditors,
  loadFourEyes,
  requireFourEyes,
  requireSecondPerson,
} from './four-eyes.ts'

/** A database that notes its statements and returns these rows, by the table that a statement reads. */
function openFakeDatabase(rows: Record<string, object>) {
  const statements: CompiledQuery[] = []
  const driver = new DummyDriver()
  driver.acquireConnection = async () => ({
    async executeQuery<R>(statement: CompiledQuery) {
      statements.push(statement)
      const table = /from "(\w+)"/.exec(statement.sql)?.[1] ?? ''
      return { rows: table in rows ? [rows[table] as R] : [] }
    },
    streamQuery: () => {
      throw new Error('Not used')
    },
  })
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { tx: db as unknown as Tx, db, statements }
}

const ALWAYS: FourEyes = { setting: 'ALWAYS', activeBrokerAdmins: 1 }
const FOUR_EYES = (did: string) =>
  expect.objectContaining({
    status: 422,
    message: `You ${did}: another administrator of the firm has to approve it`,
    details: expect.objectContaining({ code: 'FOUR_EYES' }),
  })

test.each<[FourEyes['setting'], number, boolean]>([
  ['ALWAYS', 0, true],
  ['ALWAYS', 1, true],
  ['ALWAYS', 2, true],
  ['AUTO', 0, false],
  ['AUTO', 1, false],
  ['AUTO', 2, true],
  ['AUTO', 3, true],
  ['NEVER', 0, false],
  ['NEVER', 2, false],
])(
  'with %s and %i active administrators a second person is required: %s',
  (setting, activeBrokerAdmins, is) => {
    expect(isSecondPersonRequired({ setting, activeBrokerAdmins })).toBe(is)
  },
)

test('the setting and the active administrators are those of the firm', async () => {
  const { db, statements } = openFakeDatabase({ tenants: ALWAYS })
  expect(await loadFourEyes(db, 't1')).toEqual(ALWAYS)
  const { setting, activeBrokerAdmins } = buildFourEyesColumns('t')
  expect(statements.map(({ sql, parameters }) => [sql, parameters])).toEqual([
    [
      `select ${setting} as "setting", ${activeBrokerAdmins} as "activeBrokerAdmins" from "tenants" as "t" where "t"."id" = $1`,
      ['t1'],
    ],
  ])
  expect(setting).toBe("coalesce(t.settings ->> 'fourEyes', 'AUTO')")
  expect(activeBrokerAdmins.replace(/\s+/g, ' ')).toBe(
    "(select count(*) from users u where u.tenant_id = t.id and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')",
  )
})

test('an editor is added to the editors once', () => {
  const { db } = openFakeDatabase({})
  for (const [value, ids] of [
    [buildEditorExpression('u1'), ['u1']],
    [buildEditorsExpression(['u1', 'u2']), ['u1', 'u2']],
  ] as const)
    expect(value.compile(db)).toMatchObject({
      sql: 'array(select distinct unnest(edited_by || $1::text[]))',
      parameters: [ids],
    })
})

test.each(['schemes', 'own_risk_assessments', 'policy_versions'] as const)(
  'a return of %s keeps the editors, unless they are all of several active administrators',
  (table) => {
    const { sql, parameters } = buildEditorsAfterReturn(table).compile(openFakeDatabase({}).db)
    expect(parameters).toEqual([])
    expect(sql.replace(/\s+/g, ' ')).toBe(
      `case when (select count(*) >= 2 and bool_and(u.id = any("${table}"."edited_by")) from users u` +
        ` where u.tenant_id = "${table}"."tenant_id" and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')` +
        ` then '{}'::text[] else "${table}"."edited_by" end`,
    )
  },
)

describe('an approval', () => {
  const approve = async (
    submission: Partial<Parameters<typeof requireFourEyes>[2]>,
    firm: FourEyes = ALWAYS,
    did?: string,
  ) => {
    const { tx, statements } = openFakeDatabase({ tenants: firm })
    await requireFourEyes(tx, 'u1', { tenantId: 't1', submittedBy: 'u2', ...submission }, did)
    return statements.length
  }

  test('by another person is allowed without looking up the setting', async () => {
    expect(await approve({})).toBe(0)
    expect(await approve({ submittedBy: null, editedBy: ['u2', 'u3'] })).toBe(0)
  })

  test('by the submitter is refused', async () => {
    await expect(approve({ submittedBy: 'u1' })).rejects.toEqual(FOUR_EYES('submitted this'))
    await expect(approve({ submittedBy: 'u1' }, ALWAYS, 'recorded it')).rejects.toEqual(
      FOUR_EYES('recorded it'),
    )
  })

  test('by any of the editors is refused', async () => {
    for (const editedBy of [['u1'], ['u1', 'u2'], ['u2', 'u1']])
      await expect(approve({ editedBy }, ALWAYS, 'recorded it')).rejects.toEqual(FOUR_EYES('changed this'))
    await expect(approve({ submittedBy: 'u1', editedBy: ['u1'] })).rejects.toEqual(
      FOUR_EYES('submitted this'),
    )
  })

  test('by the submitter is allowed where the firm requires no second person', async () => {
    expect(await approve({ submittedBy: 'u1' }, { setting: 'NEVER', activeBrokerAdmins: 2 })).toBe(1)
    expect(await approve({ editedBy: ['u1'] }, { setting: 'AUTO', activeBrokerAdmins: 1 })).toBe(1)
  })
})

describe('an approval of a record without a submitter', () => {
  test.each([
    ['trustees', 'assessment_recorded_by', 'recorded the assessment'],
    ['key_function_holders', 'assessment_recorded_by', 'recorded the assessment'],
    ['own_risk_assessments', 'sent_to_trustees_by', 'sent it to the trustees'],
    ['trustee_meetings', 'held_recorded_by', 'recorded the meeting'],
  ] as const)('of %s is refused to the person in %s', async (table, column, did) => {
    const record = { id: 'r1', tenantId: 't1' }
    const own = openFakeDatabase({ tenants: ALWAYS, [table]: { submittedBy: 'u1', edited_by: [] } })
    await expect(requireSecondPerson(own.tx, 'u1', table, record)).rejects.toEqual(FOUR_EYES(did))
    expect(own.statements[0]).toMatchObject({
      sql: `select "${column}" as "submittedBy" from "${table}" where "id" = $1`,
      parameters: ['r1'],
    })
    const byAnother = openFakeDatabase({ tenants: ALWAYS, [table]: { submittedBy: 'u2', edited_by: [] } })
    await requireSecondPerson(byAnother.tx, 'u1', table, record)
  })

  test('includes the editors of an own-risk assessment, and of no other record', async () => {
    const rows = { submittedBy: 'u2', edited_by: ['u1'] }
    const record = { id: 'r1', tenantId: 't1' }
    const assessment = openFakeDatabase({ tenants: ALWAYS, own_risk_assessments: rows })
    expect(await loadEditors(assessment.db, 'own_risk_assessments', 'r1')).toEqual(['u1'])
    expect(assessment.statements[0]).toMatchObject({
      sql: 'select "edited_by" from "own_risk_assessments" where "id" = $1',
      parameters: ['r1'],
    })
    await expect(requireSecondPerson(assessment.tx, 'u1', 'own_risk_assessments', record)).rejects.toEqual(
      FOUR_EYES('changed this'),
    )
    const trustee = openFakeDatabase({ tenants: ALWAYS, trustees: rows })
    await requireSecondPerson(trustee.tx, 'u1', 'trustees', record)
    expect(trustee.statements).toHaveLength(1)
  })
})
