/** Version of the package, and the commit of the sources if the build could find it (scripts/write-build-version.ts). */
import { readFileSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { BUILD_VERSION_FILE } from './build-folders.ts'

export interface BuildVersion {
  version: string
  /** Null without a git repository. */
  commit: string | null
}

export function readBuildVersion(): BuildVersion {
  const { version } = packageJson
  try {
    const { commit } = JSON.parse(readFileSync(BUILD_VERSION_FILE, 'utf8')) as { commit?: unknown }
    return { version, commit: typeof commit === 'string' ? commit : null }
  } catch {
    return { version, commit: null }
  }
}

export const formatBuildVersion = ({ version, commit }: BuildVersion): string =>
  commit === null ? version : `${version} (${commit.slice(0, 12)})`
