/**
 * The entry point. What the runtime makes of the modules is kept beside the build, so that a later start neither strips types nor
 * compiles again; where that folder cannot be written, every start does both.
 */
import { enableCompileCache } from 'node:module'
import { COMPILE_CACHE_FOLDER } from './platform/build-folders.ts'

// The embedded database creates files that every user may write unless the process says otherwise. Threads share this.
process.umask(0o077)
enableCompileCache(COMPILE_CACHE_FOLDER)
await import('./service.ts')
