import { readFile } from 'node:fs/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { NONCE_PLACEHOLDER } from './src/server/http/web-app.ts'
import { WEB_FOLDER } from './src/server/platform/build-folders.ts'

const JSON_SCHEMA_MODULE = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const WHOLE = '?whole'
/** Schemas ask it how long a text and how large a number may be, too. */
const STILL_NEEDED = 'aggregateChecks'

/**
 * Leaves out how Zod turns schemas into JSON schemas, which only the service does: every schema holds on to it by its methods,
 * so that no bundler can tell that no page calls them. Whoever does is told by an error.
 */
const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  async load(id) {
    const path = id.replace(WHOLE, '')
    if (!JSON_SCHEMA_MODULE.test(path)) return null
    const source = await readFile(path, 'utf8')
    if (id.endsWith(WHOLE)) return source
    const names = [...source.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)].map(([, name]) => name)
    return [
      "const left = () => { throw new Error('JSON schemas are not part of the web application') }",
      ...names.map((name) =>
        name === STILL_NEEDED
          ? `export { ${name} } from ${JSON.stringify(path + WHOLE)}`
          : `export { left as ${name} }`,
      ),
    ].join('\n')
  },
})

const ZOD_MESSAGES = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/** Leaves out Zod's English messages: forms have messages of their own (src/web/forms/issue-words.ts). */
const withoutZodMessages = (): Plugin => ({
  name: 'without-zod-messages',
  apply: 'build',
  load: (id) => (ZOD_MESSAGES.test(id) ? 'export default () => ({ localeError: () => undefined })' : null),
})

/** Builds the web application into the folder that the server serves; `npm run web` calls it. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), withoutJsonSchemas(), withoutZodMessages()],
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
    // Bytes are counted where they are promised: test/build-web.test.ts.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // All that every page needs is one file: many small ones queue behind each other and compress worse.
        codeSplitting: { groups: [{ name: 'start', test: /src[\\/]web[\\/]main\.tsx$/ }] },
      },
    },
  },
})
