/**
 * Proves that the rules of .dependency-cruiser.mjs bite: a tool that reads no module reports no violation either.
 * Each forbidden import is planted in a small tree of its own, and the tool has to name it.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const TOOL = join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const RULES = join(PROJECT, '.dependency-cruiser.mjs')

interface Cruise {
  modules: { source: string }[]
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[]
    ruleSetUsed: { forbidden: { name: string }[] }
  }
}

async function cruise(folder: string, ...roots: string[]): Promise<Cruise> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [TOOL, '--config', RULES, '--output-type', 'json', ...roots],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Cruise
}

const HOW = {
  value: (target: string) => `import { thing } from '${target}'\nexport const made = thing\n`,
  type: (target: string) => `import type { Thing } from '${target}'\nexport type Made = Thing\n`,
  reexport: (target: string) => `export * from '${target}'\n`,
  dynamic: (target: string) => `export const made = () => import('${target}')\n`,
}

interface Import {
  from: string
  /** A file of the tree, or the name of a package. */
  to: string
  how?: keyof typeof HOW
}

const isFile = (target: string): boolean => target.endsWith('.ts')

/** Writes a tree with these imports and nothing else; what they lead to exists, so that every import resolves. */
async function treeWith(imports: readonly Import[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'boundaries-'))
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  for (const { to } of imports) {
    if (isFile(to)) await write(to, 'export const thing = 1\nexport type Thing = number\n')
    else await write(`node_modules/${to}/index.js`, 'export const thing = 1\n')
  }
  for (const [from, leaving] of Map.groupBy(imports, (planted) => planted.from)) {
    const texts = leaving.map(({ to, how = 'value' }) => {
      const path = relative(dirname(from), to)
      return HOW[how](isFile(to) ? (path.startsWith('.') ? path : `./${path}`) : to)
    })
    await write(from, texts.join(''))
  }
  return root
}

const FORBIDDEN: (Import & { rule: string })[] = [
  { rule: 'contract-imports-only-zod', from: 'src/contract/a.ts', to: 'src/server/platform/clock.ts' },
  {
    rule: 'contract-imports-only-zod',
    from: 'src/contract/b.ts',
    to: 'src/server/pipeline/access-scope.ts',
    how: 'type',
  },
  { rule: 'contract-imports-only-zod', from: 'src/contract/c.ts', to: 'kysely' },
  { rule: 'contract-imports-only-zod', from: 'src/contract/d.ts', to: 'diff' },
  { rule: 'texts-are-compared-by-one-library', from: 'src/contract/text-changes.ts', to: 'kysely' },
  { rule: 'ui-imports-no-domain', from: 'src/web/ui/button.ts', to: 'src/contract/schemes.ts' },
  { rule: 'ui-imports-no-domain', from: 'src/web/ui/table.ts', to: 'src/web/lists/list.ts' },
  {
    rule: 'features-import-no-feature',
    from: 'src/web/areas/schemes/schemes/list.ts',
    to: 'src/web/areas/members/members/list.ts',
  },
  {
    rule: 'only-routes-import-features',
    from: 'src/web/shell/nav.ts',
    to: 'src/web/areas/schemes/schemes/name.ts',
  },
  {
    rule: 'area-routes-import-own-area',
    from: 'src/web/areas/schemes/routes.ts',
    to: 'src/web/areas/members/members/import.ts',
    how: 'dynamic',
  },
  { rule: 'web-imports-no-server', from: 'src/web/client.ts', to: 'src/server/platform/ids.ts' },
  {
    rule: 'web-imports-no-server',
    from: 'src/web/session.ts',
    to: 'src/server/pipeline/audit-log.ts',
    how: 'type',
  },
  {
    rule: 'web-imports-no-server',
    from: 'src/web/lazy.ts',
    to: 'src/server/platform/text-keys.ts',
    how: 'dynamic',
  },
  { rule: 'server-imports-no-web', from: 'src/server/http/pages.ts', to: 'src/web/routes.ts' },
  {
    rule: 'area-resource-through-its-index',
    from: 'src/server/areas/schemes/schemes/operations.ts',
    to: 'src/server/areas/schemes/employers/queries.ts',
  },
  {
    rule: 'area-resource-through-its-index',
    from: 'src/server/areas/schemes/schemes/index.ts',
    to: 'src/server/areas/schemes/trustees/rules.ts',
    how: 'reexport',
  },
  {
    rule: 'area-resource-through-its-index-from-outside',
    from: 'src/server/app.ts',
    to: 'src/server/areas/firm/users/records.ts',
  },
  {
    rule: 'areas-import-no-http',
    from: 'src/server/areas/firm/auth/operations.ts',
    to: 'src/server/http/csrf.ts',
  },
  { rule: 'areas-import-no-http', from: 'src/server/areas/firm/auth/queries.ts', to: 'fastify', how: 'type' },
  {
    rule: 'areas-import-no-http',
    from: 'src/server/areas/documents/documents/operations.ts',
    to: '@fastify/multipart',
  },
  {
    rule: 'http-imports-no-areas',
    from: 'src/server/http/gate.ts',
    to: 'src/server/areas/firm/auth/index.ts',
  },
  {
    rule: 'operation-imports-no-areas-and-no-http',
    from: 'src/server/pipeline/pipeline.ts',
    to: 'src/server/areas/firm/tenants/index.ts',
  },
  {
    rule: 'operation-imports-no-areas-and-no-http',
    from: 'src/server/pipeline/define-operation.ts',
    to: 'src/server/http/headers.ts',
    how: 'type',
  },
  {
    rule: 'pipeline-imports-no-operation',
    from: 'src/server/pipeline/owners.ts',
    to: 'src/server/operation/require-owned.ts',
    how: 'type',
  },
  {
    rule: 'operation-imports-no-framework',
    from: 'src/server/pipeline/refusal.ts',
    to: 'fastify',
    how: 'type',
  },
  { rule: 'mount-imports-framework-types-only', from: 'src/server/http/mount.ts', to: 'fastify' },
  {
    rule: 'platform-imports-no-upper-layer',
    from: 'src/server/platform/mailer.ts',
    to: 'src/server/areas/firm/audit/index.ts',
  },
  {
    rule: 'platform-imports-no-upper-layer',
    from: 'src/server/platform/log.ts',
    to: 'src/server/http/limits.ts',
  },
  {
    rule: 'platform-imports-no-upper-layer',
    from: 'src/server/platform/files.ts',
    to: 'src/server/operation/transitions.ts',
  },
  { rule: 'composition-root-is-not-imported', from: 'src/server/http/health.ts', to: 'src/server/app.ts' },
  {
    rule: 'only-members-imports-the-cipher',
    from: 'src/server/areas/firm/users/operations.ts',
    to: 'src/server/platform/cipher.ts',
  },
  {
    rule: 'only-members-imports-the-cipher',
    from: 'src/server/operation/keys.ts',
    to: 'src/server/platform/cipher.ts',
    how: 'type',
  },
  {
    rule: 'assistant-imports-no-people',
    from: 'src/server/areas/law/assistant/ask.ts',
    to: 'src/server/areas/members/members/index.ts',
  },
  {
    rule: 'assistant-imports-no-people',
    from: 'src/server/areas/law/assistant/draft.ts',
    to: 'src/server/areas/members/contributions/index.ts',
    how: 'type',
  },
  {
    rule: 'only-disclosure-seals-requests',
    from: 'src/server/areas/law/assistant/generate-answer.ts',
    to: 'src/server/platform/model-provider/outbound.ts',
  },
  {
    rule: 'only-disclosure-seals-requests',
    from: 'src/server/platform/model-provider/models.ts',
    to: 'src/server/platform/model-provider/outbound.ts',
    how: 'type',
  },
  {
    rule: 'only-disclosure-seals-requests',
    from: 'src/server/areas/documents/drafts/disclosure.ts',
    to: 'src/server/platform/model-provider/outbound.ts',
    how: 'dynamic',
  },
  {
    rule: 'only-model-provider-uses-http-client',
    from: 'src/server/areas/law/assistant/disclosure.ts',
    to: 'src/server/platform/model-provider/http-client.ts',
  },
  {
    rule: 'only-model-provider-uses-http-client',
    from: 'src/server/platform/mailer.ts',
    to: 'src/server/platform/model-provider/models.ts',
  },
  {
    rule: 'provider-sdks-only-in-model-provider',
    from: 'src/server/areas/documents/drafts/prose.ts',
    to: '@ai-sdk/anthropic',
  },
  {
    rule: 'provider-sdks-only-in-model-provider',
    from: 'src/server/platform/model-provider/http-client.ts',
    to: '@ai-sdk/openai-compatible',
    how: 'reexport',
  },
  {
    rule: 'provider-sdks-only-in-model-provider',
    from: 'src/server/areas/documents/drafts/lazy-prose.ts',
    to: '@ai-sdk/amazon-bedrock',
    how: 'dynamic',
  },
  {
    rule: 'openid-client-only-in-open-id',
    from: 'src/server/areas/firm/auth/single-sign-on.ts',
    to: 'openid-client',
  },
  {
    rule: 'areas-import-no-network',
    from: 'src/server/areas/law/assistant/asking.ts',
    to: 'undici',
  },
  { rule: 'tests-are-not-imported', from: 'src/server/config.ts', to: 'test/factories.ts' },
]

const ALLOWED: Import[] = [
  { from: 'src/contract/schemes.ts', to: 'src/contract/values.ts' },
  { from: 'src/contract/define.ts', to: 'zod' },
  { from: 'src/web/client.ts', to: 'src/contract/schemes.ts' },
  { from: 'src/web/areas/members/routes.ts', to: 'src/web/areas/members/members/list.ts' },
  { from: 'src/server/areas/schemes/schemes/operations.ts', to: 'src/server/areas/schemes/schemes/rules.ts' },
  {
    from: 'src/server/areas/schemes/schemes/operations.ts',
    to: 'src/server/areas/schemes/employers/index.ts',
  },
  { from: 'src/server/areas/schemes/schemes/operations.ts', to: 'src/server/pipeline/define-operation.ts' },
  { from: 'src/server/areas/schemes/schemes/operations.ts', to: 'src/server/platform/clock.ts' },
  { from: 'src/server/areas/schemes/schemes/schemes.test.ts', to: 'test/harness.ts' },
  { from: 'src/server/areas/members/members/pps.ts', to: 'src/server/platform/cipher.ts' },
  { from: 'src/server/http/mount.ts', to: 'fastify', how: 'type' },
  { from: 'src/server/pipeline/pipeline.ts', to: 'src/server/platform/database.ts' },
  { from: 'src/server/http/gate.ts', to: 'src/server/pipeline/access-scope.ts' },
  { from: 'src/server/http/server.ts', to: 'fastify' },
  { from: 'src/server/app.ts', to: 'src/server/areas/schemes/schemes/index.ts' },
  { from: 'src/server/app.ts', to: 'src/server/platform/cipher.ts' },
  { from: 'src/server/service.ts', to: 'src/server/app.ts', how: 'dynamic' },
  {
    from: 'src/server/areas/law/assistant/disclosure.ts',
    to: 'src/server/platform/model-provider/outbound.ts',
  },
  {
    from: 'src/server/areas/law/assistant/generate-answer.ts',
    to: 'src/server/platform/model-provider/model-provider.ts',
    how: 'type',
  },
  { from: 'src/server/platform/model-provider/models.ts', to: '@ai-sdk/anthropic' },
  { from: 'scripts/rotate.ts', to: 'src/server/platform/cipher.ts' },
]

describe('forbidden imports', () => {
  let folder: string
  let found: { rule: string; from: string; to: string }[]

  beforeAll(async () => {
    folder = await treeWith(FORBIDDEN)
    const { summary } = await cruise(folder, 'src')
    found = summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to: to.replace(/^node_modules\/(.+)\/index\.js$/, '$1'),
    }))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(FORBIDDEN)('$rule: $from -> $to is reported', ({ rule, from, to }) => {
    expect(found).toContainEqual({ rule, from, to })
  })

  test('a cycle is reported, also one of types only', async () => {
    const cyclic = await treeWith([
      { from: 'src/server/areas/firm/a/index.ts', to: 'src/server/areas/firm/b/index.ts', how: 'type' },
      { from: 'src/server/areas/firm/b/index.ts', to: 'src/server/areas/firm/a/index.ts', how: 'type' },
    ])
    const { summary } = await cruise(cyclic, 'src')
    expect(summary.violations.map(({ rule }) => rule.name)).toContain('no-cycles')
    await rm(cyclic, { recursive: true })
  })

  test('an import of a missing file is reported', async () => {
    const broken = await treeWith([{ from: 'src/server/app.ts', to: 'src/server/gone.ts' }])
    await rm(join(broken, 'src/server/gone.ts'))
    const { summary } = await cruise(broken, 'src')
    expect(summary.violations.map(({ rule }) => rule.name)).toContain('imports-resolve')
    await rm(broken, { recursive: true })
  })
})

test('the imports of the intended layout are allowed', async () => {
  const sound = await treeWith(ALLOWED)
  const { summary } = await cruise(sound, 'src', 'scripts')
  expect(summary.violations).toEqual([])
  await rm(sound, { recursive: true })
})

describe('this project', () => {
  let project: Cruise
  let sources: string[]

  beforeAll(async () => {
    project = await cruise(PROJECT, 'src')
    sources = project.modules.map(({ source }) => source).filter((source) => source.startsWith('src/'))
  })

  test('its modules are checked', () => {
    expect(sources.length).toBeGreaterThan(50)
  })

  test('every rule has a violation in the tests above', () => {
    const elsewhere = ['no-cycles', 'imports-resolve']
    const planted = new Set([...FORBIDDEN.map(({ rule }) => rule), ...elsewhere])
    expect([...planted].sort()).toEqual(project.summary.ruleSetUsed.forbidden.map(({ name }) => name).sort())
  })

  test('only the provider client calls fetch or opens a web socket', async () => {
    const fetches =
      /(?<![.\w])(?:globalThis\s*(?:\.|\[['"`]))?fetch\b(?=\s*\()|\bglobalThis\s*\[|\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b/
    const texts = await Promise.all(
      sources
        .filter((source) => source.startsWith('src/server/'))
        .map(async (source) => ({ source, text: await readFile(join(PROJECT, source), 'utf8') })),
    )
    expect(texts.filter(({ text }) => fetches.test(text)).map(({ source }) => source)).toEqual([
      'src/server/platform/model-provider/http-client.ts',
    ])
  })

  test('no type contains an import, which the tool would not check', async () => {
    const hidden = /typeof import\(|import\(['"][^'"]+['"]\)\.[A-Z]/
    const texts = await Promise.all(
      sources.map(async (source) => ({ source, text: await readFile(join(PROJECT, source), 'utf8') })),
    )
    expect(texts.filter(({ text }) => hidden.test(text)).map(({ source }) => source)).toEqual([])
  })
})
