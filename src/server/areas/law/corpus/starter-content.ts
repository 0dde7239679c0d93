/** Loads the content shipped with the service: the guidance notes of `corpus/digest` and the synonyms for questions. */
import { readdirSync, readFileSync } from 'node:fs'
import { ingestCorpus } from '../../../../contract/corpus.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { type DigestFile, type Note, readDigestFile, readSynonyms, type Synonyms, toChunk } from './digest.ts'
import { auditedDocument, loadSnapshot } from './documents.ts'
import { type CorpusText, calculateContentHash, ingest } from './ingest.ts'
import { DIGEST_RANK } from './known-texts.ts'

const FOLDER = new URL('../../../../../corpus/', import.meta.url)

const readDigestFiles = (): (DigestFile & { docId: string })[] =>
  readdirSync(new URL('digest/', FOLDER))
    .sort()
    .map((name) => ({
      docId: `DIGEST-${name.replace(/\.md$/, '')}`,
      ...readDigestFile(name, readFileSync(new URL(`digest/${name}`, FOLDER), 'utf8')),
    }))

/** Returns the guidance notes with the id of the source that holds them. */
export const readStarterNotes = (): (Note & { docId: string })[] =>
  readDigestFiles().flatMap(({ docId, notes }) => notes.map((note) => ({ docId, ...note })))

/** Returns every file of the digest as a text. `versionOn` is the date from which changed notes apply. */
export const readStarterDigest = (versionOn: string): CorpusText[] =>
  readDigestFiles().map(({ docId, subject, notes }) => ({
    docId,
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
    chunks: notes.map((note) => toChunk(subject, note)),
  }))

/** Ingests guidance notes that are new or have changed since the last start. Returns the number of files. */
export const ingestStarterDigest = (pipeline: Pipeline, today: string): Promise<number> =>
  pipeline.actAs(SYSTEM, ingestCorpus.name, async (tx) => {
    const held = await tx
      .selectFrom('corpus_documents')
      .select(['doc_id', 'content_hash'])
      .where('kind', '=', 'DIGEST')
      .execute()
    const hashes = new Map(held.map(({ doc_id, content_hash }) => [doc_id, content_hash]))
    const texts = readStarterDigest(today).filter(
      (text) => hashes.get(text.docId) !== calculateContentHash(text),
    )
    const before = new Map<string, Awaited<ReturnType<typeof loadSnapshot>>>()
    for (const { docId } of texts) before.set(docId, await loadSnapshot(tx, docId))
    const entered = (await ingest(tx, texts, SYSTEM.id)).filter(({ outcome }) => outcome !== 'UNCHANGED')
    const changes = []
    for (const { docId } of entered)
      changes.push({
        audited: auditedDocument,
        before: before.get(docId) ?? null,
        after: await loadSnapshot(tx, docId),
      })
    return { answer: entered.length, changes }
  })

export const readStarterSynonyms = (): Synonyms =>
  readSynonyms(readFileSync(new URL('synonyms.txt', FOLDER), 'utf8'))
