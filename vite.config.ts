import { globSync, readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, Visitor } from 'vite'
import { type CitationId, formatCitedSources } from './src/contract/citations.ts'
import { NONCE_PLACEHOLDER } from './src/server/http/web-app.ts'
import { WEB_FOLDER } from './src/server/platform/build-folders.ts'

/**
 * Writes each legal reference that the source names as text. Otherwise every page with one would load the whole table of references
 * (5 kB compressed).
 */
const inlineLegalReferences: Plugin = {
  name: 'inline-legal-references',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/](contract|web)[\\/].*\.tsx?$/, code: 'formatCitedSources(' },
    handler: (code) =>
      code.replace(/\bformatCitedSources\(((?:'[^']+'[,\s]*)+)\)/g, (_call, ids: string) =>
        JSON.stringify(
          formatCitedSources(...Array.from(ids.matchAll(/'([^']+)'/g), ([, id]) => id as CitationId)),
        ),
      ),
  },
}

/**
 * Leaves out of the contract what only the server reads: summaries, which the API reference shows, and schemas of responses. No call of a module of
 * the contract outside its functions has a side effect; marked so, a schema that no page uses is left out with the tables that it reads. Inside a
 * function there are calls for their effect, such as query.set(). Descriptions of fields stay: forms show them as help. A plugin without `enforce`
 * reads what the TypeScript compiler wrote.
 */
const omitServerParts: Plugin = {
  name: 'omit-server-parts',
  transform: {
    filter: { id: /src[\\/]contract[\\/][\w-]+\.ts$/ },
    handler(code) {
      const edits = new Map<number, { end: number; text: string }>()
      const replace = ({ start, end }: { start: number; end: number }, text: string) =>
        edits.set(start, { end, text })
      let depth = 0
      const enter = () => void depth++
      const leave = () => void depth--
      const markPure = ({ start }: { start: number }) =>
        depth > 0 || edits.has(start) || edits.set(start, { end: start, text: '/* @__PURE__ */ ' })
      new Visitor({
        FunctionDeclaration: enter,
        'FunctionDeclaration:exit': leave,
        FunctionExpression: enter,
        'FunctionExpression:exit': leave,
        ArrowFunctionExpression: enter,
        'ArrowFunctionExpression:exit': leave,
        CallExpression: markPure,
        NewExpression: markPure,
        Property({ key, value }) {
          if (key.type !== 'Identifier') return
          if (key.name === 'summary' && isText(value.type)) replace(value, "''")
          if (key.name === 'output') replace(value, 'undefined')
        },
      }).visit(this.parse(code))
      return applyEdits(code, edits)
    },
  },
}
/** An edit inside the text that another one replaces is void. */
function applyEdits(code: string, edits: ReadonlyMap<number, { end: number; text: string }>): string {
  let [edited, place] = ['', 0]
  for (const [start, { end, text }] of [...edits].sort(([one], [other]) => one - other)) {
    if (start < place) continue
    edited += code.slice(place, start) + text
    place = end
  }
  return edited + code.slice(place)
}
const isText = (type: string): boolean => type === 'Literal' || type === 'TemplateLiteral'

const USED = '?used'
/**
 * Leaves operations that no module names as `operation('…')` out of the list that every page loads. The page of the audit log, which
 * lists the names of all operations, has the complete list.
 */
const omitUnusedOperations: Plugin = {
  name: 'omit-unused-operations',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('/contract/operations.ts') || !importer?.endsWith('/web/operation.ts')) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    return resolved && `${resolved.id}${USED}`
  },
  load(id) {
    if (!id.endsWith(USED)) return null
    const used = new Set(globSync('src/web/**/*.{ts,tsx}').flatMap(listOperationsNamed))
    return readFileSync(id.slice(0, -USED.length), 'utf8')
      .split('\n')
      .filter((line) => {
        const [, name] = /^ {2}'?([\w.-]+)'?: \{ route: /.exec(line) ?? []
        return name === undefined || used.has(name)
      })
      .join('\n')
  },
}

function listOperationsNamed(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (/\boperation\((?!['<])/.test(text))
    throw new Error(`${file}: operation() takes the name of an operation in quotes`)
  return Array.from(text.matchAll(/\boperation\('([\w.-]+)'\)/g), ([, name]) => name as string)
}

/** Builds the web application into the folder that the server serves; `npm run web` calls it. */
export default defineConfig({
  root: 'src/web',
  plugins: [inlineLegalReferences, omitServerParts, omitUnusedOperations, react(), tailwindcss()],
  // Every script and style of the page carries the nonce of its response.
  html: { cspNonce: NONCE_PLACEHOLDER },
  // `npm run web:dev` shows changes as they are typed; the service answers beside it.
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://localhost:3000', changeOrigin: false } },
  },
  build: {
    outDir: WEB_FOLDER,
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would be a style or a font that the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Bytes are counted where they are promised: test/build-web.system.test.ts.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // A contract that is imported for a type or an unused value is left out.
      treeshake: { moduleSideEffects: [{ test: /src[\\/]contract[\\/]/, sideEffects: false }] },
      output: {
        // All that every page needs is one file: many small ones queue behind each other and compress worse.
        codeSplitting: { groups: [{ name: 'start', test: /src[\\/]web[\\/]main\.tsx$/ }] },
      },
    },
  },
})
