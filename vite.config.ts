import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { type CitationId, formatCitedSources } from './src/contract/citations.ts'
import { NONCE_PLACEHOLDER } from './src/server/http/web-app.ts'
import { WEB_FOLDER } from './src/server/platform/build-folders.ts'

/**
 * Writes the legal references in descriptions of the contracts as text. Otherwise every page with a contract would load the whole
 * table of references (5 kB compressed).
 */
const inlineLegalReferences: Plugin = {
  name: 'inline-legal-references',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/]contract[\\/][\w-]+\.ts$/ },
    handler: (code) =>
      code.replace(/\$\{formatCitedSources\(((?:'[^']+'[,\s]*)+)\)\}/g, (_call, ids: string) =>
        formatCitedSources(...Array.from(ids.matchAll(/'([^']+)'/g), ([, id]) => id as CitationId)),
      ),
  },
}

/** Builds the web application into the folder that the server serves; `npm run web` calls it. */
export default defineConfig({
  root: 'src/web',
  plugins: [inlineLegalReferences, react(), tailwindcss()],
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
