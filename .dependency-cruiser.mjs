/**
 * The directions in which this code may depend, as rules: web -> contract <- server; inside the server
 * http -> operation, pipeline -> platform and domains -> operation, platform; the composition root alone knows everything.
 * test/boundaries.test.ts plants a violation of each and proves that it is reported.
 *
 * Tests are free: they come in by the API and may build any part of the service.
 */

const TESTS = '\\.test\\.tsx?$'
const DOMAINS = '^src/server/areas/'
const HTTP = '^src/server/http/'
const MODEL_PROVIDER = '^src/server/platform/model-provider/'
const COMPOSITION_ROOT = '^src/server/(app|main|service)\\.ts$'

/** A package by name, resolved or not: rules must hold where nothing is installed, too. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`
const FASTIFY = packages('fastify', '@fastify/[^/]+')

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'contract-imports-only-zod',
    comment: 'The contract is read by both sides; what it imports, both sides carry.',
    from: { path: '^src/contract/', pathNot: ['^src/contract/text-changes\\.ts$', TESTS] },
    to: { pathNot: ['^src/contract/', packages('zod')] },
  },
  {
    name: 'texts-are-compared-by-one-library',
    comment:
      'What changed in a text is said the same by both sides, and only by pages and operations that ask for it.',
    from: { path: '^src/contract/text-changes\\.ts$' },
    to: { pathNot: ['^src/contract/text-blocks\\.ts$', packages('diff')] },
  },
  {
    name: 'web-imports-no-server',
    comment: 'The two sides know each other by the contract only.',
    from: { path: '^src/web/', pathNot: TESTS },
    to: { path: '^src/server/' },
  },
  {
    name: 'ui-knows-no-noun',
    comment: 'Buttons, fields and tables are the same whatever they show.',
    from: { path: '^src/web/ui/', pathNot: TESTS },
    to: { path: ['^src/web/(areas|shell|forms|lists|records)/', '^src/contract/'] },
  },
  {
    name: 'features-know-no-feature',
    comment: 'A route puts two features on one page; they do not know each other.',
    from: { path: '^src/web/areas/([^/]+/[^/]+)/', pathNot: TESTS },
    to: { path: '^src/web/areas/', pathNot: '^src/web/areas/$1/' },
  },
  {
    name: 'only-routes-know-features',
    comment: 'What every page stands on must not stand on a page.',
    from: { path: '^src/web/', pathNot: ['^src/web/(areas/|routes\\.tsx$)', TESTS] },
    to: { path: '^src/web/areas/' },
  },
  {
    name: 'page-tables-know-their-area',
    comment: 'Tabs of a scheme stand in the area of their records; only the frame of the scheme is shared.',
    from: { path: '^src/web/areas/([^/]+)/[^/]+$' },
    to: {
      path: '^src/web/areas/',
      pathNot: ['^src/web/areas/$1/', '^src/web/areas/schemes/scheme-route\\.tsx$'],
    },
  },
  {
    name: 'server-imports-no-web',
    from: { path: '^src/server/', pathNot: TESTS },
    to: { path: '^src/web/' },
  },
  {
    name: 'domain-through-its-index',
    comment: 'What a domain shows to others is what its index.ts exports.',
    from: { path: '^src/server/areas/([^/]+/[^/]+)/', pathNot: TESTS },
    to: { path: DOMAINS, pathNot: ['^src/server/areas/$1/', '^src/server/areas/[^/]+/[^/]+/index\\.ts$'] },
  },
  {
    name: 'domain-through-its-index-from-outside',
    from: { path: '^src/', pathNot: [DOMAINS, TESTS] },
    to: { path: DOMAINS, pathNot: '^src/server/areas/[^/]+/[^/]+/index\\.ts$' },
  },
  {
    name: 'domains-know-no-http',
    comment: 'How a request arrives is not a rule of the regulation.',
    from: { path: DOMAINS, pathNot: TESTS },
    to: { path: [HTTP, FASTIFY] },
  },
  {
    name: 'http-knows-no-domain',
    comment: 'Only the composition root knows which domains there are.',
    from: { path: HTTP, pathNot: TESTS },
    to: { path: DOMAINS },
  },
  {
    name: 'operation-knows-no-domain-and-no-http',
    from: { path: '^src/server/(operation|pipeline)/', pathNot: TESTS },
    to: { path: [DOMAINS, HTTP] },
  },
  {
    name: 'operation-knows-no-framework',
    comment: 'http/mount.ts turns operations into routes; the request pipeline works with any transport.',
    from: { path: '^src/server/(operation|pipeline)/', pathNot: TESTS },
    to: { path: FASTIFY },
  },
  {
    name: 'mount-knows-the-framework-by-type',
    comment: 'It is handed the server; it does not make one.',
    from: { path: '^src/server/http/mount\\.ts$' },
    to: { path: FASTIFY, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'platform-knows-nothing-above',
    from: { path: '^src/server/platform/', pathNot: TESTS },
    to: { path: [DOMAINS, HTTP, '^src/server/(operation|pipeline)/', FASTIFY] },
  },
  {
    name: 'nobody-imports-the-root',
    from: { path: '^src/', pathNot: [COMPOSITION_ROOT, TESTS] },
    to: { path: COMPOSITION_ROOT },
  },
  {
    name: 'cipher-is-for-members',
    comment: 'One place decrypts a PPS number (Spec 2.7); the composition root only hands it the keys.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/server/areas/members/members/',
        '^src/server/platform/cipher\\.ts$',
        COMPOSITION_ROOT,
        TESTS,
      ],
    },
    to: { path: '^src/server/platform/cipher\\.ts$' },
  },
  {
    name: 'assistant-knows-no-people',
    comment: 'What is sent to a model cannot hold a record of a member when nothing there can read one.',
    from: { path: '^src/server/areas/law/assistant/', pathNot: TESTS },
    to: { path: '^src/server/areas/members/(members|contributions)/' },
  },
  {
    name: 'one-place-seals',
    comment:
      'What leaves for a provider is made and answered for in one file; the provider only checks its seal.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/server/areas/law/assistant/disclosure\\.ts$',
        `${MODEL_PROVIDER}(model-provider|embedder)\\.ts$`,
        TESTS,
      ],
    },
    to: { path: `${MODEL_PROVIDER}outbound\\.ts$` },
  },
  {
    name: 'one-exit',
    comment: 'Every call of a provider goes through the exit that conversations open, which keeps what left.',
    from: {
      path: '^src/',
      pathNot: [`${MODEL_PROVIDER}(conversation|embedder|model-provider|models)\\.ts$`, TESTS],
    },
    to: { path: `${MODEL_PROVIDER}(exit|models)\\.ts$` },
  },
  {
    name: 'providers-are-spoken-to-in-one-file',
    comment: 'The libraries reach for the network themselves unless they are handed the exit.',
    from: { path: '^(src|scripts|bench)/', pathNot: [`${MODEL_PROVIDER}models\\.ts$`, TESTS] },
    to: {
      path: packages('@ai-sdk/[^/]+', 'ai', 'openai', '@anthropic-ai/[^/]+', '@aws-sdk/client-bedrock[^/]*'),
    },
  },
  {
    name: 'domains-have-no-network',
    comment: 'A domain speaks to the providers, stores and mail boxes that it is handed, and to nobody else.',
    from: { path: '^src/server/areas/', pathNot: TESTS },
    to: {
      path: ['^(node:)?(https?|http2|net|tls|dgram)$', packages('undici', 'axios', 'got', 'node-fetch')],
    },
  },
  {
    name: 'tests-are-not-imported',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: [TESTS, '^test/'] },
  },
  {
    name: 'no-cycles',
    from: {},
    to: { circular: true },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that is not followed is not checked either.',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // With TypeScript 7 installed the default parser reads no module and reports no violation.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
