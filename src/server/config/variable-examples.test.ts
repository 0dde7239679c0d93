import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, describeVariables, readConfig } from '../config.ts'
import { buildExample, describeRemedy, formatProblems } from './variable-examples.ts'

const names = describeVariables().map(({ name }) => name)

test.each(names)('%s has an example or a command that generates it', (name) => {
  expect(buildExample(name)).toContain(name)
})

test.each(names)('the example of %s is well-formed', (name) => {
  const value = /^Example: \w+=(.*)$/.exec(buildExample(name) ?? '')?.[1]
  if (value === undefined) return
  // A variable that needs another one is refused for that, and not for its form.
  const problems = problemsOf({ [name]: value })
  expect(problems.filter((problem) => problem.startsWith(`${name} must`))).toEqual([])
  expect(problems.filter((problem) => problem.startsWith(`${name} Invalid`))).toEqual([])
})

function problemsOf(env: Record<string, string>): readonly string[] {
  const secret = (purpose: string): string => createHash('sha256').update(purpose).digest('hex')
  const secrets = {
    SESSION_SECRET: secret('a'),
    CSRF_SECRET: secret('b'),
    PPS_ENCRYPTION_KEY: secret('c'),
    PPS_INDEX_KEY: secret('d'),
    CRON_TOKEN: secret('e'),
    RAG_INGEST_TOKEN: secret('f'),
  }
  try {
    readConfig(env, secrets)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test.each([
  ['PORT must be a number', ['Example: PORT=3000']],
  ['SESSION_SECRET is missing', ['Set SESSION_SECRET to the output of: openssl rand -hex 32']],
  [
    'TLS_CERT_FILE and TLS_KEY_FILE must be set together',
    [
      'Example: TLS_CERT_FILE=/etc/pension-compliance/tls.crt',
      'Example: TLS_KEY_FILE=/etc/pension-compliance/tls.key',
    ],
  ],
  ['FILES_DIR and S3_BUCKET must not both be set', ['Remove the variable that is not needed']],
  [
    'SESSION_SECRT is unknown: did you mean SESSION_SECRET?',
    ['Set SESSION_SECRET to the output of: openssl rand -hex 32'],
  ],
])('for "%s" it says what to set', (problem, remedy) => {
  expect(describeRemedy(problem)).toEqual(remedy)
})

test('one start names each class of problem, with what to set, and shows no value', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    PORT: 'hunter2',
    CSRF_SECRET: 'hunter2',
    APP_URL: 'http://hunter2.example.ie',
    TLS_CERT_FILE: '/hunter2.pem',
    DATABASE_URI: 'postgres://hunter2/pcs',
    PPS_INDEX_KEY: '0'.repeat(64),
  })
  const text = formatProblems(problems)
  for (const expected of [
    /^ {2}1\. PORT /m,
    /CSRF_SECRET must have at least 32 characters\n {5}Set CSRF_SECRET to the output of: openssl rand -hex 32/,
    /PPS_INDEX_KEY repeats itself/,
    /APP_URL must begin with https:\/\/\n {5}Example: APP_URL=https:\/\/pensions\.example\.ie/,
    /TLS_CERT_FILE and TLS_KEY_FILE must be set together/,
    /SESSION_SECRET is missing/,
    /SMTP_URL is missing\n {5}Example: SMTP_URL=/,
    /DATABASE_URI is unknown: did you mean DATABASE_URL\?\n {5}Example: DATABASE_URL=/,
  ])
    expect(text).toMatch(expected)
  expect(text).not.toContain('hunter2')
})
