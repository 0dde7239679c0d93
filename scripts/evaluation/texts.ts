/** The texts that the evaluation reads: the project's own digest, and the public texts that stand beside the checkout (CORPUS_DIR). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { CorpusDocumentKind } from '../../src/contract/corpus.ts'
import {
  type CorpusText,
  chunkOfNote,
  chunksOf,
  readDigestFile,
  readMarkdown,
  readSynonyms,
  type Synonyms,
} from '../../src/server/domains/corpus/index.ts'

const OWN = new URL('../../corpus/', import.meta.url)
const PUBLIC = process.env.CORPUS_DIR ?? new URL('../../../shared/corpus', import.meta.url).pathname

/** What a text is called in questions, and where it stands when a question names none. */
const KNOWN: Record<string, { aliases: string[]; authorityRank: number }> = {
  'EU-32016L2341': {
    aliases: ['IORP II', 'IORP directive', 'the directive', 'directive 2016 2341'],
    authorityRank: 1,
  },
  'IE-1990-act-25': { aliases: ['Pensions Act', 'Act of 1990'], authorityRank: 2 },
  'EU-32022R2554': { aliases: ['DORA', 'digital operational resilience'], authorityRank: 10 },
  'EU-32016R0679': { aliases: ['GDPR', 'data protection regulation'], authorityRank: 10 },
  'EU-32019R2088': { aliases: ['SFDR', 'sustainable finance disclosure'], authorityRank: 10 },
  'IE-2024-act-20': {
    aliases: ['automatic enrolment', 'auto enrolment', 'my future fund'],
    authorityRank: 10,
  },
  'IE-1997-act-39-ss770-790': { aliases: ['Taxes Consolidation Act', 'TCA'], authorityRank: 10 },
}

/** The number and the short name that a title holds: 2022/2554, DORA, and the title without them. */
const namesIn = (title: string): string[] => [
  ...(title.match(/\d{4}\/\d+/g) ?? []),
  ...[...title.matchAll(/\(([A-Z][A-Za-z ]{2,})\)/g)].map(([, name]) => name as string),
  title.replaceAll(/\s*\([^)]*\)/g, ''),
]

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

export function publicTexts(): CorpusText[] {
  if (!hasPublicTexts) return []
  const manifest = JSON.parse(readFileSync(`${PUBLIC}/manifest.json`, 'utf8')) as ManifestEntry[]
  return manifest.map(({ docId, file, title, kind, versionDate, sourceUrl, licence, attribution }) => ({
    ...base,
    docId,
    title,
    kind: CorpusDocumentKind.parse(kind),
    aliases: [...(KNOWN[docId]?.aliases ?? []), ...namesIn(title)],
    authorityRank: KNOWN[docId]?.authorityRank ?? 20,
    versionOn: versionDate,
    sourceUrl,
    licence,
    attribution,
    chunks: chunksOf(readMarkdown(readFileSync(`${PUBLIC}/${file}`, 'utf8')), title),
  }))
}

export function digest(versionOn: string): CorpusText[] {
  return readdirSync(new URL('digest/', OWN)).map((name) => {
    const { subject, notes } = readDigestFile(name, readFileSync(new URL(`digest/${name}`, OWN), 'utf8'))
    return {
      ...base,
      docId: `DIGEST-${name.replace(/\.md$/, '')}`,
      title: subject,
      kind: 'DIGEST',
      aliases: [],
      authorityRank: 50,
      versionOn,
      chunks: notes.map((note) => chunkOfNote(subject, note)),
    }
  })
}

export const synonyms = (): Synonyms => readSynonyms(readFileSync(new URL('synonyms.txt', OWN), 'utf8'))
/** The name of a text's file, without its ending, by its id. */
export const fileNames = (): Map<string, string> =>
  new Map(
    hasPublicTexts
      ? (JSON.parse(readFileSync(`${PUBLIC}/manifest.json`, 'utf8')) as ManifestEntry[]).map(
          ({ docId, file }) => [docId, file.replace(/\.md$/, '')],
        )
      : [],
  )
