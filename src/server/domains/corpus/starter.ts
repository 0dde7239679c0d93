/** What the service brings along: the editors' notes of `corpus/digest` and the synonyms that questions are widened with. */
import { readdirSync, readFileSync } from 'node:fs'
import { chunkOfNote, readDigestFile, readSynonyms, type Synonyms } from './digest.ts'
import type { CorpusText } from './ingest.ts'
import { DIGEST_RANK } from './known-texts.ts'

const FOLDER = new URL('../../../../corpus/', import.meta.url)

/** Every file of the digest as a text; `versionOn` is the day from which changed notes say what they say. */
export const starterDigest = (versionOn: string): CorpusText[] =>
  readdirSync(new URL('digest/', FOLDER))
    .sort()
    .map((name) => {
      const { subject, notes } = readDigestFile(name, readFileSync(new URL(`digest/${name}`, FOLDER), 'utf8'))
      return {
        docId: `DIGEST-${name.replace(/\.md$/, '')}`,
        title: subject,
        kind: 'DIGEST',
        aliases: [],
        authorityRank: DIGEST_RANK,
        versionOn,
        inForceFrom: null,
        inForceTo: null,
        sourceUrl: null,
        licence: null,
        attribution: null,
        chunks: notes.map((note) => chunkOfNote(subject, note)),
      }
    })

export const starterSynonyms = (): Synonyms =>
  readSynonyms(readFileSync(new URL('synonyms.txt', FOLDER), 'utf8'))
