import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'regular-expressions-'))

function check(code: string): { status: number | null; stderr: string } {
  const file = join(folder, 'planted.ts')
  writeFileSync(file, code)
  const { status, stderr } = spawnSync(process.execPath, ['.ci/check-regular-expressions.ts', file], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

describe('the check of regular expressions', () => {
  test.each([
    ['a lazy body up to what may never come', String.raw`export const A = /\{\{([\s\S]*?)\}\}/g`],
    ['spaces that two loops share', String.raw`export const A = /^#+\s+(.*?)\s*#*$/`],
    ['a loop inside a loop', `export const A = /^(a+)+$/`],
    ['spaces before the end', String.raw`export const A = /\s+$/`],
    ['a loop that reads what begins the expression', `export const A = /what.*include/`],
    [
      'an expression that is constructed',
      ['const WORD = "\\\\w+"', 'export const A = new RegExp("^" + WORD + WORD + "$")'].join('\n'),
    ],
  ])('refuses %s', (_name, code) => {
    const { status, stderr } = check(code)
    expect(stderr).toContain('planted.ts')
    expect(status).toBe(1)
  })

  test('accepts regular expressions that read their input once', () => {
    const code = String.raw`export const ALL = [/^\d{4}-\d\d$/, /[^a-z]+/g, /\bwhat\s+is\b/, /"[^"]*"/y, /\w{1,64}@/]`
    expect(check(code)).toEqual({ status: 0, stderr: '' })
  })
})
