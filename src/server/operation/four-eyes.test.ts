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
  type ApprovedTable,
  buildBarredApproversExpression,
  buildEditorExpression,
  buildEditorsAfterReturn,
  buildEditorsExpression,
  buildFirstPeopleExpression,
  buildFourEyesColumns,
  buildMayApproveCondition,
  buildSecondPersonCondition,
  type FourEyes,
  isSecondPersonRequired,
  loadEditors,
  loadFourEyes,
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

describe('SQL of the four-eyes rule', () => {
  const normalise = (text: string): string => text.replace(/\s+/g, ' ')
  const SECOND_PERSON = buildSecondPersonCondition('t')

  test('a user may approve unless the firm requires a second person and the user is a first one', () => {
    expect(normalise(buildMayApproveCondition('policy_versions', 'v', '$1'))).toBe(
      normalise(
        `($1 = any(v.edited_by || v.submitted_by) and (select ${SECOND_PERSON} from tenants t where t.id = r.tenant_id)) is not true`,
      ),
    )
  })

  test('barred users are listed while the record waits, but not to a person with a grant', () => {
    expect(normalise(buildBarredApproversExpression('r.waits', 'array[r.by]'))).toBe(
      normalise(
        `(case when r.waits and coalesce(current_setting('app.capability', true), '') = '' and (select ${SECOND_PERSON} from tenants t where t.id = r.tenant_id)
          then array(select distinct unnest(array_remove(array[r.by], null)) order by 1) else '{}'::text[] end)`,
      ),
    )
  })

  test('a return keeps the editors unless every administrator of at least two is one', () => {
    const { db } = openFakeDatabase({})
    expect(normalise(buildEditorsAfterReturn('schemes').compile(db).sql)).toBe(
      normalise(
        `case when (select count(*) >= 2 and bool_and(u.id = any("schemes"."edited_by")) from users u
          where u.tenant_id = "schemes"."tenant_id" and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')
          then '{}'::text[] else "schemes"."edited_by" end`,
      ),
    )
  })
})

describe('an approval', () => {
  const RECORD = { id: 'r1', tenantId: 't1' }
  const approve = async (
    table: ApprovedTable,
    people: { firstPerson?: string | null; editedBy?: readonly string[] },
    firm: FourEyes = ALWAYS,
  ) => {
    const { tx, statements } = openFakeDatabase({
      tenants: firm,
      [table]: { firstPerson: 'u2', editedBy: [], ...people },
    })
    await requireSecondPerson(tx, 'u1', table, RECORD)
    return statements
  }

  test('by another person is allowed without looking up the setting', async () => {
    expect(await approve('drafts', {})).toHaveLength(1)
    expect(await approve('drafts', { firstPerson: null, editedBy: ['u2', 'u3'] })).toHaveLength(1)
  })

  test('by any of the editors is refused', async () => {
    for (const editedBy of [['u1'], ['u1', 'u2'], ['u2', 'u1']])
      await expect(approve('policy_versions', { editedBy })).rejects.toEqual(FOUR_EYES('changed this'))
    await expect(approve('policy_versions', { firstPerson: 'u1', editedBy: ['u1'] })).rejects.toEqual(
      FOUR_EYES('submitted this'),
    )
  })

  test('by the submitter is allowed where the firm requires no second person', async () => {
    for (const firm of [
      { setting: 'NEVER', activeBrokerAdmins: 2 },
      { setting: 'AUTO', activeBrokerAdmins: 1 },
    ] as const)
      expect(await approve('drafts', { firstPerson: 'u1', editedBy: ['u1'] }, firm)).toHaveLength(2)
  })

  test.each([
    ['schemes', 'submitted_by', true, 'submitted this'],
    ['policy_versions', 'submitted_by', true, 'submitted this'],
    ['own_risk_assessments', 'sent_to_trustees_by', true, 'sent it to the trustees'],
    ['drafts', 'last_edited_by', true, 'wrote this'],
    ['trustees', 'assessment_recorded_by', false, 'recorded the assessment'],
    ['key_function_holders', 'assessment_recorded_by', false, 'recorded the assessment'],
    ['trustee_meetings', 'held_recorded_by', false, 'recorded the meeting'],
  ] as const)(
    'of %s is refused to the user in %s; to editors: %s',
    async (table, column, hasEditors, did) => {
      await expect(approve(table, { firstPerson: 'u1' })).rejects.toEqual(FOUR_EYES(did))
      const [statement] = await approve(table, {})
      const editors = hasEditors ? '"edited_by"' : `'{}'::text[]`
      expect(statement).toMatchObject({
        sql: `select "${column}" as "firstPerson", ${editors} as "editedBy" from "${table}" where "id" = $1`,
        parameters: ['r1'],
      })
      expect(buildFirstPeopleExpression(table, 'r')).toBe(
        hasEditors ? `r.edited_by || r.${column}` : `array[r.${column}]`,
      )
    },
  )

  test('lists the editors of a record', async () => {
    const { db, statements } = openFakeDatabase({ own_risk_assessments: { edited_by: ['u1'] } })
    expect(await loadEditors(db, 'own_risk_assessments', 'r1')).toEqual(['u1'])
    expect(statements[0]).toMatchObject({
      sql: 'select "edited_by" from "own_risk_assessments" where "id" = $1',
      parameters: ['r1'],
    })
  })
})
