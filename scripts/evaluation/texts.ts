/** The public texts that stand beside the checkout (CORPUS_DIR), as the evaluation reads them. */
import { existsSync, readFileSync } from 'node:fs'
import { CorpusDocumentKind } from '../../src/contract/corpus.ts'
import {
  type CorpusText,
  listNames,
  readMarkdown,
  splitIntoChunks,
} from '../../src/server/areas/law/corpus/index.ts'

const PUBLIC = process.env.CORPUS_DIR ?? new URL('../../../shared/corpus', import.meta.url).pathname

interface ManifestEntry {
  docId: string
  file: string
  title: string
  kind: string
  versionDate: string
  sourceUrl: string
  licence: string
  attribution: string
}

const base = { inForceFrom: null, inForceTo: null, sourceUrl: null, licence: null, attribution: null }

const hasPublicTexts = existsSync(`${PUBLIC}/manifest.json`)

export function loadPublicTexts(): CorpusText[] {
  if (!hasPublicTexts) return []
  const manifest = JSON.parse(readFileSync(`${PUBLIC}/manifest.json`, 'utf8')) as ManifestEntry[]
  return manifest.map(({ docId, file, title, kind, versionDate, sourceUrl, licence, attribution }) => ({
    ...base,
    docId,
    title,
    kind: CorpusDocumentKind.parse(kind),
    ...listNames(docId, title),
    versionOn: versionDate,
    sourceUrl,
    licence,
    attribution,
    chunks: splitIntoChunks(readMarkdown(readFileSync(`${PUBLIC}/${file}`, 'utf8')), title),
  }))
}

/** The name of a text's file, without its ending, by its id. */
export const loadFileNames = (): Map<string, string> =>
  new Map(
    hasPublicTexts
      ? (JSON.parse(readFileSync(`${PUBLIC}/manifest.json`, 'utf8')) as ManifestEntry[]).map(
          ({ docId, file }) => [docId, file.replace(/\.md$/, '')],
        )
      : [],
  )
