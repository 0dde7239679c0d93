/** The check of migrations that keeps the instances of the release before working. */
import { expect, test } from 'vitest'
import { findNeededRelease } from '../src/server/platform/migrate.ts'
import { listContractions } from './harness/expand-only.ts'

test.each([
  ['alter table members drop column notes', 'drops a column'],
  ['drop table members', 'drops a table'],
  ['alter table members rename notes to remarks', 'renames'],
  ['alter table members rename column notes to remarks', 'renames'],
  ['alter table members rename to people', 'renames'],
  ['alter table members alter column notes type date', 'changes the type of a column'],
  ['alter table members alter notes set not null', 'requires a value in an existing column'],
  ['alter table members add column rank int not null', 'adds a required column without a default'],
  ['drop function if exists app.today()', 'drops a function'],
  ['revoke select on members from pcs_app', 'revokes a right'],
])('%s: %s', (sql, what) => {
  expect(listContractions(sql)).toEqual([what])
})

test.each([
  'alter table members add column rank int not null default 0',
  "alter table members add column if not exists rank text check (rank <> 'drop table')",
  '-- drop table members\ncreate table ranks (id text primary key, name text not null)',
  'create index members_by_rank on members (rank)',
  'alter table members drop constraint members_rank_check, add constraint members_rank_check check (rank > 0)',
])('%s only adds', (sql) => {
  expect(listContractions(sql)).toEqual([])
})

test.each([
  ['-- Needs release 0.2.0: notes are read until 0.1.x\ndrop table notes', '0.2.0'],
  ['drop table notes -- Needs release 0.2.0: in the middle', null],
  ['-- Needs release 0.2: \ndrop table notes', null],
])('%j needs release %s', (sql, release) => {
  expect(findNeededRelease(sql)).toBe(release)
})
