/** Reads and splits the sources of a request. All refusals happen here, before the first source is stored. */
import type { IngestedText } from '../../../../contract/corpus.ts'
import { createBusinessRuleRefusal, createInvalidInputRefusal } from '../../../pipeline/refusal.ts'
import { formatKinds } from '../../../platform/personal-data.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import type { CorpusText } from './ingest.ts'
import { listNames } from './known-texts.ts'
import { readSource } from './read-source.ts'
import { ReadingRefusal } from './readers/refusal.ts'
import type { Chunk } from './split-into-chunks.ts'

/** `file` is the uploaded file of a form: the text of its only document. */
export async function readTexts(
  documents: readonly IngestedText[],
  file: Uint8Array | null,
  runTask: RunTask,
): Promise<CorpusText[]> {
  const names = new Set<string>()
  const texts: CorpusText[] = []
  for (const [index, sent] of documents.entries()) {
    const place = (field: string, message: string) =>
      createInvalidInputRefusal({ path: ['documents', index, field], code: 'custom', message })
    if (names.has(sent.docId)) throw place('docId', 'This text is sent twice')
    names.add(sent.docId)
    if (file && (sent.text !== undefined || sent.html !== undefined))
      throw place('text', 'Send the text once: as a file or as a field')
    if (!file && sent.text === undefined && sent.html === undefined) throw place('text', 'Send the text')
    texts.push(getText(sent, await readPassages(sent, file, runTask)))
  }
  return texts
}

/** Refuses a text that cannot be read or that contains personal data, because every firm can read it. */
async function readPassages(
  { docId, title, text, html }: IngestedText,
  file: Uint8Array | null,
  runTask: RunTask,
): Promise<Chunk[]> {
  try {
    const read = await readSource({ bytes: file ?? Buffer.from(text ?? html ?? ''), title }, runTask)
    if ('chunks' in read) return read.chunks
    throw createBusinessRuleRefusal(
      'PERSONAL_DATA',
      `This text contains personal data (${formatKinds(read.personalData)}), and all firms would read it: remove the data first`,
      { docId, kinds: read.personalData },
    )
  } catch (error) {
    if (!(error instanceof ReadingRefusal)) throw error
    throw createBusinessRuleRefusal(`TEXT_${error.code}`, error.message, { docId })
  }
}

/** Submitted values take precedence over known values. */
function getText(sent: IngestedText, chunks: Chunk[]): CorpusText {
  const known = listNames(sent.docId, sent.title)
  return {
    docId: sent.docId,
    title: sent.title,
    kind: sent.kind,
    aliases: [...new Set([...(sent.aliases ?? []), ...known.aliases])],
    authorityRank: sent.authorityRank ?? known.authorityRank,
    versionOn: sent.versionDate,
    inForceFrom: sent.inForceFrom,
    inForceTo: sent.inForceTo,
    sourceUrl: sent.sourceUrl,
    licence: sent.licence,
    attribution: sent.attribution,
    chunks,
  }
}
