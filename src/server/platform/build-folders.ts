/** Where the build puts what the service reads. None of it is needed by a service that runs on PostgreSQL but the web application. */
import { fileURLToPath } from 'node:url'

const resolveFolder = (name: string): string =>
  fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url))

export const WEB_FOLDER = resolveFolder('web')
/** Databases that new installations begin with (database-template.ts). */
export const TEMPLATES_FOLDER = resolveFolder('database')
/** Compiled modules, kept by the runtime from one start to the next. */
export const COMPILE_CACHE_FOLDER = resolveFolder('compile-cache')
/** The commit of the sources (build-version.ts). */
export const BUILD_VERSION_FILE = resolveFolder('build-version.json')
