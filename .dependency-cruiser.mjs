/**
 * The directions in which this code may depend, as rules: web -> contract <- server; inside the server
 * http -> pipeline, areas -> operation -> pipeline -> platform; the composition root alone knows everything.
 * test/boundaries.system.test.ts plants a violation of each and proves that it is reported.
 *
 * Tests are free: they come in by the API and may build any part of the service.
 */

const TESTS = '\\.test\\.tsx?$'
const AREAS = '^src/server/areas/'
const HTTP = '^src/server/http/'
const MODEL_PROVIDER = '^src/server/platform/model-provider/'
const COMPOSITION_ROOT = '^src/server/(app/|(app|main|service)\\.ts$)'

/** A package by name, resolved or not: rules must hold where nothing is installed, too. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`
const FASTIFY = packages('fastify', '@fastify/[^/]+')

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'contract-imports-only-zod',
    comment: 'Server and web application import the contract, and so everything that it imports.',
    from: { path: '^src/contract/', pathNot: ['^src/contract/text-changes\\.ts$', TESTS] },
    to: { pathNot: ['^src/contract/', packages('zod')] },
  },
  {
    name: 'texts-are-compared-by-one-library',
    comment:
      'Server and web application compare texts with the same module, which loads only where it is used.',
    from: { path: '^src/contract/text-changes\\.ts$' },
    to: { pathNot: ['^src/contract/text-blocks\\.ts$', packages('diff')] },
  },
  {
    name: 'web-imports-no-server',
    comment: 'Server and web application share only the contract.',
    from: { path: '^src/web/', pathNot: TESTS },
    to: { path: '^src/server/' },
  },
  {
    name: 'ui-imports-no-domain',
    comment: 'src/web/ui must not depend on resources; the formats of dates, money and counts know none.',
    from: { path: '^src/web/ui/', pathNot: TESTS },
    to: {
      path: ['^src/web/(areas|shell|forms|lists|records)/', '^src/contract/'],
      pathNot: '^src/contract/value-format\\.ts$',
    },
  },
  {
    name: 'features-import-no-feature',
    comment: 'A route puts two features on one page; features do not import each other.',
    from: { path: '^src/web/areas/([^/]+/[^/]+)/', pathNot: TESTS },
    to: { path: '^src/web/areas/', pathNot: '^src/web/areas/$1/' },
  },
  {
    name: 'only-routes-import-features',
    comment: 'Shared modules must not depend on pages.',
    from: { path: '^src/web/', pathNot: ['^src/web/(areas/|routes\\.tsx$)', TESTS] },
    to: { path: '^src/web/areas/' },
  },
  {
    name: 'area-routes-import-own-area',
    comment: 'The tabs of a scheme are in the area of their records; only the frame of the scheme is shared.',
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
    name: 'area-resource-through-its-index',
    comment: 'Other resources import a resource only through its index.ts.',
    from: { path: '^src/server/areas/([^/]+/[^/]+)/', pathNot: TESTS },
    to: { path: AREAS, pathNot: ['^src/server/areas/$1/', '^src/server/areas/[^/]+/[^/]+/index\\.ts$'] },
  },
  {
    name: 'area-resource-through-its-index-from-outside',
    from: { path: '^src/', pathNot: [AREAS, TESTS] },
    to: { path: AREAS, pathNot: '^src/server/areas/[^/]+/[^/]+/index\\.ts$' },
  },
  {
    name: 'areas-import-no-http',
    comment: 'Business logic does not depend on HTTP.',
    from: { path: AREAS, pathNot: TESTS },
    to: { path: [HTTP, FASTIFY] },
  },
  {
    name: 'http-imports-no-areas',
    comment: 'Only the composition root imports the areas.',
    from: { path: HTTP, pathNot: TESTS },
    to: { path: AREAS },
  },
  {
    name: 'operation-imports-no-areas-and-no-http',
    from: { path: '^src/server/(operation|pipeline)/', pathNot: TESTS },
    to: { path: [AREAS, HTTP] },
  },
  {
    name: 'pipeline-imports-no-operation',
    comment: 'operation/complete-pipeline.ts passes what the pipeline needs of the building blocks.',
    from: { path: '^src/server/pipeline/', pathNot: TESTS },
    to: { path: '^src/server/operation/' },
  },
  {
    name: 'operation-imports-no-framework',
    comment: 'http/mount.ts turns operations into routes; the request pipeline works with any transport.',
    from: { path: '^src/server/(operation|pipeline)/', pathNot: TESTS },
    to: { path: FASTIFY },
  },
  {
    name: 'mount-imports-framework-types-only',
    comment: 'It receives the server as an argument.',
    from: { path: '^src/server/http/mount\\.ts$' },
    to: { path: FASTIFY, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'platform-imports-no-upper-layer',
    from: { path: '^src/server/platform/', pathNot: TESTS },
    to: { path: [AREAS, HTTP, '^src/server/(operation|pipeline)/', FASTIFY] },
  },
  {
    name: 'composition-root-is-not-imported',
    from: { path: '^src/', pathNot: [COMPOSITION_ROOT, TESTS] },
    to: { path: COMPOSITION_ROOT },
  },
  {
    name: 'only-members-imports-the-cipher',
    comment: 'Only members decrypts a PPS number (Spec 2.7); the composition root passes the keys.',
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
    name: 'assistant-imports-no-people',
    comment: 'The assistant cannot send records of members that it cannot read.',
    from: { path: '^src/server/areas/law/assistant/', pathNot: TESTS },
    to: { path: '^src/server/areas/members/(members|contributions)/' },
  },
  {
    name: 'only-disclosure-seals-requests',
    comment: 'One file builds and seals requests to a provider; the provider only checks the seal.',
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
    name: 'only-model-provider-uses-http-client',
    comment: 'Every call of a provider goes through the exit, which writes the disclosure log.',
    from: {
      path: '^src/',
      pathNot: [`${MODEL_PROVIDER}(conversation|embedder|model-provider|models)\\.ts$`, TESTS],
    },
    to: { path: `${MODEL_PROVIDER}(http-client|models)\\.ts$` },
  },
  {
    name: 'provider-sdks-only-in-model-provider',
    comment: 'The libraries open connections of their own unless they get the exit.',
    from: { path: '^(src|scripts|bench)/', pathNot: [`${MODEL_PROVIDER}models\\.ts$`, TESTS] },
    to: {
      path: packages('@ai-sdk/[^/]+', 'ai', 'openai', '@anthropic-ai/[^/]+', '@aws-sdk/client-bedrock[^/]*'),
    },
  },
  {
    name: 'openid-client-only-in-open-id',
    comment:
      'The library gets the guarded requests of issuer-fetch.ts there; by itself it reaches any address.',
    from: { path: '^(src|scripts|bench)/', pathNot: ['^src/server/platform/open-id\\.ts$', TESTS] },
    to: { path: packages('openid-client') },
  },
  {
    name: 'areas-import-no-network',
    comment: 'Areas use only the providers, stores and mailers that they receive.',
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
    comment: 'An unresolved import is not checked.',
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
    // Installed only when the benchmark runs.
    exclude: { path: '^bench/peers/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
