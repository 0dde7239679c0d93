/** The package of the client as a program on Node 20 or later installs it: packed, compiled against its declarations, and loaded. */
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))

const CONSUMER = `
import { createClient, type InputOf, type OutputOf, ServiceError, type WebhookEvent } from 'pension-compliance-service/client'

const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pcs_none', retrySeconds: 0 })
export async function run(): Promise<string[]> {
  const scheme: OutputOf<'scheme.get'> = await client.call('scheme.get', { id: 'a1' })
  const name: string = scheme.name
  const sent: InputOf<'employer.create'> = { legalName: name }
  await client.call('employer.create', sent, { idempotencyKey: 'one' })
  for await (const member of client.listAll('member.list', { schemeId: 'a1' })) console.log(member.lastName satisfies string)
  await client.call('contribution.upload', { schemeId: 'a1', payrollMonth: '2026-11', file: new Blob(['']) })
  // @ts-expect-error: not an operation
  await client.call('scheme.explode', {})
  // @ts-expect-error: the id is missing
  await client.call('scheme.get', {})
  // @ts-expect-error: a number is no name
  await client.call('employer.create', { legalName: 1 })
  // @ts-expect-error: the record has no such field
  console.log(scheme.colour)
  // @ts-expect-error: not a list
  client.listAll('scheme.get', { id: 'a1' })
  return []
}
export const isBreach = ({ type, data }: WebhookEvent): boolean => type === 'breach.created' && data.status !== null
const error: unknown = await client.call('scheme.list', {}).catch((cause: unknown) => cause)
console.log(error instanceof ServiceError, error instanceof TypeError)
`

let folder: string
const run = (command: string, args: string[], cwd: string) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { status, output: stdout + stderr, stdout }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  const built = run(process.execPath, ['scripts/build-client.ts', join(folder, 'built')], PROJECT)
  expect(built.status, built.output).toBe(0)
  const packed = run('npm', ['pack', join(folder, 'built'), '--pack-destination', folder], folder)
  expect(packed.status, packed.output).toBe(0)
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  expect(run('tar', ['-xzf', archive], folder).status).toBe(0)
  const modules = join(folder, 'consumer/node_modules')
  await mkdir(modules, { recursive: true })
  await cp(join(folder, 'package'), join(modules, 'pension-compliance-service'), { recursive: true })
  await symlink(join(PROJECT, 'node_modules/zod'), join(modules, 'zod'))
  await mkdir(join(modules, '@types'))
  await symlink(join(PROJECT, 'node_modules/@types/node'), join(modules, '@types/node'))
  await symlink(join(PROJECT, 'node_modules/undici-types'), join(modules, 'undici-types'))
  await writeFile(join(folder, 'consumer/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'consumer/index.ts'), CONSUMER)
  await cp(join(PROJECT, 'examples/upload-payroll.ts'), join(folder, 'consumer/upload-payroll.ts'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a program compiles against its declarations, and mistakes are errors', () => {
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
  const { status, output } = run(
    process.execPath,
    [join(PROJECT, 'node_modules/typescript/bin/tsc'), ...options, 'index.ts', 'upload-payroll.ts'],
    join(folder, 'consumer'),
  )
  expect(output).toBe('')
  expect(status).toBe(0)
}, 120_000)

test('the compiled program loads it with the contract and zod only', () => {
  const { status, output } = run(process.execPath, ['index.js'], join(folder, 'consumer'))
  expect(output).toBe('false true\n')
  expect(status).toBe(0)
})
